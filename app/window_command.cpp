#include "app/window_command.h"

#include "app/interrupt.h"

namespace mien {

Result<void> open_window(WindowOptions options) {
    const Interrupt interrupt;
    options.stop = interrupt.token();
    if (run_window(options) != 0) return tl::unexpected<Error>(Error{ErrorCode::unavailable, {}, {}});
    return {};
}

} // namespace mien

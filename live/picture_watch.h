// Notices a camera that works and shows nothing: a shut cover, a frozen driver, a dark room.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/image.h"
#include "base/time.h"

namespace mien {

/// One owner. Looks at a few hundred pixels of each picture.
class PictureWatch {
public:
    enum class Finding : std::uint8_t { fine, black, frozen, dim };

    /// A live picture arrived. True where what finding() says has changed: black after 2 s, frozen after 3 s
    /// in which not one of the pixels changed (a real sensor is never so quiet), dim after 3 s; fine again
    /// with the first picture that is.
    [[nodiscard]] bool add(const Image& picture, Timestamp now);
    [[nodiscard]] Finding finding() const { return finding_; }
    /// Empty, or one line for the person.
    [[nodiscard]] std::string notice(const std::string& name) const;

private:
    Finding finding_ = Finding::fine;
    Finding suspected_ = Finding::fine;
    Timestamp suspected_since_{};
    std::optional<std::uint64_t> last_print_;
    Timestamp last_change_{};
};

} // namespace mien

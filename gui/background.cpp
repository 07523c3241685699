#include "gui/background.h"

namespace mien::gui {

namespace {
// Jobs mostly wait (for a disk, for a device to close); a few at a time must not queue behind a slow one.
constexpr int jobs_at_a_time = 4;
} // namespace

Background::Background(QObject* parent) : QObject(parent) {
    essential_.setMaxThreadCount(jobs_at_a_time);
    abandonable_.setMaxThreadCount(jobs_at_a_time);
}

Background::~Background() {
    essential_.waitForDone();
    abandonable_.waitForDone();
}

bool Background::finish(int abandon_after_ms) {
    essential_.waitForDone();
    abandonable_.clear();
    return abandonable_.waitForDone(abandon_after_ms);
}

} // namespace mien::gui

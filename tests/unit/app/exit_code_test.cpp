#include "app/exit_code.h"

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(ExitCode, IsWhatTheManualSays) {
    EXPECT_EQ(exit_code(ErrorCode::check_failed), 1);
    EXPECT_EQ(exit_code(ErrorCode::usage), 2);
    EXPECT_EQ(exit_code(ErrorCode::unreadable), 3);
    EXPECT_EQ(exit_code(ErrorCode::unavailable), 4);
    EXPECT_EQ(exit_code(ErrorCode::internal), 5);
    EXPECT_EQ(exit_code(ErrorCode::cancelled), 0);
}

} // namespace
} // namespace mien

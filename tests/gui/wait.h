// Waiting for what the event loop brings: always for a condition, always with a limit.
#pragma once

#include <QTest>
#include <gtest/gtest.h>

namespace mien::test {

/// Generous: it is only ever used up by a test that fails. The machine may be busy and has no GPU.
inline constexpr int limit_ms = 20'000;

} // namespace mien::test

#define EXPECT_SOON(condition)                                                                               \
    EXPECT_TRUE(QTest::qWaitFor([&] { return (condition); }, mien::test::limit_ms)) << #condition
#define ASSERT_SOON(condition)                                                                               \
    ASSERT_TRUE(QTest::qWaitFor([&] { return (condition); }, mien::test::limit_ms)) << #condition

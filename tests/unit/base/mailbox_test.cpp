#include "base/mailbox.h"

#include <thread>

#include <gtest/gtest.h>

namespace mien {
namespace {

TEST(Mailbox, TheNewestValueWins) {
    Mailbox<int> box;
    EXPECT_FALSE(box.put(1));
    EXPECT_TRUE(box.put(2));
    EXPECT_EQ(box.try_take(), 2);
    EXPECT_EQ(box.try_take(), std::nullopt);
    EXPECT_EQ(box.replaced(), 1u);
}

TEST(Mailbox, AStopEndsTheWait) {
    Mailbox<int> box;
    std::optional<int> got = 1;
    std::jthread reader(
        [&](const std::stop_token& stop) { got = box.take(stop, Duration::from_seconds(60)); });
    reader.request_stop();
    reader.join();
    EXPECT_EQ(got, std::nullopt);
}

TEST(Mailbox, AReaderNeverSeesValuesOutOfOrder) {
    Mailbox<int> box;
    constexpr int last = 20000;
    std::jthread writer([&] {
        for (int i = 1; i <= last; ++i) box.put(i);
    });
    int seen = 0;
    while (seen < last) {
        const auto value = box.take({}, Duration::from_seconds(10));
        ASSERT_TRUE(value.has_value());
        ASSERT_GT(*value, seen);
        seen = *value;
    }
}

TEST(Mailbox, AWriterThatWaitsLosesNothing) {
    Mailbox<int> box;
    constexpr int last = 5000;
    std::jthread writer([&](const std::stop_token& stop) {
        for (int i = 1; i <= last && box.wait_empty(stop); ++i) box.put(i);
    });
    for (int i = 1; i <= last; ++i) ASSERT_EQ(box.take({}, Duration::from_seconds(10)), i);
    EXPECT_EQ(box.replaced(), 0u);
}

TEST(Mailbox, AStopEndsTheWaitForRoom) {
    Mailbox<int> box;
    box.put(1);
    bool taken = true;
    std::jthread writer([&](const std::stop_token& stop) { taken = box.wait_empty(stop); });
    writer.request_stop();
    writer.join();
    EXPECT_FALSE(taken);
}

} // namespace
} // namespace mien

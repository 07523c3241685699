#include "gui/live_session.h"

#include <gtest/gtest.h>

#include "tests/gui/fake_machine.h"
#include "tests/gui/wait.h"

namespace mien::gui {
namespace {

class LiveSessionTest : public testing::Test {
protected:
    void SetUp() override {
        QObject::connect(&session_, &LiveSession::frame_arrived, &session_, [this] { ++frames_; });
        QObject::connect(&session_, &LiveSession::recording_finished, &session_,
                         [this](const std::filesystem::path& path) { finished_.push_back(path); });
        QObject::connect(&session_, &LiveSession::recording_failed, &session_,
                         [this](const QString& message) { failure_ = message; });
    }
    PipelineOptions source(const std::string& spec) {
        PipelineOptions options;
        options.source = spec;
        return options;
    }
    test::FakeMachine machine_;
    Background background_;
    LiveSession session_{machine_.services(), background_};
    int frames_ = 0;
    std::vector<std::filesystem::path> finished_;
    QString failure_;
};

TEST_F(LiveSessionTest, FramesArriveAndTheStatusWithThem) {
    session_.open(source("a"));
    ASSERT_SOON(frames_ > 3);
    EXPECT_SOON(session_.status().kind == PipelineStatus::Kind::running);
    EXPECT_EQ(session_.status().source_name, "Fake camera");
}

TEST_F(LiveSessionTest, ANewSourceOpensWhenTheOldOneHasLetGoOfItsDevice) {
    session_.open(source("a"));
    ASSERT_SOON(frames_ > 0);
    machine_.control().hold_stop = true;
    session_.open(source("b"));
    session_.open(source("c")); // changed one's mind meanwhile
    QTest::qWait(50);           // nothing may happen in this time
    EXPECT_EQ(machine_.control().alive, 1);
    machine_.control().hold_stop = false;
    frames_ = 0;
    ASSERT_SOON(frames_ > 0);
    EXPECT_EQ(machine_.control().most_alive, 1);
    EXPECT_EQ(machine_.control().sources, (std::vector<std::string>{"a", "c"}));
}

TEST_F(LiveSessionTest, ClosingDoesNotWaitForTheDevice) {
    session_.open(source("a"));
    ASSERT_SOON(frames_ > 0);
    machine_.control().hold_stop = true;
    session_.close(); // returns although the device is stuck
    EXPECT_FALSE(session_.is_open());
    EXPECT_EQ(machine_.control().alive, 1);
    machine_.control().hold_stop = false;
    EXPECT_TRUE(background_.finish(0));
    EXPECT_EQ(machine_.control().alive, 0);
}

TEST_F(LiveSessionTest, NoFrameComesAfterClosing) {
    session_.open(source("a"));
    ASSERT_SOON(frames_ > 0);
    session_.close();
    frames_ = 0;
    EXPECT_SOON(machine_.control().alive == 0);
    QCoreApplication::processEvents();
    EXPECT_EQ(frames_, 0);
}

TEST_F(LiveSessionTest, RecordingMakesATakeInAFolderThatWasNotThere) {
    session_.open(source("a"));
    ASSERT_SOON(frames_ > 0);
    const auto path = machine_.folder() / "new" / "take.mien";
    session_.start_recording(path);
    EXPECT_TRUE(session_.recording());
    frames_ = 0;
    ASSERT_SOON(frames_ > 10);
    session_.stop_recording();
    ASSERT_SOON(!finished_.empty());
    EXPECT_EQ(finished_.front(), path);
    EXPECT_FALSE(session_.recording());
    const auto take = read_take(path);
    ASSERT_TRUE(take.has_value()) << take.error().message;
    EXPECT_GT(take->frames.size(), 3u);
}

TEST_F(LiveSessionTest, StoppingAtOnceStillEndsTheRecording) {
    session_.open(source("a"));
    ASSERT_SOON(frames_ > 0);
    session_.start_recording(machine_.folder() / "short.mien");
    session_.stop_recording();
    ASSERT_SOON(!finished_.empty());
    EXPECT_FALSE(session_.recording());
}

TEST_F(LiveSessionTest, ClosingFinishesTheTake) {
    session_.open(source("a"));
    ASSERT_SOON(frames_ > 0);
    session_.start_recording(machine_.folder() / "cut.mien");
    frames_ = 0;
    ASSERT_SOON(frames_ > 10);
    session_.close();
    ASSERT_SOON(!finished_.empty());
    EXPECT_TRUE(read_take(machine_.folder() / "cut.mien").has_value());
}

TEST_F(LiveSessionTest, ARecordingThatCannotBeginSaysWhy) {
    machine_.control().recording_error = "The disk is full";
    session_.open(source("a"));
    ASSERT_SOON(frames_ > 0);
    session_.start_recording(machine_.folder() / "take.mien");
    ASSERT_SOON(!failure_.isEmpty());
    EXPECT_EQ(failure_, QStringLiteral("The disk is full"));
    EXPECT_FALSE(session_.recording());
}

} // namespace
} // namespace mien::gui

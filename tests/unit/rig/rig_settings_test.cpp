#include "rig/rig_settings.h"

#include <cstdlib>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "base/file.h"
#include "tests/support/paths.h"

namespace mien {
namespace {

using ::testing::HasSubstr;

class RigSettings : public testing::Test {
protected:
    RigSettings() {
        ::setenv("XDG_CONFIG_HOME", (folder_.path() / "config").c_str(), 1);
        std::filesystem::create_directories(folder_.path() / "rigs");
        rig_.name = "avatar";
        rig_.path = folder_.path() / "rigs" / "avatar.glb";
    }
    [[nodiscard]] std::filesystem::path beside() const {
        return folder_.path() / "rigs" / "avatar.mien.json";
    }
    void write_beside(const std::string& text) const { std::ofstream(beside()) << text; }
    [[nodiscard]] nlohmann::json written() const {
        return nlohmann::json::parse(read_text_file(beside(), 10'000).value());
    }

    test::TemporaryFolder folder_;
    Rig rig_;
};

TEST_F(RigSettings, OfARigWithoutAnyAreNone) {
    EXPECT_EQ(load_rig_settings_section(rig_, "groups").value(), std::nullopt);
    EXPECT_EQ(existing_rig_settings(rig_), "");
    EXPECT_EQ(rig_settings_file(rig_), beside());
}

TEST_F(RigSettings, ComeBackSectionBySection) {
    ASSERT_EQ(save_rig_settings_section(rig_, "groups", "[1]").value(), beside());
    ASSERT_TRUE(save_rig_settings_section(rig_, "mapping", "{\"a\":2}"));
    ASSERT_TRUE(save_rig_settings_section(rig_, "groups", "[3]"));
    EXPECT_EQ(load_rig_settings_section(rig_, "groups").value(), "[3]");
    EXPECT_EQ(load_rig_settings_section(rig_, "mapping").value(), "{\"a\":2}");
    EXPECT_EQ(written().at("version"), 1);
}

TEST_F(RigSettings, KeepWhatThisProgramDoesNotKnow) {
    write_beside(R"({"version":1,"of_the_future":{"x":[1,2]},"groups":[]})");
    ASSERT_TRUE(save_rig_settings_section(rig_, "groups", "[7]"));
    EXPECT_EQ(written().at("of_the_future"), nlohmann::json::parse(R"({"x":[1,2]})"));
}

TEST_F(RigSettings, OfANewerVersionAreNeitherReadNorWrittenOver) {
    write_beside(R"({"version":2,"groups":[]})");
    const auto read = load_rig_settings_section(rig_, "groups");
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().message, HasSubstr("version"));
    EXPECT_FALSE(save_rig_settings_section(rig_, "groups", "[7]"));
    EXPECT_EQ(written().at("version"), 2);
}

TEST_F(RigSettings, ADamagedFileIsSetAsideNotLost) {
    for (const char* damage : {"{\"version\":1,\"groups\":[", "[1,2]", ""}) {
        write_beside(damage);
        const auto read = load_rig_settings_section(rig_, "groups");
        ASSERT_FALSE(read) << damage;
        EXPECT_THAT(read.error().message, HasSubstr("avatar.mien.json"));
        ASSERT_TRUE(save_rig_settings_section(rig_, "groups", "[7]"));
        EXPECT_EQ(load_rig_settings_section(rig_, "groups").value(), "[7]");
        EXPECT_EQ(read_text_file(beside().string() + ".damaged", 1000).value(), damage);
    }
}

TEST_F(RigSettings, WhatIsNoJsonIsRefusedAndChangesNothing) {
    ASSERT_TRUE(save_rig_settings_section(rig_, "groups", "[7]"));
    EXPECT_FALSE(save_rig_settings_section(rig_, "groups", "[7"));
    EXPECT_EQ(load_rig_settings_section(rig_, "groups").value(), "[7]");
}

TEST_F(RigSettings, OfARigInAReadOnlyFolderGoToTheUsersConfiguration) {
    if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write anywhere";
    write_beside(R"({"version":1,"mapping":[5]})"); // as its maker shipped it
    std::filesystem::permissions(beside().parent_path(),
                                 std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);
    const auto where = save_rig_settings_section(rig_, "groups", "[7]");
    std::filesystem::permissions(beside().parent_path(), std::filesystem::perms::owner_all);
    ASSERT_TRUE(where) << where.error().message;
    EXPECT_THAT(where->string(), HasSubstr("config/mien/rigs/avatar-"));
    EXPECT_THAT(read_text_file(*where, 1000).value(), HasSubstr("mapping")) << "the maker's goes along";
}

TEST_F(RigSettings, OfARigWithoutAFileGoByItsName) {
    rig_.path.clear();
    rig_.name = "the bundled rig ../x";
    const auto where = save_rig_settings_section(rig_, "groups", "[7]");
    ASSERT_TRUE(where) << where.error().message;
    EXPECT_EQ(*where, folder_.path() / "config" / "mien" / "rigs" / "the-bundled-rig----x.mien.json");
    EXPECT_EQ(load_rig_settings_section(rig_, "groups").value(), "[7]");
    rig_.name.clear();
    EXPECT_FALSE(save_rig_settings_section(rig_, "groups", "[7]"));
    EXPECT_EQ(load_rig_settings_section(rig_, "groups").value(), std::nullopt);
}

} // namespace
} // namespace mien

// Where tests find the sources, the build and the test data beside the project.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace mien::test {

/// ../shared, or what MIEN_SHARED (environment, then CMake option) says. May not exist: see
/// MIEN_NEEDS_SHARED.
inline std::filesystem::path shared_dir() {
    if (const char* set = std::getenv("MIEN_SHARED"); set != nullptr && *set != '\0') return set;
    return MIEN_TEST_SHARED_DIR;
}

inline std::filesystem::path source_dir() {
    return MIEN_TEST_SOURCE_DIR;
}
inline std::filesystem::path binary_dir() {
    return MIEN_TEST_BINARY_DIR;
}

/// A folder of its own for a test, removed at its end.
class TemporaryFolder {
public:
    TemporaryFolder() {
        std::string name = (std::filesystem::temp_directory_path() / "mien-test-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) std::abort();
        path_ = name;
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    ~TemporaryFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

} // namespace mien::test

/// Skips the test, with a message, where the test data beside the project is absent.
#define MIEN_NEEDS_SHARED(relative)                                                                          \
    if (!std::filesystem::exists(mien::test::shared_dir() / (relative)))                                     \
    GTEST_SKIP() << "no test data at " << (mien::test::shared_dir() / (relative))

// The kernel's side of Video4Linux, as a test needs it: one folder of device nodes that answer ioctls like
// drivers do, with their usual faults.
#pragma once

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <linux/videodev2.h>
#include <poll.h>

#include "capture/source/system_calls.h"
#include "capture/source/video_device.h"

namespace mien::test {

struct FakeNode {
    struct Size {
        std::uint32_t width;
        std::uint32_t height;
        std::vector<v4l2_fract> intervals;
    };
    std::string card = "Fake Camera";
    std::string bus = "usb-1";
    std::string driver = "uvcvideo";
    std::uint32_t capabilities =
        V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_META_CAPTURE | V4L2_CAP_STREAMING | V4L2_CAP_DEVICE_CAPS;
    std::uint32_t device_caps = V4L2_CAP_VIDEO_CAPTURE | V4L2_CAP_STREAMING;
    int open_error = 0;
    std::vector<std::pair<FourCc, std::vector<Size>>> formats = {
        {four_cc('Y', 'U', 'Y', 'V'), {{640, 480, {{1, 30}, {1, 15}}}}}};
    bool stepwise = false; ///< sizes and intervals as ranges from the first to the last entry
    int format_error = 0;
    int stream_error = 0;
    bool keeps_rate = false; ///< has no V4L2_CAP_TIMEPERFRAME
    std::uint32_t max_buffers = 4;
    std::deque<int> polls;                           ///< events or -errno; then 0
    std::deque<std::pair<int, v4l2_buffer>> buffers; ///< error and content of VIDIOC_DQBUF; then -EAGAIN
    int interruptions = 0;                           ///< so many ioctls fail with EINTR first

    std::map<std::uint32_t, std::vector<std::uint8_t>> memory;
    int open_count = 0;
    int mapped = 0;
    bool streaming = false;
};

class FakeKernel final : public SystemCalls {
public:
    std::map<std::string, FakeNode> nodes;

    [[nodiscard]] int open(const char* path) override {
        const std::lock_guard lock(mutex_);
        const auto found = nodes.find(path);
        if (found == nodes.end()) return -ENOENT;
        if (found->second.open_error != 0) return -found->second.open_error;
        ++found->second.open_count;
        open_[next_fd_] = &found->second;
        return next_fd_++;
    }
    void close(int fd) override {
        const std::lock_guard lock(mutex_);
        --open_.at(fd)->open_count;
        open_.erase(fd);
    }
    [[nodiscard]] int ioctl(int fd, unsigned long request, void* argument) override {
        const std::lock_guard lock(mutex_);
        FakeNode& node = *open_.at(fd);
        if (node.interruptions > 0) {
            --node.interruptions;
            return -EINTR;
        }
        switch (request) {
        case VIDIOC_QUERYCAP:
            return query(node, *static_cast<v4l2_capability*>(argument));
        case VIDIOC_ENUM_FMT:
            return enumerate_format(node, *static_cast<v4l2_fmtdesc*>(argument));
        case VIDIOC_ENUM_FRAMESIZES:
            return enumerate_size(node, *static_cast<v4l2_frmsizeenum*>(argument));
        case VIDIOC_ENUM_FRAMEINTERVALS:
            return enumerate_interval(node, *static_cast<v4l2_frmivalenum*>(argument));
        case VIDIOC_S_FMT:
            return set_format(node, *static_cast<v4l2_format*>(argument));
        case VIDIOC_G_PARM: {
            auto& capture = static_cast<v4l2_streamparm*>(argument)->parm.capture;
            capture.capability = node.keeps_rate ? 0 : V4L2_CAP_TIMEPERFRAME;
            capture.timeperframe = {1, 25};
            return 0;
        }
        case VIDIOC_S_PARM:
            return 0;
        case VIDIOC_REQBUFS: {
            auto& wanted = *static_cast<v4l2_requestbuffers*>(argument);
            wanted.count = std::min(wanted.count, node.max_buffers);
            return 0;
        }
        case VIDIOC_QUERYBUF: {
            auto& buffer = *static_cast<v4l2_buffer*>(argument);
            buffer.length = 64;
            buffer.m.offset = buffer.index * 4096;
            return 0;
        }
        case VIDIOC_QBUF:
            return 0;
        case VIDIOC_STREAMON:
            if (node.stream_error != 0) return -node.stream_error;
            node.streaming = true;
            return 0;
        case VIDIOC_STREAMOFF:
            node.streaming = false;
            return 0;
        case VIDIOC_DQBUF: {
            if (node.buffers.empty()) return -EAGAIN;
            const auto [error, buffer] = node.buffers.front();
            node.buffers.pop_front();
            if (error == 0) *static_cast<v4l2_buffer*>(argument) = buffer;
            return -error;
        }
        default:
            return -ENOTTY;
        }
    }
    [[nodiscard]] int poll_input(int fd, int) override {
        const std::lock_guard lock(mutex_);
        FakeNode& node = *open_.at(fd);
        if (node.polls.empty()) {
            std::this_thread::sleep_for(std::chrono::microseconds(200)); // a reading thread must not spin
            return 0;
        }
        const int events = node.polls.front();
        node.polls.pop_front();
        return events;
    }
    [[nodiscard]] void* map(int fd, std::size_t length, std::int64_t offset) override {
        const std::lock_guard lock(mutex_);
        FakeNode& node = *open_.at(fd);
        ++node.mapped;
        auto& memory = node.memory[static_cast<std::uint32_t>(offset / 4096)];
        memory.assign(length, static_cast<std::uint8_t>(offset / 4096 + 1));
        return memory.data();
    }
    void unmap(void*, std::size_t) override {
        const std::lock_guard lock(mutex_);
        for (auto& [path, node] : nodes)
            if (node.mapped > 0) {
                --node.mapped;
                return;
            }
    }

private:
    static void put_text(unsigned char* field, std::size_t size, const std::string& text) {
        // As long as the field: without an end, which drivers do write.
        std::memset(field, 0, size);
        std::memcpy(field, text.data(), std::min(size, text.size()));
    }
    // Called under the lock.
    static int query(const FakeNode& node, v4l2_capability& answer) {
        put_text(answer.card, sizeof answer.card, node.card);
        put_text(answer.bus_info, sizeof answer.bus_info, node.bus);
        put_text(answer.driver, sizeof answer.driver, node.driver);
        answer.capabilities = node.capabilities;
        answer.device_caps = node.device_caps;
        return 0;
    }
    static int enumerate_format(const FakeNode& node, v4l2_fmtdesc& answer) {
        if (answer.index >= node.formats.size()) return -EINVAL;
        answer.pixelformat = node.formats[answer.index].first;
        return 0;
    }
    static const std::vector<FakeNode::Size>* sizes_of(const FakeNode& node, FourCc format) {
        for (const auto& [known, sizes] : node.formats)
            if (known == format) return &sizes;
        return nullptr;
    }
    static int enumerate_size(const FakeNode& node, v4l2_frmsizeenum& answer) {
        const auto* sizes = sizes_of(node, answer.pixel_format);
        if (sizes == nullptr || answer.index >= sizes->size()) return -EINVAL;
        if (node.stepwise) {
            if (answer.index > 0) return -EINVAL;
            answer.type = V4L2_FRMSIZE_TYPE_STEPWISE;
            answer.stepwise = {sizes->front().width,  sizes->back().width,  16,
                               sizes->front().height, sizes->back().height, 8};
            return 0;
        }
        answer.type = V4L2_FRMSIZE_TYPE_DISCRETE;
        answer.discrete = {(*sizes)[answer.index].width, (*sizes)[answer.index].height};
        return 0;
    }
    static int enumerate_interval(const FakeNode& node, v4l2_frmivalenum& answer) {
        const auto* sizes = sizes_of(node, answer.pixel_format);
        if (sizes == nullptr) return -EINVAL;
        if (node.stepwise) {
            const auto& intervals = sizes->front().intervals;
            if (answer.index > 0 || intervals.empty()) return -EINVAL;
            answer.type = V4L2_FRMIVAL_TYPE_CONTINUOUS;
            answer.stepwise = {intervals.front(), intervals.back(), {1, 1}};
            return 0;
        }
        for (const FakeNode::Size& size : *sizes)
            if (size.width == answer.width && size.height == answer.height &&
                answer.index < size.intervals.size()) {
                answer.type = V4L2_FRMIVAL_TYPE_DISCRETE;
                answer.discrete = size.intervals[answer.index];
                return 0;
            }
        return -EINVAL;
    }
    static int set_format(const FakeNode& node, v4l2_format& format) {
        if (node.format_error != 0) return -node.format_error;
        format.fmt.pix.bytesperline = format.fmt.pix.width * 2;
        return 0;
    }

    std::mutex mutex_; ///< a camera's reading thread calls beside the test
    std::map<int, FakeNode*> open_;
    int next_fd_ = 100;
};

} // namespace mien::test

// What a Pipeline is made of, as functions that a test can replace.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "base/time.h"
#include "capture/source/video_source.h"
#include "capture/tracker/tracker.h"

namespace mien {

/// Called on the pipeline's threads. The defaults are the real ones.
struct PipelineParts {
    std::function<Result<std::unique_ptr<VideoSource>>(const std::string&, const SourceOptions&)>
        open_source = mien::open_source;
    std::function<Result<std::unique_ptr<Tracker>>(TrackerKind, const ModelPaths&, const TrackerOptions&)>
        make_tracker = mien::make_tracker;
    /// Between two attempts to open a source that is not available.
    Duration retry_interval = Duration::from_seconds(2);
};

} // namespace mien

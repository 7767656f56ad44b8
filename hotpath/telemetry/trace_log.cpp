#include "hotpath/telemetry/trace_log.hpp"

namespace hotpath::telemetry {

TraceLog::TracedThread TraceLog::attach_this_thread(const std::string& name) {
    const std::scoped_lock lock(mutex_);
    tracks_.push_back(std::make_unique<TraceTrack>(name, events_kept_));
    return TracedThread(*tracks_.back());
}

std::uint64_t TraceLog::dropped() const {
    const std::scoped_lock lock(mutex_);
    std::uint64_t dropped = 0;
    for (const auto& track : tracks_) {
        dropped += track->dropped();
    }
    return dropped;
}

std::vector<TraceTrack*> TraceLog::tracks() const {
    const std::scoped_lock lock(mutex_);
    std::vector<TraceTrack*> tracks;
    tracks.reserve(tracks_.size());
    for (const auto& track : tracks_) {
        tracks.push_back(track.get());
    }
    return tracks;
}

}  // namespace hotpath::telemetry

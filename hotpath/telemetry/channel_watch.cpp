#include "hotpath/telemetry/channel_watch.hpp"

#include <utility>

#include "hotpath/timing/day_clock.hpp"

namespace hotpath::telemetry {

void ChannelWatch::maintain(Time now) {
    if (reader_ && reader_->is_removed()) {
        reader_.reset();
    }
    if (reader_) {
        return;
    }
    auto reader = Reader::open(place_, name_, timing::wall_clock());
    if (!reader) {
        problem_ = reader.error().message;
        return;
    }
    problem_.clear();
    reader_.emplace(std::move(*reader));
    *summary_ = Summary();
    last_ = {.read_at = now};
}

bool ChannelWatch::read(Time now) {
    if (!reader_) {
        return false;
    }
    const bool is_more = reader_->poll(*summary_, kRecordsPerRead);
    if (const StateRecord& state = summary_->state();
        summary_->has_state() &&
        (state.session != last_.session || state.header.number != last_.number)) {
        last_ = {.session = state.session, .number = state.header.number, .read_at = now};
    }
    return is_more;
}

}  // namespace hotpath::telemetry

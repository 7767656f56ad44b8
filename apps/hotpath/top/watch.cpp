#include "apps/hotpath/top/watch.hpp"

#include <utility>

#include "apps/hotpath/console/day_clock.hpp"

namespace hotpath::app {

void TopWatch::maintain(Time now) {
    if (reader_ && reader_->is_removed()) {
        reader_.reset();
    }
    if (reader_) {
        return;
    }
    auto reader = telemetry::Reader::open(place_, name_, wall_clock());
    if (!reader) {
        problem_ = reader.error().message;
        return;
    }
    problem_.clear();
    reader_.emplace(std::move(*reader));
    *summary_ = telemetry::Summary();
    last_ = {.read_at = now};
}

bool TopWatch::read(Time now) {
    if (!reader_) {
        return false;
    }
    const bool is_more = reader_->poll(*summary_, kRecordsPerRead);
    if (const telemetry::StateRecord& state = summary_->state();
        summary_->has_state() &&
        (state.session != last_.session || state.header.number != last_.number)) {
        last_ = {.session = state.session, .number = state.header.number, .read_at = now};
    }
    return is_more;
}

}  // namespace hotpath::app

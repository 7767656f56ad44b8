#include "hotpath/sim/session/delay_line.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"

namespace hotpath::sim::session {

Bytes DelayLine::front() const noexcept {
    HOTPATH_ASSERT(!is_empty(), "the delay line must not be empty");
    return Bytes(bytes_).subspan(flights_[head_].begin, flights_[head_].length);
}

void DelayLine::append(Bytes message, Time due) {
    make_room();
    HOTPATH_ASSERT(is_empty() || flights_.back().due <= due, "time must not go backwards");
    flights_.push_back({.due = due, .begin = bytes_.size(), .length = message.size()});
    bytes_.insert(bytes_.end(), message.begin(), message.end());
}

void DelayLine::pop() noexcept {
    HOTPATH_ASSERT(!is_empty(), "the delay line must not be empty");
    ++head_;
}

/// Forgets what has arrived once it is at least half of everything: each message is moved at most
/// once on average.
void DelayLine::make_room() {
    if (head_ == 0 || head_ < in_flight()) {
        return;
    }
    const std::size_t arrived = is_empty() ? bytes_.size() : flights_[head_].begin;
    flights_.erase(flights_.begin(), flights_.begin() + static_cast<std::ptrdiff_t>(head_));
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(arrived));
    for (Flight& flight : flights_) {
        flight.begin -= arrived;
    }
    head_ = 0;
}

}  // namespace hotpath::sim::session

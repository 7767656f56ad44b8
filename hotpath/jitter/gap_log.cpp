#include "hotpath/jitter/gap_log.hpp"

#include <algorithm>

namespace hotpath::jitter {

namespace {

[[nodiscard]] bool is_longer(const Gap& a, const Gap& b) noexcept {
    return a.length > b.length;
}

[[nodiscard]] bool is_tick_alone(const GapEvidence& evidence) noexcept {
    return evidence.ticks > 0 && evidence.device == 0 && evidence.other_core == 0 &&
           evidence.forced_switches == 0 && evidence.own_switches == 0 && evidence.faults == 0;
}

}  // namespace

void GapLog::add(const Gap& gap) {
    CauseSum& sum = causes_[static_cast<std::size_t>(gap.cause)];
    sum.lengths.record(gap.length);
    sum.total = sum.total + gap.length;
    ++long_gaps_;
    if (longest_.size() == kLongestKept && gap.length <= longest_.front().length) {
        return;
    }
    longest_.push_back(gap);
    std::ranges::push_heap(longest_, is_longer);
    if (longest_.size() > kLongestKept) {
        std::ranges::pop_heap(longest_, is_longer);
        longest_.pop_back();
    }
}

std::vector<Gap> GapLog::longest() const {
    std::vector<Gap> sorted = longest_;
    std::ranges::stable_sort(sorted, is_longer);
    return sorted;
}

void TickLength::note(Nanos length, const GapEvidence& evidence) {
    if (!is_tick_alone(evidence)) {
        return;
    }
    lengths_.record(length);
    if (lengths_.count() % kEnough == 0) {
        typical_ = lengths_.percentile(50);
        least_ = lengths_.percentile(1);
    }
}

}  // namespace hotpath::jitter

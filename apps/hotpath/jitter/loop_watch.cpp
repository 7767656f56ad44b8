#include "apps/hotpath/jitter/loop_watch.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "apps/hotpath/jitter/report.hpp"

namespace hotpath::app {

namespace {

constexpr std::array<LoopPart, kLoopParts> kAllParts{LoopPart::Handling, LoopPart::Housekeeping,
                                                     LoopPart::Calls};
/// An idle turn is a few system calls: a longer one may have been interrupted.
constexpr Nanos kIdleTurnMost{5'000};
/// Counters older than this hold too many interrupts for one of them to be the cause.
constexpr Nanos kCountersOldest{10'000'000};

}  // namespace

Expected<LoopWatch> LoopWatch::create(const LoopWatchOptions& options) {
    auto clock = timing::TscClock::create();
    if (!clock) {
        return std::unexpected(clock.error());
    }
    return LoopWatch(options, *clock);
}

void LoopWatch::start() {
    counters_.begin();
    static_cast<void>(counters_.take());  // once with everything that it allocates
    counters_.resume();
    start_ = clock_.ticks();
    read_at_ = start_;
    begin_turn();
}

void LoopWatch::begin_turn() noexcept {
    own_in_turn_ = {};
    for (Part& each : parts_) {
        each.longest = {};
    }
    turn_begun_ = clock_.ticks();
}

void LoopWatch::end_own(LoopPart which, std::uint64_t begun) noexcept {
    const Nanos length = clock_.to_duration(clock_.ticks() - begun);
    Part& own = part(which);
    own.log.count(length);
    own.total = own.total + length;
    own.longest = std::max(own.longest, length);
    own_in_turn_ = own_in_turn_ + length;
}

void LoopWatch::end_turn(bool has_news) {
    const std::uint64_t now = clock_.ticks();
    const Nanos turn = clock_.to_duration(now - turn_begun_);
    Part& calls = part(LoopPart::Calls);
    calls.longest = turn - own_in_turn_;
    calls.log.count(calls.longest);
    calls.total = calls.total + calls.longest;
    watched_ = watched_ + turn;
    ++turns_;
    turns_with_news_ += has_news ? 1 : 0;
    const bool is_own_long = is_long(LoopPart::Handling) || is_long(LoopPart::Housekeeping);
    const bool is_read_wanted = is_long(LoopPart::Calls) || is_refresh_due(turn, now, has_news);
    if (is_own_long || (is_read_wanted && may_read(now))) [[unlikely]] {
        read_counters(turn, now);
    } else if (is_long(LoopPart::Calls)) [[unlikely]] {
        ++calls_unread_;
    }
}

bool LoopWatch::may_read(std::uint64_t now) const noexcept {
    return budget_.allows(clock_.to_duration(now - start_));
}

bool LoopWatch::is_long(LoopPart which) const noexcept {
    const Nanos from = which == LoopPart::Calls ? options_.calls_from : options_.own_from;
    return parts_[static_cast<std::size_t>(which)].longest >= from;
}

bool LoopWatch::is_refresh_due(Nanos turn, std::uint64_t now, bool has_news) const noexcept {
    return !has_news &&
           (turn >= kIdleTurnMost || clock_.to_duration(now - read_at_) >= kCountersOldest);
}

void LoopWatch::read_counters(Nanos turn, std::uint64_t now) {
    const GapEvidence evidence = counters_.take();
    tick_.note(turn, evidence);
    for (const LoopPart each : kAllParts) {
        if (is_long(each)) {
            Gap gap{.at = clock_.to_duration(now - start_),
                    .length = part(each).longest,
                    .part = each,
                    .evidence = evidence};
            // A tick's turn has system calls besides.
            const Nanos interrupt_least{tick_.least().value / 2};
            gap.cause = attribute(gap, {.is_virtual = options_.is_virtual,
                                        .tick_typical = tick_.typical(),
                                        .interrupt_least = interrupt_least});
            part(each).log.add(gap);
        }
    }
    counters_.resume();
    read_at_ = clock_.ticks();
    budget_.spend(clock_.to_duration(read_at_ - now));
}

nlohmann::ordered_json LoopWatch::json() {
    nlohmann::ordered_json json{{"core", options_.core},
                                {"own_from_ns", options_.own_from.value},
                                {"calls_from_ns", options_.calls_from.value},
                                {"virtual_machine", options_.is_virtual},
                                {"watched_ns", watched_.value},
                                {"reading_ns", budget_.spent().value},
                                {"tick_typical_ns", tick_.typical().value},
                                {"calls_unread", calls_unread_},
                                {"turns", turns_},
                                {"turns_with_news", turns_with_news_}};
    for (const LoopPart each : kAllParts) {
        const GapLog& log = of(each);
        nlohmann::ordered_json longest = nlohmann::ordered_json::array();
        for (const Gap& gap : log.longest()) {
            longest.push_back(
                gap_json({gap, counters_.line_name(gap.evidence.line)}, Watched::Loop));
        }
        json["parts"][std::string(part_name(each))] = {{"total_ns", total(each).value},
                                                       {"lengths", lengths_json(log.lengths())},
                                                       {"long", log.long_gaps()},
                                                       {"causes", causes_json(log, Watched::Loop)},
                                                       {"longest", std::move(longest)}};
    }
    json["interrupts"] = lines_json(counters_.interrupts());
    json["softirqs"] = lines_json(counters_.softirqs());
    json["stolen_ticks"] = counters_.stolen_ticks();
    json["unreadable"] = counters_.unreadable();
    return json;
}

}  // namespace hotpath::app

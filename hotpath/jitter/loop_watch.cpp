#include "hotpath/jitter/loop_watch.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "hotpath/jitter/report_json.hpp"

namespace hotpath::jitter {

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
    pieces_count_ = 0;
    turn_begun_ = clock_.ticks();
}

void LoopWatch::end_own(const OwnTicks& piece) noexcept {
    OwnTicks whole = piece;
    whole.ended = piece.ended == 0 ? clock_.ticks() : piece.ended;
    const Nanos length = clock_.to_duration(whole.ended - whole.begun);
    Part& of_part = part(part_of(piece.work));
    WorkLog& of_work = work(piece.work);
    of_part.log.count(length);
    of_part.total = of_part.total + length;
    of_work.log.count(length);
    of_work.total = of_work.total + length;
    own_in_turn_ = own_in_turn_ + length;
    if (length < options_.own_from) {
        return;
    }
    if (pieces_count_ == kPiecesMax) {
        ++pieces_unread_;
        return;
    }
    OwnPiece& kept = pieces_[pieces_count_++];
    kept = {.work = piece.work, .length = length};
    const auto segments = segments_of(whole);
    for (std::size_t n = 0; n < kSegments; ++n) {
        kept.segments[n] = clock_.to_duration(segments[n]);
    }
}

void LoopWatch::end_turn(bool has_news) {
    const std::uint64_t now = clock_.ticks();
    const Nanos turn = clock_.to_duration(now - turn_begun_);
    Part& calls = part(LoopPart::Calls);
    calls_ = turn - own_in_turn_;
    calls.log.count(calls_);
    calls.total = calls.total + calls_;
    watched_ = watched_ + turn;
    ++turns_;
    turns_with_news_ += has_news ? 1 : 0;
    const bool is_read_wanted = are_calls_long() || is_refresh_due(turn, now, has_news);
    if (pieces_count_ > 0 || (is_read_wanted && may_read(now))) [[unlikely]] {
        read_counters(turn, now);
    } else if (are_calls_long()) [[unlikely]] {
        ++calls_unread_;
    }
}

bool LoopWatch::may_read(std::uint64_t now) const noexcept {
    return budget_.allows(clock_.to_duration(now - start_));
}

bool LoopWatch::is_refresh_due(Nanos turn, std::uint64_t now, bool has_news) const noexcept {
    return !has_news &&
           (turn >= kIdleTurnMost || clock_.to_duration(now - read_at_) >= kCountersOldest);
}

void LoopWatch::read_counters(Nanos turn, std::uint64_t now) {
    const GapEvidence evidence = counters_.take();
    tick_.note(turn, evidence);
    const Nanos at = clock_.to_duration(now - start_);
    add_pieces(evidence, at);
    if (are_calls_long()) {
        part(LoopPart::Calls)
            .log.add(gap_of(
                {.at = at, .length = calls_, .part = LoopPart::Calls, .evidence = evidence}));
    }
    counters_.resume();
    read_at_ = clock_.ticks();
    budget_.spend(clock_.to_duration(read_at_ - now));
}

/// With its cause.
Gap LoopWatch::gap_of(const Gap& gap) const noexcept {
    // A tick's turn has system calls besides.
    const Nanos interrupt_least{tick_.least().value / 2};
    Gap with_cause = gap;
    with_cause.cause = attribute(gap, {.is_virtual = options_.is_virtual,
                                       .tick_typical = tick_.typical(),
                                       .interrupt_least = interrupt_least});
    return with_cause;
}

/// One interrupt makes one piece long: the longest.
void LoopWatch::add_pieces(const GapEvidence& evidence, Nanos at) noexcept {
    const std::span pieces = std::span(pieces_).first(pieces_count_);
    const auto longest = std::ranges::max_element(pieces, {}, &OwnPiece::length);
    for (const OwnPiece& piece : pieces) {
        const Gap gap = gap_of({.at = at,
                                .length = piece.length,
                                .part = part_of(piece.work),
                                .work = piece.work,
                                .evidence = &piece == &*longest ? evidence : GapEvidence{}});
        part(gap.part).log.add(gap);
        WorkLog& of_work = work(piece.work);
        of_work.log.add(gap);
        for (std::size_t n = 0; n < kSegments && gap.cause == Cause::Unexplained; ++n) {
            of_work.segments[n] = of_work.segments[n] + piece.segments[n];
        }
    }
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
                                {"pieces_unread", pieces_unread_},
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
    for (const Work each : kAllOwnWorks) {
        const WorkLog& of_work = of(each);
        nlohmann::ordered_json segments;
        for (std::size_t n = 0; n < kSegments; ++n) {
            segments[std::string(segment_name(static_cast<Segment>(n)))] =
                of_work.segments[n].value;
        }
        json["work"][std::string(work_name(each))] = {
            {"part", part_name(part_of(each))},
            {"total_ns", of_work.total.value},
            {"lengths", lengths_json(of_work.log.lengths())},
            {"long", of_work.log.long_gaps()},
            {"causes", causes_json(of_work.log, Watched::Loop)},
            {"long_segments_ns", std::move(segments)}};
    }
    json["interrupts"] = lines_json(counters_.interrupts());
    json["softirqs"] = lines_json(counters_.softirqs());
    json["stolen_ticks"] = counters_.stolen_ticks();
    json["unreadable"] = counters_.unreadable();
    return json;
}

}  // namespace hotpath::jitter

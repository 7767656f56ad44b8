#pragma once
/// The command streams that matching is measured on, each of one instrument: an ordinary mixture,
/// and those that hurt.
///
/// A flow is made by matching it while it is drawn, so that cancels and reductions name orders that
/// are open. The same flow on every run of the same scale. Threads: one owner. Allocation: free.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/match/matcher.hpp"

namespace hotpath::bench {

enum class CommandKind : std::uint64_t { Limit, Ioc, Cancel, Reduce };

/// One command as it lies in the file that peers in other languages read: five words.
struct Command {
    CommandKind kind = CommandKind::Limit;
    std::uint64_t is_sell = 0;
    std::uint64_t id = 0;
    std::int64_t price = 0;
    std::uint64_t qty = 0;
};
static_assert(sizeof(Command) == 40);

struct MatchingFlow {
    std::string_view name;
    std::vector<Command> commands;
    std::uint64_t highest_id = 0;
};

inline constexpr InstrumentId kFlowInstrument{1};

/// Asks the matcher for this; what comes of it goes to the listener.
template <class Matcher, class Listener>
match::MatchStatus ask(Matcher& matcher, const Command& command, Listener& listener) {
    switch (command.kind) {
        case CommandKind::Limit:
        case CommandKind::Ioc:
            return matcher.enter(
                {.id = {command.id},
                 .instrument = kFlowInstrument,
                 .side = command.is_sell != 0 ? Side::Sell : Side::Buy,
                 .time_in_force =
                     command.kind == CommandKind::Ioc ? TimeInForce::Ioc : TimeInForce::Day,
                 .qty = {static_cast<std::uint32_t>(command.qty)},
                 .price = {command.price}},
                listener);
        case CommandKind::Cancel:
            return matcher.cancel({command.id}, listener);
        case CommandKind::Reduce:
            break;
    }
    return matcher.reduce({command.id}, {static_cast<std::uint32_t>(command.qty)}, listener);
}

/// For one flow after the other: every level and order of it has its place beforehand.
[[nodiscard]] inline match::MatcherOptions options_for(const MatchingFlow& flow) {
    return {.books = {.orders_max = static_cast<std::uint32_t>(flow.commands.size()),
                      .levels_max = 1'000'000,
                      .instruments_max = 1,
                      .dense_ids = static_cast<std::uint32_t>(flow.highest_id + 1),
                      .prefault = true},
            .executions_max = 1'000'000};
}

/// mixed, deep_level, wide_swing, mass_cancel, open.
[[nodiscard]] std::vector<MatchingFlow> matching_flows(std::size_t commands);

/// Writes the commands where a peer's program finds them; the path.
[[nodiscard]] Expected<std::string> write_flow(const MatchingFlow& flow);

}  // namespace hotpath::bench

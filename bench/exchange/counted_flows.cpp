#include "bench/exchange/counted_flows.hpp"

#include <span>

#include "bench/counted_time.hpp"
#include "bench/exchange/matching_flow.hpp"
#include "bench/exchange/order_messages.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/match/matcher.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kCountedCommands = 20'000;
constexpr std::string_view kMatching = "matching.";
constexpr std::string_view kExchange = "exchange.";

struct SumOfTrades : match::NullListener {
    void on_executed(const match::Execution& execution) noexcept {
        sum += execution.resting.value ^ execution.qty.value;
    }
    std::uint64_t sum = 0;
};

[[gnu::noinline]] std::uint64_t measured_matching(match::Matcher& matcher,
                                                  std::span<const Command> commands) {
    SumOfTrades trades;
    for (const Command& command : commands) {
        (void)ask(matcher, command, trades);
    }
    return trades.sum;
}

[[gnu::noinline]] std::uint64_t measured_exchange(exchange::OuchExchange& venue,
                                                  const OrderMessages& messages) {
    std::uint64_t answer = 0;
    for (std::size_t n = 0; n < messages.size(); ++n) {
        answer += answers_to(venue, messages[n], {static_cast<std::int64_t>(n)});
    }
    return answer;
}

CountedFlow count_matching(const MatchingFlow& flow) {
    auto matcher = match::Matcher::create(options_for(flow));
    HOTPATH_ASSERT(matcher.has_value(), "one instrument fits in memory");
    const std::uint64_t trades = timed([&] { return measured_matching(*matcher, flow.commands); });
    // Where all is canceled nothing trades.
    return {flow.commands.size(), trades + matcher->books().counters().applied};
}

CountedFlow count_exchange(const MatchingFlow& flow) {
    const OrderMessages messages = order_messages(flow);
    auto venue = venue_for(messages, static_cast<std::uint32_t>(messages.size()));
    HOTPATH_ASSERT(venue.has_value(), "one instrument fits in memory");
    return {messages.size(), timed([&] { return measured_exchange(*venue, messages); })};
}

}  // namespace

std::vector<std::string> counted_flow_names() {
    std::vector<std::string> names;
    for (const std::string_view kind : {kMatching, kExchange}) {
        for (const MatchingFlow& flow : matching_flows(1)) {
            names.push_back(std::string(kind).append(flow.name));
        }
    }
    return names;
}

CountedFlow count_flow(std::string_view name) {
    const bool is_matching = name.starts_with(kMatching);
    if (!is_matching && !name.starts_with(kExchange)) {
        return {};
    }
    for (const MatchingFlow& flow : matching_flows(kCountedCommands)) {
        if (name.substr(name.find('.') + 1) == flow.name) {
            return is_matching ? count_matching(flow) : count_exchange(flow);
        }
    }
    return {};
}

}  // namespace hotpath::bench

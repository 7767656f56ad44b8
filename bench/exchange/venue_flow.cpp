// The question: how long does a venue take from the bytes of an OUCH request until its replies and
// its feed packets are written? The flows are those of matching, in one session, on one thread;
// exchange_FLOW is throughput, exchange_FLOW_latency every message by itself, fenced. The answer is
// a sum over all replies and packets. `hotpath` has room for a million open orders, whether the
// flow opens any; `hotpath_filled` for hardly more than the flow opens: a difference is the price of
// tables that are sized for the worst case. It does not show sockets, sessions or the journal
// (script/bench venue).

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "bench/exchange/exchange_tests.hpp"
#include "bench/exchange/order_messages.hpp"
#include "bench/messaging/stopwatch.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kMessages = 500'000;
constexpr std::size_t kMessagesQuick = 100'000;
constexpr std::uint32_t kOrdersMax = 1'000'000;

using SharedMessages = std::shared_ptr<const OrderMessages>;

std::uint32_t most_open(const OrderMessages& messages) {
    auto venue = venue_for(messages, kOrdersMax);
    std::uint32_t most = 0;
    for (std::size_t n = 0; venue && n < messages.size(); ++n) {
        static_cast<void>(answers_to(*venue, messages[n], {static_cast<std::int64_t>(n)}));
        most = std::max(most, venue->session_orders());
    }
    return most + 1;
}

Measurement run_throughput(const OrderMessages& messages, std::uint32_t orders_max) {
    auto venue = venue_for(messages, orders_max);
    if (!venue) {
        return {.error = venue.error().message};
    }
    std::uint64_t answer = 0;
    const std::uint64_t begin = Stopwatch::begin();
    for (std::size_t n = 0; n < messages.size(); ++n) {
        answer += answers_to(*venue, messages[n], {static_cast<std::int64_t>(n)});
    }
    return {.answer = answer, .items = messages.size(), .elapsed_ticks = Stopwatch::end() - begin};
}

Measurement run_latency(const OrderMessages& messages, std::uint32_t orders_max,
                        const timing::TscClock& clock) {
    static std::vector<std::uint32_t> samples;
    samples.assign(messages.size(), 0);
    auto venue = venue_for(messages, orders_max);
    if (!venue) {
        return {.error = venue.error().message};
    }
    std::uint64_t answer = 0;
    for (std::size_t n = 0; n < messages.size(); ++n) {
        const std::uint64_t begin = Stopwatch::begin();
        answer += answers_to(*venue, messages[n], {static_cast<std::int64_t>(n)});
        samples[n] = static_cast<std::uint32_t>(Stopwatch::end() - begin);
    }
    to_nanoseconds(clock, samples);
    return {.answer = answer, .items = samples.size(), .samples_ns = samples};
}

}  // namespace

std::vector<Test> venue_flow_tests(const Scale& scale, const timing::TscClock& clock) {
    std::vector<Test> tests;
    for (const MatchingFlow& flow : matching_flows(scale.quick ? kMessagesQuick : kMessages)) {
        const auto messages = std::make_shared<const OrderMessages>(order_messages(flow));
        const std::uint32_t filled = most_open(*messages);
        Test throughput{
            .name = fmt::format("exchange_{}", flow.name), .unit = "ns/message", .subjects = {}};
        Test latency{
            .name = fmt::format("exchange_{}_latency", flow.name), .unit = "ns", .subjects = {}};
        for (const auto& [name, orders_max] :
             {std::pair{"hotpath", kOrdersMax}, std::pair{"hotpath_filled", filled}}) {
            throughput.subjects.push_back({name, "replies", [messages, orders_max] {
                                               return run_throughput(*messages, orders_max);
                                           }});
            latency.subjects.push_back({name, "replies", [messages, orders_max, clock] {
                                            return run_latency(*messages, orders_max, clock);
                                        }});
        }
        tests.push_back(std::move(throughput));
        tests.push_back(std::move(latency));
    }
    return tests;
}

}  // namespace hotpath::bench

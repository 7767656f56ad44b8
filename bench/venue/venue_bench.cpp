// The question: how long does an order take from the moment it is meant to leave a client to the
// durable answer, through the whole process `hotpath exchange` (TCP, SoupBinTCP, OUCH, matching,
// journal, feed), at a rate that the client keeps whatever the venue does? And how many orders a
// second does it take at most?
//
//   open_RATE_MODE     open loop; percentiles from the intended time, none left out
//   most_MODE          1,000 orders unanswered at any time: ns an order
//   recovery_...       from a kill to readiness: recovery.cpp
//   hotpath            the feed is published, without a reader
//   hotpath_with_feed  a listener of both lines in the client's thread keeps the books
//
// MODE is when an answer may leave: memory (in the journal's ring), pagecache (written), sync
// (fdatasync). Every order must be accepted once, both sessions filled with the same shares, and
// the listener's books be the venue's at the end. A regression means that the venue's turn, its
// journal or its feed got slower. The client has the last core, and the venue's threads the others:
// on two cores the venue's thread and its journal's share one, and a run on more cores is better.
// It does not show a network: both ends are on loopback.

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sched.h>

#include "bench/benches.hpp"
#include "bench/venue/venue_tests.hpp"
#include "hotpath/core/cpu.hpp"
#include "hotpath/measure/machine.hpp"

namespace hotpath::bench {
namespace {

using venue_tests::FeedClient;
using venue_tests::VenueProcess;
using venue_tests::VenueSettings;

constexpr std::array<const char*, 3> kModes{"memory", "pagecache", "sync"};
constexpr std::array<std::uint64_t, 3> kRates{50'000, 100'000, 250'000};
constexpr unsigned kRounds = 3;
/// A venue is started before its market opens: until then the journal has made its spare segments.
constexpr std::chrono::seconds kBeforeTheOpen{1};

struct Case {
    std::string mode;
    VenueLoadOptions load;
    bool has_feed = false;
};

[[nodiscard]] VenueSettings settings_of(const Case& what) {
    VenueSettings settings{.mode = what.mode, .commits = "one", .symbols = R"("AAPL")"};
    settings.feed_messages_kept = 4'000'000;
    settings.snapshot_every = 1'000'000'000;
    settings.orders_open_max = 50'000;
    settings.replies_kept = 600'000;
    settings.segment_mib = 64;
    settings.order_entry = "cancel_on_disconnect = false";
    return settings;
}

/// The books of the listener against the venue's own, once it has stopped.
[[nodiscard]] Expected<void> compare_books(VenueProcess& venue, FeedClient* feed) {
    const std::uint64_t next_seq = venue.state()["feed"]["next_seq"];
    if (feed != nullptr && !feed->poll_until(next_seq)) {
        return fail("venue: the listener has not caught up with the feed");
    }
    if (venue.stop() != 0) {
        return fail(fmt::format("venue: it ended in error: {}", venue.output()));
    }
    const auto state = venue.state();
    if (feed != nullptr &&
        state["venue"]["book_checksum"] != venue_tests::hex(feed->feed().books().checksum())) {
        return fail("venue: the books of the listener are not the venue's");
    }
    return {};
}

/// A process that is started meanwhile may run on every core but the last.
class CoresOfVenue {
  public:
    CoresOfVenue() {
        cpu_set_t others;
        CPU_ZERO(&others);
        for (std::uint32_t core = 0; core + 1 < std::max(measure::cores(), 2U); ++core) {
            CPU_SET(core, &others);
        }
        sched_setaffinity(0, sizeof others, &others);
    }
    CoresOfVenue(const CoresOfVenue&) = delete;
    CoresOfVenue& operator=(const CoresOfVenue&) = delete;
    ~CoresOfVenue() { [[maybe_unused]] const auto pinned = pin_this_thread(measure::cores() - 1); }
};

/// One venue's life under one load.
class VenueRun {
  public:
    explicit VenueRun(Case what) : what_(std::move(what)) {}

    Measurement run() {
        const BenchFolder folder("venue");
        VenueProcess venue(folder.path(), settings_of(what_));
        if (!start_beside_client(venue)) {
            return {.error = "venue: it does not start: " + venue.output()};
        }
        std::unique_ptr<FeedClient> feed;
        if (what_.has_feed) {
            feed = std::make_unique<FeedClient>(venue, 0, 1);
        }
        VenueLoad load(what_.load);
        if (const auto connected = load.connect(venue.order_entry()); !connected) {
            return {.error = connected.error().message};
        }
        std::this_thread::sleep_for(kBeforeTheOpen);
        auto done = load.run(feed.get());
        if (!done) {
            return {.error = done.error().message + "\n" + venue.output()};
        }
        if (const auto equal = compare_books(venue, feed.get()); !equal) {
            return {.error = equal.error().message};
        }
        result_ = std::move(*done);
        return measured();
    }

  private:
    [[nodiscard]] Measurement measured() const {
        const auto orders = static_cast<double>(what_.load.orders);
        const auto elapsed = static_cast<double>(result_.elapsed_ns);
        Measurement measured{.answer = result_.shares, .items = what_.load.orders};
        measured.metrics = {{"orders a second", "orders/s", orders * 1e9 / elapsed}};
        if (what_.load.orders_per_second == 0) {
            measured.metrics.push_back({"time", "ns", elapsed / orders});
        } else {
            measured.samples_ns = result_.latencies_ns;
            measured.metrics.push_back(
                {"late by the client", "orders", static_cast<double>(result_.late)});
        }
        return measured;
    }

    Case what_;
    VenueLoadResult result_;
};

[[nodiscard]] Test test_of(const std::string& name, const std::string& mode,
                           const VenueLoadOptions& load) {
    Test test{.name = name,
              .unit = load.orders_per_second == 0 ? "ns/order" : "ns",
              .subjects = {},
              .pairs = kRounds};
    for (const bool has_feed : {false, true}) {
        const auto run =
            std::make_shared<VenueRun>(Case{.mode = mode, .load = load, .has_feed = has_feed});
        test.subjects.push_back({.name = has_feed ? "hotpath_with_feed" : "hotpath",
                                 .answer_group = "shares",
                                 .run = [run] { return run->run(); },
                                 .is_compared = false});
    }
    return test;
}

}  // namespace

bool start_beside_client(VenueProcess& venue) {
    const CoresOfVenue cores_of_venue;
    return venue.start();
}

Bench venue_bench() {
    return {.name = "venue",
            .question = "ns from an order's intended time to its durable answer, of a whole venue",
            .prepare = [](const Scale& scale) -> Expected<std::vector<Test>> {
                std::vector<Test> tests;
                for (const std::string mode : kModes) {
                    for (const std::uint64_t rate : kRates) {
                        tests.push_back(test_of(fmt::format("open_{}_{}", rate, mode), mode,
                                                {.orders = rate / (scale.quick ? 10 : 1) / 16 * 16,
                                                 .orders_per_second = rate}));
                    }
                    tests.push_back(test_of("most_" + mode, mode,
                                            {.orders = scale.quick ? 32'000U : 320'000U}));
                }
                tests.push_back(recovery_of_venue_test(scale));
                return tests;
            }};
}

}  // namespace hotpath::bench

// The question: how long does a venue that was killed need until it takes orders again, with ten
// million records behind its last snapshot? A regression means a longer outage.
//
// The venue makes the journal itself: two sessions enter orders as fast as it answers them, then it
// is killed. Each round starts a fresh process and takes the time to its ready line: to read and
// check the records, apply each to the books and the streams, and compare the state's hash where
// the journal has one. Its books and the checksum of everything that it ever sent must be those of
// the venue that was killed. It does not show a cold disk: the segments are in the page cache.

#include <memory>
#include <utility>

#include "bench/venue/venue_tests.hpp"
#include "hotpath/timing/tsc_clock.hpp"

namespace hotpath::bench {
namespace {

using venue_tests::VenueProcess;
using venue_tests::VenueSettings;

constexpr std::uint64_t kOrders = 10'000'000;  // a record each
constexpr std::uint64_t kOrdersQuick = 100'000;
constexpr unsigned kRounds = 3;
constexpr std::uint64_t kRestEvery = 1'000;  // 20,000 orders are open at the end

[[nodiscard]] VenueSettings settings_for(std::uint64_t orders) {
    VenueSettings settings{.mode = "pagecache", .commits = "one", .symbols = R"("AAPL")"};
    settings.feed_messages_kept = static_cast<int>(orders + 100'000);
    settings.snapshot_every = 1'000'000'000;
    settings.orders_open_max = 50'000;
    settings.replies_kept = static_cast<int>(orders + 100'000);
    settings.segment_mib = 64;
    settings.order_entry = "cancel_on_disconnect = false";
    return settings;
}

class KilledVenue {
  public:
    explicit KilledVenue(std::uint64_t orders)
        : orders_(orders),
          folder_("venue-recovery"),
          venue_(folder_.path(), settings_for(orders)) {}

    /// The first round makes the journal.
    Measurement run() {
        if (!is_made_) {
            if (const auto made = make(); !made) {
                return {.error = made.error().message + "\n" + venue_.output()};
            }
        }
        const std::uint64_t begin = timing::SystemClocks::ticks();
        if (!start_beside_client(venue_)) {
            return {.error = "venue: it does not start again: " + venue_.output()};
        }
        const std::uint64_t end = timing::SystemClocks::ticks();
        const auto state = venue_.next_state([] {});
        venue_.kill_hard();
        const std::uint64_t records = state["recovered"]["records"];
        if (records < orders_) {
            return {.error = "venue: it has recovered less than it had accepted"};
        }
        if (state["venue"] != before_) {
            return {.error = "venue: its state is not that of the venue that was killed"};
        }
        return {.answer = records, .items = records, .elapsed_ticks = end - begin};
    }

  private:
    [[nodiscard]] Expected<void> make() {
        if (!start_beside_client(venue_)) {
            return fail("venue: it does not start");
        }
        VenueLoad load({.orders = orders_, .rest_every = kRestEvery});
        if (auto connected = load.connect(venue_.order_entry()); !connected) {
            return connected;
        }
        if (auto done = load.run(nullptr); !done) {
            return std::unexpected(done.error());
        }
        before_ = venue_.next_state([] {})["venue"];
        venue_.kill_hard();
        is_made_ = true;
        return {};
    }

    std::uint64_t orders_;
    BenchFolder folder_;
    VenueProcess venue_;
    bool is_made_ = false;
    nlohmann::json before_{};
};

}  // namespace

Test recovery_of_venue_test(const Scale& scale) {
    const auto killed = std::make_shared<KilledVenue>(scale.quick ? kOrdersQuick : kOrders);
    return {.name = "recovery_of_10_million",
            .unit = "ns/record",
            .subjects = {{.name = "hotpath",
                          .answer_group = "records",
                          .run = [killed] { return killed->run(); }}},
            .pairs = kRounds};
}

}  // namespace hotpath::bench

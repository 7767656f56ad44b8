// A venue's log with sessions and a generated market in it: replayed from the beginning or from a
// snapshot taken anywhere, it comes to the same outputs and the same state, byte for byte.

#include "hotpath/exchange/server/venue_log.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/book/l3_books.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/sim/flow/background.hpp"
#include "hotpath/sim/market/market_generator.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::sim::flow {
namespace {

namespace event = exchange::event;
namespace ouch50 = protocols::nasdaq::ouch50;
using exchange::ApplyStatus;
using exchange::Input;
using exchange::VenueLog;

constexpr std::uint16_t kListed = 2;
constexpr std::uint16_t kTraders = 3;
constexpr book::BooksOptions kLogBooks{.orders_max = 50'000,
                                       .levels_max = 20'000,
                                       .instruments_max = kListed,
                                       .huge_pages = HugePages::Never};
constexpr exchange::ExchangeOptions kVenue{
    .books = kLogBooks, .sessions_max = kTraders, .session_orders_max = 2'000};

/// A log and the flow it speaks to.
struct Replica {
    Replica()
        : flow(std::move(*RecordedFlow::create(kLogBooks))),
          log(std::move(*VenueLog::create(kVenue, &flow))) {}

    Background flow;
    VenueLog log;
};

/// Three traders and a market, as encoded inputs.
class RandomInputs {
  public:
    explicit RandomInputs(std::uint64_t seed)
        : random_(seed),
          market_(std::move(*market::MarketGenerator::create(
              {.seed = seed, .messages = 4'000, .instruments = kListed}))) {}

    /// The next input, for a log that stands like this; false when the market has closed.
    bool next(const VenueLog& log, Input& input) {
        const exchange::SessionId session{static_cast<std::uint16_t>(random_.below(kTraders))};
        input = {.time = log.time() + Nanos{static_cast<std::int64_t>(random_.below(1'000'000))},
                 .outputs = log.outputs_so_far()};
        if (!random_.one_in(3)) {
            const Bytes message = market_.next();
            input.event = event::Background{message};
            return !message.empty();
        }
        if (random_.one_in(200)) {
            input.event = event::CancelAll{.session = session};
            return true;
        }
        const Bytes message = request(log.exchange().books());
        if (random_.one_in(20)) {
            input.event =
                event::RefusedOrder{session, exchange::RejectReason::RateTooHigh, message};
        } else {
            input.event = event::Order{session, message};
        }
        return true;
    }

  private:
    Bytes request(const book::L3Books& books) {
        const std::uint32_t recent = user_ref_num_ - static_cast<std::uint32_t>(random_.below(30));
        if (random_.one_in(4)) {
            cancel_.store_user_ref_num(recent);
            cancel_.store_quantity(random_.one_in(3) ? 50 : 0);
            return cancel_.bytes();
        }
        const InstrumentId instrument{static_cast<std::uint16_t>(1 + random_.below(kListed))};
        const Side side = random_.one_in(2) ? Side::Buy : Side::Sell;
        const Price touch = books.best(instrument, side).price;
        const auto distance = static_cast<std::int64_t>(random_.below(9)) - 4;
        const std::uint64_t price = ouch50::to_long_price4(touch + 100 * distance);
        if (random_.one_in(4)) {
            replace_.store_orig_user_ref_num(recent);
            replace_.store_user_ref_num(++user_ref_num_);
            replace_.store_quantity(static_cast<std::uint32_t>(1 + random_.below(500)));
            replace_.store_price(price);
            replace_.store_time_in_force(ouch50::time_in_force::kDay);
            replace_.store_display(ouch50::display::kVisible);
            return replace_.bytes();
        }
        enter_.store_user_ref_num(++user_ref_num_);
        enter_.store_side(ouch50::to_code(side));
        enter_.store_quantity(static_cast<std::uint32_t>(1 + random_.below(500)));
        enter_.store_symbol(market_.symbol(instrument));
        enter_.store_price(price);
        enter_.store_time_in_force(random_.one_in(5) ? ouch50::time_in_force::kIoc
                                                     : ouch50::time_in_force::kDay);
        enter_.store_display(ouch50::display::kVisible);
        enter_.store_cross_type(ouch50::cross_type::kContinuousMarket);
        return enter_.bytes();
    }

    Random random_;
    market::MarketGenerator market_;
    std::uint32_t user_ref_num_ = 30;
    ouch50::EnterOrder enter_;
    ouch50::ReplaceOrderRequest replace_;
    ouch50::CancelOrderRequest cancel_;
};

struct Original {
    std::vector<std::vector<std::byte>> records;
    std::vector<std::uint64_t> outputs;  // the checksum after each record
    std::uint64_t state = 0;
    exchange::ExchangeCounters counters;
};

struct Snapshot {
    std::size_t records = 0;
    std::vector<std::byte> bytes;
};

std::vector<std::byte> encoded(const Input& input) {
    std::array<std::byte, exchange::kInputLengthMax> room{};
    const Bytes record = exchange::encode(input, room);
    return {record.begin(), record.end()};
}

std::vector<std::byte> saved(const VenueLog& log) {
    StateWriter writer;
    log.save(writer);
    return {writer.bytes().begin(), writer.bytes().end()};
}

Original run(std::uint64_t seed, std::vector<Snapshot>& snapshots) {
    Original original;
    const auto replica = std::make_unique<Replica>();
    VenueLog& log = replica->log;
    RandomInputs inputs(seed);
    Random chance(~seed);
    for (Input input; inputs.next(log, input);) {
        EXPECT_EQ(log.apply(input), ApplyStatus::Ok);
        log.clear_outputs();
        original.records.push_back(encoded(input));
        original.outputs.push_back(log.output_checksum());
        if (chance.one_in(1'500)) {
            snapshots.push_back({original.records.size(), saved(log)});
        }
    }
    original.state = log.state_checksum();
    original.counters = log.exchange().counters();
    return original;
}

void replay(const Original& original, std::size_t from, Replica& replica) {
    for (std::size_t n = from; n < original.records.size(); ++n) {
        Input input;
        ASSERT_EQ(exchange::decode(original.records[n], input), protocols::DecodeStatus::Ok);
        ASSERT_EQ(replica.log.apply(input), ApplyStatus::Ok) << "record " << n;
        replica.log.clear_outputs();
        ASSERT_EQ(replica.log.output_checksum(), original.outputs[n]) << "record " << n;
    }
    EXPECT_EQ(replica.log.state_checksum(), original.state);
}

TEST(VenueLogReplay, FromTheBeginningOrFromAnySnapshotIsTheSameVenue) {
    const std::uint64_t first = support::seed_of_this_test(1);
    const std::uint64_t seeds = support::is_long_run() ? 200 : 4;
    std::uint64_t session_executions = 0;
    std::size_t snapshots_tried = 0;
    for (std::uint64_t seed = first; seed < first + seeds; ++seed) {
        SCOPED_TRACE(seed);
        std::vector<Snapshot> snapshots{{0, saved(Replica().log)}};
        const Original original = run(seed, snapshots);
        session_executions += original.counters.session_executions;
        for (const Snapshot& snapshot : snapshots) {
            SCOPED_TRACE(snapshot.records);
            const auto replica = std::make_unique<Replica>();
            StateReader reader(snapshot.bytes);
            replica->log.load(reader);
            ASSERT_TRUE(reader.is_done());
            EXPECT_EQ(saved(replica->log), snapshot.bytes);
            EXPECT_EQ(replica->log.inputs(), snapshot.records);
            replay(original, snapshot.records, *replica);
            ++snapshots_tried;
        }
    }
    EXPECT_GT(session_executions, 100U);
    EXPECT_GT(snapshots_tried, seeds);
}

TEST(VenueLogReplay, AnInputThatWasChangedIsNoticedAtTheNextOne) {
    std::vector<Snapshot> snapshots;
    const Original original = run(7, snapshots);
    const auto replica = std::make_unique<Replica>();
    bool is_noticed = false;
    bool is_changed = false;
    for (const auto& record : original.records) {
        Input input;
        ASSERT_EQ(exchange::decode(record, input), protocols::DecodeStatus::Ok);
        auto* const refused = std::get_if<event::RefusedOrder>(&input.event);
        if (replica->log.inputs() > 2'000 && refused != nullptr && !is_changed) {
            is_changed = true;
            refused->reason = exchange::RejectReason{1};
        }
        const ApplyStatus status = replica->log.apply(input);
        replica->log.clear_outputs();
        if (status != ApplyStatus::Ok) {
            EXPECT_EQ(status, ApplyStatus::OutputsDiffer);
            is_noticed = true;
            break;
        }
    }
    EXPECT_TRUE(is_changed);
    EXPECT_TRUE(is_noticed);
}

TEST(VenueLogReplay, ASnapshotCutAnywhereIsRefused) {
    std::vector<Snapshot> snapshots;
    static_cast<void>(run(3, snapshots));
    ASSERT_FALSE(snapshots.empty());
    const std::vector<std::byte>& whole = snapshots.back().bytes;
    for (std::size_t length = 0; length < whole.size(); length += 1 + whole.size() / 50) {
        const auto replica = std::make_unique<Replica>();
        StateReader reader(Bytes(whole).first(length));
        replica->log.load(reader);
        EXPECT_FALSE(reader.is_done()) << length;
    }
}

TEST(VenueLogReplay, WhatNoSuchVenueTakesIsRefused) {
    Replica replica;
    EXPECT_EQ(replica.log.apply({.event = event::Order{.session = {kTraders}}}),
              ApplyStatus::Impossible);
    EXPECT_EQ(replica.log.apply({.event = event::Options{}}), ApplyStatus::OptionsDiffer);
    EXPECT_EQ(replica.log.apply({.outputs = 1, .event = event::CancelAll{}}),
              ApplyStatus::OutputsDiffer);
    auto without_flow = VenueLog::create(kVenue, nullptr);
    EXPECT_EQ(without_flow->apply({.event = event::Background{}}), ApplyStatus::Impossible);
    EXPECT_FALSE(std::ranges::equal(without_flow->options(), replica.log.options()));
    const auto options = exchange::to_venue_log_options(replica.log.options());
    ASSERT_TRUE(options);
    EXPECT_TRUE(std::ranges::equal(exchange::to_bytes(*options), replica.log.options()));
    EXPECT_FALSE(exchange::to_venue_log_options({}));
    exchange::VenueLogOptionsBytes of_older_build = exchange::to_bytes(*options);
    of_older_build[20] &= std::byte{0x0F};
    EXPECT_EQ(exchange::outputs_version(of_older_build), 0U);
    EXPECT_FALSE(exchange::to_venue_log_options(of_older_build));
    EXPECT_EQ(replica.log.apply({.event = event::Options{of_older_build}}),
              ApplyStatus::VersionDiffers);
    EXPECT_EQ(replica.log.inputs(), 0U);
}

}  // namespace
}  // namespace hotpath::sim::flow

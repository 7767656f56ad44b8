// Every recording at hand through two lines that lose, delay and cut packets, with outages of both
// and of the re-request server: the books at the end are those of the recording.

#include <algorithm>
#include <array>
#include <deque>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/nasdaq/feed/itch_feed.hpp"
#include "hotpath/protocols/nasdaq/glimpse50/end_of_snapshot.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/protocols/nasdaq/moldudp64/packet_writer.hpp"
#include "tests/end_to_end/real_files.hpp"
#include "tests/support/data_files.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath {
namespace {

namespace mold = protocols::nasdaq::moldudp64;
using Bytestring = std::vector<std::byte>;

constexpr mold::Session kSession{'R', 'E', 'C', 'O', 'R', 'D', 'I', 'N', 'G', ' '};

/// The recording as the venue sends it, message by message, with its books as the truth.
class RecordedVenue {
  public:
    explicit RecordedVenue(const std::filesystem::path& file) {
        end_to_end::for_each_message(
            file, [&](Bytes message) { messages_.emplace_back(message.begin(), message.end()); });
    }

    [[nodiscard]] const feed::ItchBooks& books() const { return books_; }
    [[nodiscard]] bool is_over() const { return published_ == messages_.size(); }
    [[nodiscard]] std::uint64_t next_sequence_number() const { return published_ + 1; }

    /// The next few messages as a packet.
    [[nodiscard]] Bytestring publish(std::uint64_t count) {
        const std::uint64_t first = published_ + 1;
        count = std::min<std::uint64_t>(count, messages_.size() - published_);
        for (std::uint64_t i = 0; i < count; ++i) {
            books_.on_message(messages_[published_++], ignored_);
        }
        return packet(first, count);
    }
    [[nodiscard]] Bytestring packet(std::uint64_t first, std::uint64_t count) {
        mold::PacketWriter writer(buffer_, kSession, first);
        const std::uint64_t end = std::min<std::uint64_t>(first + count, published_ + 1);
        for (std::uint64_t number = first; number < end && writer.try_append(messages_[number - 1]);
             ++number) {
        }
        return copy(writer.finish());
    }

    /// sink(message) for each open order as an add, then the end.
    void for_each_of_snapshot(auto&& sink) const {
        const book::L3Books& books = books_.books();
        for (std::uint32_t id = 1; id <= books.instruments_max(); ++id) {
            const InstrumentId instrument{static_cast<std::uint16_t>(id)};
            for (const Side side : {Side::Buy, Side::Sell}) {
                books.for_each_order(instrument, side, [&](const book::OrderView& order) {
                    sink(Bytes(add_order(order).bytes()));
                });
            }
        }
        protocols::nasdaq::glimpse50::EndOfSnapshot end;
        end.store_itch_sequence_number(
            protocols::nasdaq::glimpse50::to_characters(next_sequence_number()));
        sink(Bytes(end.bytes()));
    }

  private:
    [[nodiscard]] static Bytestring copy(Bytes bytes) { return {bytes.begin(), bytes.end()}; }

    [[nodiscard]] protocols::nasdaq::itch50::AddOrder add_order(
        const book::OrderView& order) const {
        protocols::nasdaq::itch50::AddOrder add;
        add.store_stock_locate(order.instrument.value);
        add.store_order_reference_number(order.id.value);
        add.store_buy_sell_indicator(order.side == Side::Buy ? 'B' : 'S');
        add.store_shares(order.leaves_qty.value);
        add.store_stock(books_.directory()[order.instrument].symbol);
        add.store_price(static_cast<std::uint32_t>(order.price.value));
        return add;
    }

    std::vector<Bytestring> messages_;
    std::uint64_t published_ = 0;
    feed::NullListener ignored_;
    feed::ItchBooks books_ = *feed::ItchBooks::create({});
    std::array<std::byte, mold::kPacketLengthMax> buffer_{};
};

/// One in ten packets of each line is lost, one in twenty cut, one in ten late; from time to time
/// everything is gone for a while.
class LossyLines {
  public:
    LossyLines(RecordedVenue& venue, std::uint64_t seed) : venue_(venue), random_(seed) {}

    void run() {
        while (!venue_.is_over()) {
            send(venue_.publish(1 + random_.below(8)));
        }
        for (int beats = 0; beats < 10'000 && !is_there(); ++beats) {
            send(venue_.packet(venue_.next_sequence_number(), 0));
        }
        EXPECT_TRUE(is_there()) << feed::name(feed_.state());
    }
    [[nodiscard]] const feed::ItchFeed& feed() const { return feed_; }

  private:
    [[nodiscard]] bool is_there() const {
        return feed_.state() == feed::FeedState::Live &&
               feed_.next_sequence_number() == venue_.next_sequence_number();
    }

    void send(const Bytestring& packet) {
        now_ = now_ + Nanos{10'000};
        outage_left_ = random_.one_in(500) ? kOutage : outage_left_ - (outage_left_ > 0 ? 1 : 0);
        for (const feed::Line line : {feed::Line::A, feed::Line::B}) {
            transmit(line, packet);
        }
        if (now_ >= feed_.next_deadline()) {
            feed_.on_timer(now_, ignored_);
        }
        serve();
    }

    void transmit(feed::Line line, Bytestring packet) {
        std::deque<Bytestring>& late = late_[static_cast<std::size_t>(line)];
        if (outage_left_ <= kOutage / 2 && !random_.one_in(10)) {
            if (random_.one_in(20)) {
                packet.resize(random_.below(packet.size()));
            }
            if (random_.one_in(10)) {
                late.push_back(std::move(packet));
                return;
            }
            feed_.on_packet({line, packet, now_}, ignored_);
        }
        if (!late.empty() && random_.one_in(3)) {
            feed_.on_packet({line, late.front(), now_}, ignored_);
            late.pop_front();
        }
    }

    void serve() {
        std::vector<mold::RequestPacket> requests;
        feed_.for_each_request([&](Bytes bytes) {
            EXPECT_EQ(mold::decode_request(bytes, requests.emplace_back()),
                      protocols::DecodeStatus::Ok);
        });
        for (const mold::RequestPacket& request : requests) {
            if (outage_left_ == 0 && !random_.one_in(10)) {
                const Bytestring reply = venue_.packet(request.load_sequence_number(),
                                                       request.load_requested_message_count());
                feed_.on_packet({feed::Line::Replies, reply, now_}, ignored_);
            }
        }
        if (feed_.wants_snapshot() && outage_left_ == 0) {
            feed_.on_snapshot_begin(now_, ignored_);
            venue_.for_each_of_snapshot(
                [&](Bytes message) { feed_.on_snapshot_message(message, now_, ignored_); });
        }
    }

    // In packets. The lines come back when half of it is over, the servers at its end: a gap is
    // not known before the lines are back.
    static constexpr int kOutage = 80;

    RecordedVenue& venue_;
    Random random_;
    feed::NullListener ignored_;
    feed::ItchFeed feed_ = *feed::ItchFeed::create(
        {}, {.lines = {.store = {.messages_max = 1'024}},
             .requests = {.gap_timeout = {50'000}, .retry_interval = {60'000}, .attempts_max = 3}});
    Time now_{};
    int outage_left_ = 0;
    std::array<std::deque<Bytestring>, 2> late_;
};

TEST(LossyLines, EveryRecordingComesThroughThemAsItIs) {
    std::uint64_t seed = support::seed_of_this_test(1);
    std::uint64_t requests = 0;
    std::uint64_t snapshots = 0;
    for (const char* const name : {end_to_end::kApple, end_to_end::kDirectory,
                                   end_to_end::kSynthetic, end_to_end::kGoogle}) {
        const auto file = support::licensed_data(name);
        if (!file) {
            continue;
        }
        RecordedVenue venue(*file);
        LossyLines lines(venue, seed++);
        lines.run();
        EXPECT_EQ(lines.feed().books().checksum(), venue.books().books().checksum()) << name;
        EXPECT_EQ(lines.feed().books().open_orders(), venue.books().books().open_orders()) << name;
        requests += lines.feed().gap_counters().requests;
        snapshots += lines.feed().counters().snapshots_applied;
    }
    if (requests == 0) {
        GTEST_SKIP() << support::missing_data("itch50");
    }
    EXPECT_GT(requests, 100U);
    EXPECT_GT(snapshots, 5U);
}

}  // namespace
}  // namespace hotpath

// Every character field of what the venue sends, against the specifications' tables: letters,
// digits or spaces, never a byte that no text has. ITCH on the feed, OUCH to sessions, GLIMPSE
// snapshots.

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/protocols/nasdaq/moldudp64/packet_reader.hpp"
#include "tests/support/protocol_table.hpp"
#include "tests/support/venue_clients.hpp"

namespace hotpath::exchange {
namespace {

using support::BenchClient;
using support::ByteString;
using support::VenueBench;
namespace ouch50 = protocols::nasdaq::ouch50;

/// Checks messages of one table and remembers their types.
class TextFields {
  public:
    explicit TextFields(std::string table) : table_(std::move(table)) {}

    [[nodiscard]] const std::set<char>& types() const { return types_; }

    void check(Bytes message) {
        const char type = std::to_integer<char>(message.front());
        types_.insert(type);
        const auto rows = support::field_rows(table_, "out", std::string(1, type));
        ASSERT_FALSE(rows.empty()) << table_ << " has no message " << type;
        for (const support::FieldRow& row : rows) {
            if (row.type != "c" && row.type != "a") {
                continue;
            }
            for (const std::byte b : message.subspan(row.offset, row.length)) {
                const auto code = std::to_integer<int>(b);
                EXPECT_TRUE(code >= 0x20 && code < 0x7f)
                    << row.message << "." << row.field << " has a byte " << code;
            }
        }
    }

  private:
    std::string table_;
    std::set<char> types_;
};

ouch50::EnterOrder order(std::uint32_t number, char side, std::int64_t price, char display) {
    ouch50::EnterOrder m = support::to_message({.number = number, .side = side, .price = price});
    m.store_display(display);
    m.store_capacity('P');
    m.store_iso_eligibility('N');
    m.store_cl_ord_id(protocols::to_alpha<14>("C" + std::to_string(number)));
    return m;
}

class PublishedFields : public testing::Test {
  protected:
    PublishedFields() {
        EXPECT_TRUE(bench_.server.try_control({.action = ControlAction::StartDay}, bench_.now));
        run_until_idle();
    }

    void run_until_idle() {
        bench_.take_records();
        bench_.make_durable();
        client_.poll();
    }
    void enter(const ouch50::EnterOrder& message) {
        client_.request(message.bytes());
        run_until_idle();
    }
    void control(Control command) {
        command.symbol = *Symbol::from("AAPL");
        EXPECT_TRUE(bench_.server.try_control(command, bench_.now));
        run_until_idle();
    }
    void trade_and_change() {
        enter(order(1, 'B', 500'000, 'Y'));
        enter(order(2, 'S', 500'000, 'Y'));
        enter(order(3, 'B', 510'000, 'N'));
        enter(order(4, 'S', 510'000, 'Y'));
        enter(order(5, 'B', 490'000, 'Y'));
        ouch50::ReplaceOrderRequest replace;
        replace.store_orig_user_ref_num(5);
        replace.store_user_ref_num(6);
        replace.store_quantity(200);
        replace.store_price(480'000);
        replace.store_time_in_force('0');
        replace.store_display('Y');
        replace.store_iso_eligibility('N');
        replace.store_cl_ord_id(protocols::to_alpha<14>("C6"));
        client_.request(replace.bytes());
        client_.cancel(6, 100);
        run_until_idle();
        ouch50::EnterOrder unknown = order(7, 'B', 1, 'Y');
        unknown.store_symbol(*Symbol::from("NOWHERE"));
        enter(unknown);
        client_.cancel(6);
        run_until_idle();
    }
    void halt_and_cross() {
        control({.action = ControlAction::SetTrading, .state = book::TradingState::QuotationOnly});
        enter(order(8, 'B', 500'000, 'Y'));
        enter(order(9, 'S', 490'000, 'Y'));
        control({.action = ControlAction::Indicate});
        control({.action = ControlAction::Cross});
        enter(order(10, 'B', 400'000, 'Y'));
    }

    VenueBench bench_{support::small_venue(2)};
    BenchClient client_{bench_, Port::OrderEntry, bench_.options.users[0]};
};

TEST_F(PublishedFields, AreTextWhereTheSpecificationsSayText) {
    client_.come_back();
    trade_and_change();
    halt_and_cross();
    TextFields feed("itch50.csv");
    for (const ByteString& bytes : bench_.packets) {
        protocols::nasdaq::moldudp64::PacketReader packet;
        ASSERT_EQ(packet.open(bytes), protocols::DecodeStatus::Ok);
        protocols::FrameCursor messages = packet.messages();
        for (Bytes message; messages.next(message);) {
            feed.check(message);
        }
    }
    EXPECT_EQ(std::string(feed.types().begin(), feed.types().end()), "ACDEHIPQRSUX");
    TextFields replies("ouch50.csv");
    for (const ByteString& reply : client_.replies) {
        replies.check(reply);
    }
    EXPECT_EQ(std::string(replies.types().begin(), replies.types().end()), "ACEJSU");

    BenchClient reader(bench_, Port::Glimpse, bench_.options.users[1]);
    for (int turn = 0; turn < 100 && !reader.has_ended; ++turn) {
        bench_.turn();
        reader.poll();
    }
    ASSERT_FALSE(reader.replies.empty());
    TextFields end("glimpse50.csv");
    end.check(reader.replies.back());
    reader.replies.pop_back();
    TextFields snapshot("itch50.csv");
    for (const ByteString& message : reader.replies) {
        snapshot.check(message);
    }
    EXPECT_EQ(std::string(snapshot.types().begin(), snapshot.types().end()), "AHR");
}

}  // namespace
}  // namespace hotpath::exchange

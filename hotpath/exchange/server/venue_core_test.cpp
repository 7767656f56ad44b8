// The core of a venue server with a port that only notes what it is asked for.

#include "hotpath/exchange/server/venue_core.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "hotpath/protocols/fix/venue/fix_ports.hpp"
#include "tests/support/port_bench.hpp"

namespace hotpath::exchange {
namespace {

using support::CoreBench;
using support::PortLines;
using support::small_venue;

class NotingPort final : public VenuePort {
  public:
    explicit NotingPort(std::string name) : name_(std::move(name)) {}

    void on_connected(ConnectionId, Time) noexcept override { note("connected"); }
    void on_bytes(ConnectionId, Bytes, Time) override { note("bytes"); }
    void on_disconnected(ConnectionId, Time) noexcept override { note("disconnected"); }
    void on_timer(ConnectionId, Time) noexcept override { note("timer"); }
    void on_durable(ConnectionId, Time) noexcept override { note("durable"); }
    void on_written(ConnectionId, std::size_t, Time) noexcept override {}
    [[nodiscard]] Time next_deadline(ConnectionId) const noexcept override { return kNever; }
    [[nodiscard]] Bytes output(ConnectionId) const noexcept override { return {}; }
    [[nodiscard]] std::array<Bytes, 2> last_output(ConnectionId) const noexcept override {
        return {};
    }
    void on_ended(ConnectionId) noexcept override { note("ended"); }
    void notify(ConnectionId, bool is_suspended) noexcept override {
        note(is_suspended ? "suspended" : "reinstated");
    }
    [[nodiscard]] std::uint64_t free_reports(SessionId,
                                             std::uint64_t most) const noexcept override {
        return std::min(most, free);
    }
    void keep(const Output& output, Time) noexcept override {
        note("keep " + std::to_string(output.session.value));
    }
    void end_session() noexcept override { note("end of session"); }
    void save_shared(StateWriter& writer) const override { writer.put_bytes(as_bytes("shared")); }
    void save(StateWriter& writer) const override { writer.put_bytes(as_bytes("own")); }
    void load_shared(StateReader& reader) override { note("shared " + text_of(reader)); }
    void load(StateReader& reader) override { note("own " + text_of(reader)); }

    std::uint64_t free = 1'000'000;

    [[nodiscard]] static PortLines take() { return std::exchange(notes(), {}); }

  private:
    [[nodiscard]] Bytes as_bytes(const char* what) const {
        static std::string text;
        text = name_ + " " + what;
        return std::as_bytes(std::span(text));
    }
    [[nodiscard]] static std::string text_of(StateReader& reader) {
        return std::string(as_text(reader.get_bytes()));
    }
    [[nodiscard]] static PortLines& notes() {
        static PortLines all;
        return all;
    }
    void note(const std::string& what) const { notes().push_back(name_ + ": " + what); }

    std::string name_;
};

class VenueCoreTest : public testing::Test {
  protected:
    explicit VenueCoreTest(bool is_started = true) {
        constexpr std::array kOrders{Port::OrderEntry};
        constexpr std::array kFix{kFixOrders};
        constexpr std::array kReplies{OutputKind::Reply};
        bench_.core.add(a_, kOrders, kReplies);
        bench_.core.add(b_, kFix, {});
        if (is_started) {
            bench_.start();
        }
        static_cast<void>(NotingPort::take());
    }
    void enter(std::uint32_t number) {
        const auto message = support::to_message({.number = number});
        bench_.submit(event::Order{{0}, message.bytes()});
    }
    [[nodiscard]] ConnectionId connect_user(Port port = Port::OrderEntry) {
        const ConnectionId id = bench_.connect(port);
        bench_.core.enter_session(id, bench_.now);
        static_cast<void>(NotingPort::take());
        return id;
    }

    CoreBench bench_{small_venue(2)};
    NotingPort a_{"a"};
    NotingPort b_{"b"};
};

TEST_F(VenueCoreTest, AnOutputGoesToThePortOfItsKindOnceItsInputIsDurable) {
    const ConnectionId id = connect_user(kFixOrders);
    enter(1);
    EXPECT_EQ(NotingPort::take(), PortLines{});
    bench_.make_durable();
    EXPECT_EQ(NotingPort::take(), (PortLines{"a: keep 0", "b: durable"}));
    bench_.make_durable();
    EXPECT_EQ(NotingPort::take(), PortLines{}) << "nothing is news";
    static_cast<void>(id);
}

TEST_F(VenueCoreTest, AClosedConnectionEndsOnceAndItsSessionHasItsGrace) {
    const ConnectionId id = connect_user();
    EXPECT_EQ(bench_.core.sessions()[{0}].cancel_at, kNever);
    bench_.core.close(id, VenueCore::CloseReason::ShutDown, "why");
    bench_.core.sweep_all(bench_.now);
    bench_.core.sweep_all(bench_.now);
    EXPECT_EQ(NotingPort::take(), PortLines{"a: ended"});
    EXPECT_FALSE(bench_.core.sessions()[{0}].connection.has_value());
    EXPECT_EQ(bench_.core.sessions()[{0}].cancel_at, bench_.now);
    EXPECT_EQ(bench_.notes(), PortLines{"why"});
}

TEST_F(VenueCoreTest, TheNewestConnectionIsTheSessionsWhateverThePort) {
    const ConnectionId first = connect_user(Port::OrderEntry);
    const ConnectionId second = bench_.connect(kFixOrders);
    EXPECT_TRUE(bench_.core.make_place_for_login(second, bench_.now));
    bench_.core.enter_session(second, bench_.now);
    EXPECT_TRUE(bench_.is_closed(first));
    EXPECT_EQ(NotingPort::take(), (PortLines{"b: connected", "a: ended"}));
    EXPECT_EQ(bench_.core.sessions()[{0}].connection, second);
    EXPECT_EQ(bench_.core.sessions()[{0}].cancel_at, kNever);
}

TEST_F(VenueCoreTest, ASessionWithoutRoomIsStoppedWhateverStreamHasNone) {
    const ConnectionId id = connect_user();
    enter(1);
    EXPECT_EQ(bench_.core.exchange().session_orders({0}), 1U);
    EXPECT_EQ(bench_.core.free_replies({0}), bench_.core.options().replies.messages_max);
    b_.free = bench_.core.replies_reserved({0});
    EXPECT_FALSE(bench_.core.has_room_for_reply({0}));
    static_cast<void>(bench_.inputs());
    bench_.core.note_crowded({0});
    EXPECT_TRUE(bench_.core.has_crowded());
    EXPECT_TRUE(bench_.core.stop_crowded(bench_.now));
    EXPECT_EQ(bench_.inputs(), PortLines{"cancel all"});
    EXPECT_EQ(bench_.core.exchange().session_orders({0}), 0U);
    EXPECT_EQ(bench_.core.counters().canceled_for_room, 1U);
    EXPECT_TRUE(bench_.is_closed(id));
}

TEST_F(VenueCoreTest, WithoutRoomInTheJournalACrowdedSessionWaits) {
    enter(1);
    b_.free = 0;
    bench_.core.note_crowded({0});
    static_cast<void>(bench_.inputs());
    bench_.core.inputs().set_room({.takes_orders = false, .bytes = 0});
    EXPECT_FALSE(bench_.core.stop_crowded(bench_.now));
    EXPECT_FALSE(bench_.core.submit({.time = bench_.now, .event = event::EndOfSession{}}));
    EXPECT_EQ(bench_.inputs(), PortLines{});
    bench_.core.inputs().set_room({});
    EXPECT_TRUE(bench_.core.stop_crowded(bench_.now));
    EXPECT_EQ(bench_.inputs(), PortLines{"cancel all"});
}

TEST_F(VenueCoreTest, AMemberHasItsNoticeWhenItsCommandIsDurable) {
    static_cast<void>(connect_user());
    EXPECT_TRUE(bench_.commands.try_request(
        {.control = {.action = ControlAction::Suspend, .session = {0}}, .from = {}}, bench_.now));
    EXPECT_EQ(NotingPort::take(), PortLines{});
    bench_.make_durable();
    EXPECT_EQ(NotingPort::take(), (PortLines{"a: durable", "a: suspended"}));
    EXPECT_TRUE(bench_.commands.try_request(
        {.control = {.action = ControlAction::Reinstate, .session = {0}}, .from = {}}, bench_.now));
    bench_.make_durable();
    EXPECT_EQ(NotingPort::take(), (PortLines{"a: durable", "a: reinstated"}));
}

TEST_F(VenueCoreTest, TheEndOfTheFeedIsTheEndOfEveryPortsSession) {
    bench_.submit(event::EndOfSession{});
    EXPECT_EQ(NotingPort::take(), PortLines{});
    bench_.make_durable();
    const PortLines ends = NotingPort::take();
    EXPECT_EQ(std::ranges::count(ends, "a: end of session"), 1);
    EXPECT_EQ(std::ranges::count(ends, "b: end of session"), 1);
}

class VenueCoreLoad : public VenueCoreTest {
  protected:
    VenueCoreLoad() : VenueCoreTest(false) {}
};

TEST_F(VenueCoreLoad, ASnapshotHasWhatPortsShareBeforeWhatTheirUsersHave) {
    const support::ByteString state = bench_.state();
    StateReader reader(state);
    bench_.core.load(reader);
    EXPECT_TRUE(reader.is_done());
    EXPECT_EQ(NotingPort::take(), (PortLines{"a: shared a shared", "b: shared b shared",
                                             "a: own a own", "b: own b own"}));
}

}  // namespace
}  // namespace hotpath::exchange

// A trader's FIX session as order entry: what goes out, what comes in, and when its query is answered.

#include "hotpath/protocols/fix/trader/fix_link.hpp"

#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/fix_messages.hpp"
#include "tests/support/fix_session_pair.hpp"

namespace hotpath::protocols::fix {
namespace {

using LinkLines = std::vector<std::string>;

constexpr Time kLinkBegins{1'000'000'000};
constexpr std::string_view kLinkOrder = "35=D|11=17|55=XYZ|54=1|38=1|40=2|44=1|";
constexpr const char* kLinkAnswer = "35=0|112=ACCOUNT|";

/// A trader's link and a venue's end, and the bytes between them when the test says so.
class LinkWorld {
  public:
    explicit LinkWorld(const FixAccount& with = account())
        : venue(venue_options()), link(*FixLink::create(with, {})) {}

    [[nodiscard]] static FixAccount account() {
        return {.comp_id = "CLIENT", .venue_comp_id = "VENUE", .password = "SECRET"};
    }
    [[nodiscard]] static protocols::fix::SessionOptions venue_options() {
        protocols::fix::SessionOptions options = support::fix_acceptor();
        options.stores_while_logged_out = true;
        return options;
    }
    [[nodiscard]] Time utc() const { return support::kFixNow + (now - kLinkBegins); }

    void connect(std::uint64_t next_number = 1) {
        venue.session().on_connected(utc(), venue);
        link.on_connected(now, {.utc = utc(), .next_number = next_number});
    }
    /// A second passes meanwhile.
    void cut() {
        now = now + Nanos{kNanosPerSecond};
        venue.session().on_disconnected(utc());
        link.on_disconnected();
    }
    /// The venue reports; logged out, it keeps it for the next logon.
    void report(const std::string& id) {
        const std::string fields =
            support::with_soh("37=1|11=" + id + "|17=1|150=0|39=0|55=XYZ|54=1|151=1|14=0|6=0|");
        venue.session().begin("8", utc()).add_fields(fields);
        static_cast<void>(venue.session().send());
    }
    [[nodiscard]] bool send(std::string_view body) {
        const std::string bytes = support::with_soh(body);
        return link.try_send(std::as_bytes(std::span(bytes)), now);
    }
    void pump() {
        for (bool is_moving = true; is_moving;) {
            const bool has_given = give();
            is_moving = take() || has_given;
        }
    }

    // The link's listener.
    void on_session_open() {
        events.emplace_back("open");
        EXPECT_TRUE(send("35=1|112=ACCOUNT|"));
    }
    void on_reply(std::uint64_t, Bytes message) {
        std::string text;
        for (const std::byte byte : message) {
            const char c = std::to_integer<char>(byte);
            text += c == protocols::fix::kSoh ? '|' : c;
        }
        const std::size_t id = text.find("|11=");
        events.push_back(
            id == std::string::npos ? text : text.substr(id + 1, text.find('|', id + 1) - id - 1));
    }

    support::FixEnd venue;
    FixLink link;
    Time now = kLinkBegins;
    LinkLines events;

  private:
    [[nodiscard]] static std::vector<std::byte> copy_of(Bytes bytes) {
        return {bytes.begin(), bytes.end()};
    }
    bool give() {
        const std::vector<std::byte> bytes = copy_of(link.output());
        if (bytes.empty()) {
            return false;
        }
        link.on_written(bytes.size());
        venue.session().on_bytes(bytes, utc(), venue);
        return true;
    }
    bool take() {
        const std::vector<std::byte> bytes = copy_of(venue.session().output());
        if (bytes.empty()) {
            return false;
        }
        venue.session().on_written(bytes.size(), utc());
        link.on_bytes(bytes, now, *this);
        return true;
    }
};

TEST(FixLink, TheQueryIsAnsweredAtTheLogonWhenNothingIsMissing) {
    LinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.link.is_logged_in());
    EXPECT_EQ(world.events, (LinkLines{"open", kLinkAnswer}));
    EXPECT_TRUE(world.venue.received.empty()) << "the query stays here";
}

TEST(FixLink, ANewProcessIsSentEveryReportBeforeItsQueryIsAnswered) {
    LinkWorld world;
    for (const char* id : {"1", "2", "3"}) {
        world.report(id);
    }
    world.connect(50);
    world.pump();
    EXPECT_EQ(world.events, (LinkLines{"open", "11=1", "11=2", "11=3", kLinkAnswer}));
    EXPECT_EQ(world.link.next_number(), 52U) << "the Logon and a ResendRequest took two";
}

TEST(FixLink, WithResetNumbersItBeginsAt1AndHasNoPast) {
    FixAccount account = LinkWorld::account();
    account.resets_numbers = true;
    LinkWorld world(account);
    world.report("1");
    world.connect(50);
    world.pump();
    EXPECT_EQ(world.events, (LinkLines{"open", kLinkAnswer}));
    EXPECT_EQ(world.link.next_number(), 2U);
    world.report("2");
    world.pump();
    EXPECT_EQ(world.events.back(), "11=2");
}

TEST(FixLink, ABodyGetsItsHeaderAndTransactTime) {
    LinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.send(kLinkOrder));
    const Bytes output = world.link.output();
    const std::string_view text(reinterpret_cast<const char*>(output.data()), output.size());
    EXPECT_NE(text.find(support::with_soh("|60=20251126-12:00:00.000|11=17|")),
              std::string_view::npos)
        << text;
    world.pump();
    EXPECT_EQ(world.venue.received, LinkLines{"17"});
}

TEST(FixLink, ASessionRejectIsOneOfTheOrderThatItNames) {
    LinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.send("35=D|11=17|55=XYZ|38=1|40=2|44=1|"));  // without Side
    world.pump();
    ASSERT_EQ(world.events.size(), 3U);
    EXPECT_EQ(world.events[2].substr(0, 24), "35=j|372=D|379=17|380=0|");
}

TEST(FixLink, NothingIsSentTwice) {
    LinkWorld world;
    world.connect();
    world.pump();
    EXPECT_TRUE(world.send(kLinkOrder));
    world.cut();  // with the order on its way
    world.events.clear();
    world.connect();
    world.pump();
    EXPECT_TRUE(world.link.is_logged_in());
    EXPECT_EQ(world.events, (LinkLines{"open", kLinkAnswer}));
    EXPECT_TRUE(world.venue.received.empty());
    EXPECT_FALSE(world.venue.session().is_waiting_for_resend()) << "it got a gap fill";
}

TEST(FixLink, ARefusedLogonIsFinalWithTheVenuesReason) {
    LinkWorld world;
    world.venue.refusal = "not today";
    world.connect();
    world.pump();
    EXPECT_TRUE(world.link.is_closed());
    EXPECT_TRUE(world.link.is_refused());
    EXPECT_EQ(world.link.why(), "not today");
    EXPECT_EQ(world.link.close_reason(), FixLink::CloseReason::LoginRejected);
    EXPECT_TRUE(world.events.empty());
}

TEST(FixLink, ANumberThatTheVenueHasSeenIsFinal) {
    LinkWorld world;
    world.venue.store.set_next_in(7);
    world.connect(1);
    world.pump();
    EXPECT_TRUE(world.link.is_refused());
    EXPECT_NE(world.link.why().find("MsgSeqNum too low"), std::string_view::npos)
        << world.link.why();
}

TEST(FixLink, ALostConnectionIsNotFinal) {
    LinkWorld world;
    world.connect();
    world.cut();
    EXPECT_FALSE(world.link.is_refused());
    EXPECT_EQ(world.link.close_reason(), FixLink::CloseReason::Disconnected);
    world.connect();
    world.pump();
    EXPECT_TRUE(world.link.is_logged_in());
    world.link.close(FixLink::CloseReason::SlowReader);
    EXPECT_EQ(world.link.close_reason(), FixLink::CloseReason::SlowReader);
}

TEST(FixLink, SpeaksTwoVersions) {
    FixAccount account = LinkWorld::account();
    account.begin_string = "FIX.4.2";
    EXPECT_TRUE(FixLink::create(account, {}).has_value());
    account.begin_string = "FIX.4.3";
    const auto refused = FixLink::create(account, {});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().message, "fix: the version must be FIX.4.2 or FIX.4.4, got FIX.4.3");
}

TEST(FixLink, MalformedBytesAreNotSent) {
    LinkWorld world;
    world.connect();
    world.pump();
    EXPECT_FALSE(world.send("no FIX"));
    EXPECT_FALSE(world.send("35=|"));
    world.cut();
    EXPECT_FALSE(world.send(kLinkOrder)) << "logged out";
}

}  // namespace
}  // namespace hotpath::protocols::fix

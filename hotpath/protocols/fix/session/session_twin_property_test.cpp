// A FIX session against its twin (tests/support/obvious_fix_session.hpp): the same peer, the same calls and
// the same times give the same bytes, events, states, numbers, deadlines and counters, after each call. The
// peer says what a session may meet: good and bad Logons, messages in turn, ahead and again, gap fills,
// resets, wrong fields, garbled bytes, silence.

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "tests/support/fix_session_pair.hpp"
#include "tests/support/obvious_fix_numbers.hpp"
#include "tests/support/seeds.hpp"

namespace hotpath::protocols::fix {
namespace {

using support::ObviousFixSession;

struct TwinVersion {
    std::string_view begin_string;
    const DictionaryTables& tables;
    std::string_view appl_ver_id;
};
const std::array<TwinVersion, 3> kVersions = {TwinVersion{"FIX.4.2", kFix42, ""},
                                              TwinVersion{"FIX.4.4", kFix44, ""},
                                              TwinVersion{"FIXT.1.1", kFix50Sp2, "9"}};

/// What a listener of the session is handed, and what its application does with it.
struct NotingListener : NullSessionListener {
    explicit NotingListener(std::unique_ptr<Session>& session) : session_(session) {}

    LogonAnswer on_logon(const Inbound& m) {
        events.push_back("logon " + text_of(m, tag::kUsername));
        return refusal.empty() ? LogonAnswer::accept() : LogonAnswer::refuse(refusal);
    }
    void on_logged_on() { events.emplace_back("logged on"); }
    void on_reject(const Inbound& m) { events.push_back("reject " + text_of(m, tag::kText)); }
    void on_logout(const Inbound& m) { events.push_back("logout " + text_of(m, tag::kText)); }
    void on_message(const Inbound& m) {
        const std::string id = text_of(m, tag::kClOrdId);
        events.push_back("message " + std::to_string(m.number) + " " + std::string(m.msg_type) +
                         " " + id + (m.is_poss_dup ? " duplicate" : "") +
                         (m.is_poss_resend ? " resent" : ""));
        if (id == "echo") {
            session_->begin("D", now).add(tag::kClOrdId, "again");
            static_cast<void>(session_->send());
        } else if (id == "close") {
            session_->close(CloseReason::ShutDown);
        } else if (id == "leave") {
            session_->logout("bye", now);
        } else if (id == "reset") {
            session_->reset_numbers(now, *this);
        }
    }

    static std::string text_of(const Inbound& m, Tag tag) {
        return std::string(m.fields.value(tag).value_or(""));
    }

    Time now{};
    std::vector<std::string> events;
    std::string refusal;

  private:
    std::unique_ptr<Session>& session_;
};

std::string text_of(const SessionCounters& c, const OutboundCounters& sent) {
    std::string text;
    for (const std::uint64_t count :
         {c.connections, c.logons, c.messages_received, c.garbled, c.applications_received,
          c.duplicates, c.held, c.held_dropped, c.resend_requests_received, c.resend_requests_sent,
          c.rejects_received, c.rejects_sent, c.test_requests_sent, sent.messages, sent.resent,
          sent.gap_fills, sent.bytes}) {
        text += " " + std::to_string(count);
    }
    return text;
}

class TwoSessions {
  public:
    explicit TwoSessions(std::uint64_t seed)
        : random_(seed),
          version_(kVersions[random_.below(kVersions.size())]),
          options_(some_options()),
          messages_max_(random_.one_in(8) ? 8 : 200),
          dictionary_(*Dictionary::create(version_.tables)),
          store_(*MemoryStore::create({.messages_max = messages_max_, .bytes_max = 1'000'000})),
          listener_(session_),
          twin_(std::make_unique<ObviousFixSession>(options_, dictionary_, messages_max_)) {
        session_ = std::make_unique<Session>(*Session::create(options_, dictionary_, store_));
    }

    void live(int events) {
        for (int i = 0; i < events && !testing::Test::HasFailure(); ++i) {
            happen();
            expect_same();
        }
    }

    [[nodiscard]] std::uint64_t logons() const { return logons_ + twin_->counters.logons; }
    [[nodiscard]] std::uint64_t resent() const { return resent_ + twin_->outbound.resent; }
    [[nodiscard]] std::uint64_t messages() const { return messages_; }

  private:
    SessionOptions some_options() {
        const Nanos second{kNanosPerSecond};
        SessionOptions options =
            random_.one_in(2) ? support::fix_initiator() : support::fix_acceptor();
        options.begin_string = version_.begin_string;
        options.default_appl_ver_id = version_.appl_ver_id;
        options.message_length_max = 512 + random_.below(100);
        options.output_bytes_max = 4 * options.message_length_max + random_.below(8'000);
        options.held_messages_max = 1 + random_.below(8);
        options.resends_per_call_max = 1 + random_.below(5);
        options.resend_request_max = random_.below(5);
        options.heartbeat_interval =
            Nanos{static_cast<std::int64_t>(random_.below(40)) * second.value};
        options.resend_age_max = random_.one_in(3) ? Nanos{20 * second.value} : kForever;
        options.sending_time_accuracy = random_.one_in(4) ? kForever : Nanos{100 * second.value};
        options.time_precision =
            std::array{TimePrecision::Seconds, TimePrecision::Milliseconds,
                       TimePrecision::Microseconds, TimePrecision::Nanoseconds}[random_.below(4)];
        options.resets = {.on_logon = random_.one_in(4),
                          .on_logout = random_.one_in(4),
                          .on_disconnect = random_.one_in(6),
                          .accepts_flag = !random_.one_in(4)};
        options.validates = random_.one_in(2);
        options.uses_next_expected = version_.begin_string != "FIX.4.2" && random_.one_in(2);
        options.refuses_long_messages = random_.one_in(3);
        options.stores_while_logged_out = random_.one_in(2);
        options.sender_sub_id = random_.one_in(3) ? "DESK" : "";
        options.target_sub_id = random_.one_in(3) ? "FLOOR" : "";
        options.username = random_.one_in(2) ? "me" : "";
        options.password = options.username.empty() ? "" : "secret";
        if (random_.one_in(4)) {
            options.schedule = *Schedule::daily(
                {.start = time_of_day(11, 50), .end = time_of_day(12, 20), .days = kEveryDay});
        }
        return options;
    }

    // What happens.

    void happen() {
        if (twin_->state == SessionState::Closed) {
            return random_.one_in(3) ? happen_while_closed() : connect();
        }
        switch (random_.below(24)) {
            case 0:
            case 1:
                return send();
            case 2:
            case 3:
            case 4:
                return transport_takes();
            case 5:
            case 6:
            case 7:
                return time_passes();
            case 8:
                return rarely();
            case 9:
                return say_several();
            default:
                return say(message());
        }
    }

    void connect() {
        note("connect");
        listener_.refusal = twin_->refusal = random_.one_in(8) ? "no such user" : "";
        session_->on_connected(now_, listener_);
        twin_->on_connected(now_);
        if (!random_.one_in(6)) {
            say(logon());
        }
    }

    void happen_while_closed() {
        time_passes();
        send();
        if (random_.one_in(3)) {
            note("restart");
            logons_ += twin_->counters.logons;
            resent_ += twin_->outbound.resent;
            session_ = std::make_unique<Session>(*Session::create(options_, dictionary_, store_));
            auto again = std::make_unique<ObviousFixSession>(options_, dictionary_, messages_max_);
            again->take_store(*twin_);
            twin_ = std::move(again);
            listener_.events.clear();
        }
    }

    void send() {
        const std::string id = random_.one_in(10)  ? ""
                               : random_.one_in(8) ? std::string(300 + random_.below(250), 'x')
                                                   : std::to_string(random_.below(1'000));
        const std::string type = random_.one_in(6) ? "8" : "D";
        note("send " + type + " " + id);
        MessageWriter& writer = session_->begin(type, now_);
        writer.add(tag::kClOrdId, id);
        writer.add_char(tag::kSide, '1');
        const SendStatus status = session_->send();
        EXPECT_EQ(status, twin_->send(type, support::with_soh("11=" + id + "|54=1|"), now_));
    }

    void transport_takes() {
        const std::size_t front = session_->output().size();
        const std::size_t bytes = random_.one_in(3) ? random_.below(front + 1) : front;
        note("transport takes " + std::to_string(bytes));
        session_->on_written(bytes, now_);
        twin_->on_written(bytes, now_);
    }

    void time_passes() {
        const Time due = session_->next_deadline();
        if (random_.one_in(3) && due != kNever) {
            now_ = std::max(due, now_);
        } else if (random_.one_in(20)) {
            now_ = now_ - Nanos{static_cast<std::int64_t>(random_.below(5'000'000'000))};
        } else {
            now_ = now_ + Nanos{static_cast<std::int64_t>(random_.below(12'000'000'000))};
        }
        if (random_.one_in(400)) {
            now_ = now_ + Nanos{86'400 * kNanosPerSecond};
        }
        note("time " + std::to_string(now_.value));
        listener_.now = now_;
        session_->on_timer(now_);
        twin_->on_timer(now_);
    }

    void rarely() {
        switch (random_.below(8)) {
            case 0:
                note("disconnected");
                session_->on_disconnected(now_);
                return twin_->on_disconnected(now_);
            case 1:
                note("logout");
                session_->logout("enough", now_);
                return twin_->logout("enough", now_);
            case 2:
            case 3:
                note("reset");
                session_->reset_numbers(now_, listener_);
                return twin_->reset_numbers(now_);
            case 4:
                note("close");
                session_->close(CloseReason::ShutDown);
                return twin_->close(CloseReason::ShutDown);
            default:
                return say(logon());
        }
    }

    // What the peer says.

    void say_several() {
        std::string text = message();
        for (std::uint64_t more = random_.below(4); more > 0; --more) {
            text += message();
        }
        say(text);
    }

    /// In one piece or several, between which time passes. One that may be too long is refused before it
    /// is whole: in one piece.
    void say(const std::string& text) {
        std::size_t said = 0;
        while (said < text.size()) {
            const std::size_t most = text.size() - said;
            const std::size_t bytes = text.size() < options_.message_length_max && random_.one_in(6)
                                          ? 1 + random_.below(most)
                                          : most;
            const std::string piece = text.substr(said, bytes);
            said += bytes;
            note("receive " + piece);
            listener_.now = now_;
            session_->on_bytes(support::view_of(piece), now_, listener_);
            twin_->on_bytes(piece, now_);
            if (said < text.size() && random_.one_in(2)) {
                time_passes();
            }
        }
    }

    [[nodiscard]] std::string time_text(std::int64_t seconds_before = 0) const {
        return support::fix_utc_text(now_ - Nanos{seconds_before * kNanosPerSecond},
                                     TimePrecision::Milliseconds);
    }

    /// Most often the next one; the others are ahead or have been before.
    std::uint64_t some_number() {
        const std::uint64_t next = twin_->next_in;
        if (random_.one_in(7)) {
            return next + 1 + random_.below(random_.one_in(4) ? 20 : 5);
        }
        return random_.one_in(12) && next > 1 ? 1 + random_.below(next - 1) : next;
    }

    std::string from_peer(const std::string& type, std::uint64_t number,
                          const std::string& fields) {
        const bool is_before = number < twin_->next_in;
        const bool is_duplicate = is_before ? !random_.one_in(8) : random_.one_in(8);
        std::string header = "35=" + type + "|";
        header += random_.one_in(300) ? "" : "34=" + std::to_string(number) + "|";
        header += is_duplicate ? "43=Y|" : "";
        header += "49=" + (random_.one_in(300) ? "OTHER" : options_.target_comp_id) + "|";
        header += "52=" + time_text(random_.one_in(200) ? 200 : 0) + "|";
        header += "56=" + options_.sender_comp_id + "|";
        header += random_.one_in(20) ? "97=Y|" : "";
        if (is_duplicate && !random_.one_in(12)) {
            header += "122=" +
                      (random_.one_in(15) ? "yesterday" : time_text(random_.one_in(20) ? -9 : 9)) +
                      "|";
        }
        header += random_.one_in(10) ? "115=FIRM|128=DESK2|" : "";
        std::string text = support::fix_message(
            random_.one_in(300) ? "FIX.4.3" : version_.begin_string, header + fields);
        if (random_.one_in(40)) {
            text[text.size() - 2] = text[text.size() - 2] == '0' ? '1' : '0';  // CheckSum
        }
        return text;
    }

    std::string logon() {
        const bool is_reset = random_.one_in(5);
        const std::uint64_t number = is_reset && !random_.one_in(6) ? 1 : some_number();
        std::string fields = random_.one_in(30) ? "98=1|" : "98=0|";
        fields +=
            "108=" + (random_.one_in(20) ? "3601" : std::to_string(1 + random_.below(40))) + "|";
        fields += is_reset ? "141=Y|" : "";
        if (options_.uses_next_expected && !random_.one_in(6)) {
            const std::uint64_t next = twin_->next_out;
            const std::uint64_t back = random_.one_in(2) ? random_.below(next) : 0;
            fields += "789=" + std::to_string(random_.one_in(15) ? next + 3 : next - back) + "|";
        }
        fields += version_.begin_string != "FIX.4.2" && random_.one_in(3) ? "553=user|" : "";
        if (!version_.appl_ver_id.empty() && !random_.one_in(30)) {
            fields += "1137=9|";
        }
        return from_peer(random_.one_in(30) ? "0" : "A", number, fields);
    }

    std::string message() {
        ++messages_;
        const std::uint64_t number = some_number();
        switch (random_.below(24)) {
            case 0:
            case 1:
                return from_peer("0", number, random_.one_in(2) ? "112=TEST|" : "");
            case 2:
            case 3:
                return from_peer("1", number, test_request_id());
            case 4:
            case 5:
                return from_peer("2", number, resend_range());
            case 6:
                return from_peer("3", number, "45=2|58=wrong|");
            case 7:
            case 8:
            case 9:
                return from_peer("4", number,
                                 "36=" + std::to_string(number + random_.below(6)) + "|123=Y|");
            case 10:
                return from_peer("4", number, sequence_reset());
            case 11:
                return random_.one_in(6) ? from_peer("5", number, "58=leaving|") : order(number);
            case 12:
                return random_.one_in(6) ? from_peer("A", number, "98=0|108=30|") : order(number);
            case 13:
                return from_peer(random_.one_in(2) ? "ZZ" : "D", number,
                                 random_.one_in(2) ? "nothing|" : "99999=1|");
            case 14:
                return random_.one_in(6) ? logon() : order(number);
            default:
                return order(number);
        }
    }

    std::string order(std::uint64_t number) {
        const std::array<std::string_view, 5> kActions = {"echo", "echo", "close", "leave",
                                                          "reset"};
        std::string id = std::to_string(random_.below(1'000));
        if (random_.one_in(8)) {
            const std::string_view action = kActions[random_.below(kActions.size())];
            id = action != "echo" && !random_.one_in(8) ? id : std::string(action);
        }
        return from_peer("D", number,
                         "11=" + id + "|21=1|54=1|55=XYZ|60=" + time_text() + "|38=5|40=1|");
    }

    std::string test_request_id() {
        if (random_.one_in(12)) {
            return "";
        }
        return "112=" +
               (random_.one_in(12) ? std::string(390 + random_.below(120), 'q') : "there?") + "|";
    }

    std::string resend_range() {
        const std::uint64_t first = random_.below(twin_->next_out + 1);
        const std::array<std::uint64_t, 4> kLast = {0, 999'999, first + random_.below(6),
                                                    random_.below(twin_->next_out + 2)};
        return "7=" + std::to_string(first) + "|16=" + std::to_string(kLast[random_.below(4)]) +
               "|";
    }

    std::string sequence_reset() {
        const std::uint64_t next = twin_->next_in;
        const std::string number = random_.one_in(8)   ? "x"
                                   : random_.one_in(8) ? "1000000000001"
                                   : random_.one_in(4) ? std::to_string(random_.below(next + 1))
                                                       : std::to_string(next + random_.below(12));
        return "36=" + number + (random_.one_in(3) ? "|123=N|" : "|");
    }

    // What is the same.

    void expect_same() {
        const Session& s = *session_;
        std::string bytes;
        for (const Bytes piece : s.output_since(0)) {
            bytes += support::text_of(piece);
        }
        ASSERT_EQ(bytes, twin_->output) << history();
        ASSERT_EQ(listener_.events, twin_->events) << history();
        ASSERT_EQ(name(s.state()), name(twin_->state)) << history();
        ASSERT_EQ(name(s.close_reason()), name(twin_->reason)) << history();
        ASSERT_EQ(store_.next_in(), twin_->next_in) << history();
        ASSERT_EQ(store_.next_out(), twin_->next_out) << history();
        ASSERT_EQ(s.is_waiting_for_resend(), twin_->gap_end.has_value()) << history();
        ASSERT_EQ(s.heartbeat_interval(), twin_->heartbeat_interval) << history();
        ASSERT_EQ(s.next_deadline(), twin_->next_deadline()) << history();
        ASSERT_EQ(text_of(s.counters(), s.sent()), text_of(twin_->counters, twin_->outbound))
            << history();
    }

    void note(const std::string& what) {
        history_.push_back(what);
        if (history_.size() > 40) {
            history_.erase(history_.begin());
        }
    }
    [[nodiscard]] std::string history() const {
        std::string text;
        for (const std::string& line : history_) {
            text += line + "\n";
        }
        std::ranges::replace(text, kSoh, '|');
        return text + std::string(name(session_->state())) + ", " +
               std::string(name(session_->close_reason())) + "; the twin " +
               std::string(name(twin_->state)) + ", " + std::string(name(twin_->reason));
    }

    Random random_;
    TwinVersion version_;
    SessionOptions options_;
    std::size_t messages_max_;
    Dictionary dictionary_;
    MemoryStore store_;
    std::unique_ptr<Session> session_;
    NotingListener listener_;
    std::unique_ptr<ObviousFixSession> twin_;
    Time now_ = support::kFixNow;
    std::vector<std::string> history_;
    std::uint64_t logons_ = 0;
    std::uint64_t resent_ = 0;
    std::uint64_t messages_ = 0;
};

TEST(FixSessionTwin, WhateverAPeerSaysBothDoTheSame) {
    Random seeds(support::seed_of_this_test(44));
    const std::uint64_t rounds = support::rounds_of_this_run({.usual = 1'500, .long_run = 60'000});
    std::uint64_t messages = 0;
    std::uint64_t logons = 0;
    std::uint64_t resent = 0;
    for (std::uint64_t round = 0; round < rounds && !testing::Test::HasFailure(); ++round) {
        TwoSessions both(seeds.next());
        both.live(300);
        messages += both.messages();
        logons += both.logons();
        resent += both.resent();
    }
    EXPECT_FALSE(testing::Test::HasFailure());
    EXPECT_GT(logons, rounds * 5) << "sessions must be logged on again and again";
    EXPECT_GT(resent, messages / 40) << "resends must be a part of it";
}

}  // namespace
}  // namespace hotpath::protocols::fix

#pragma once
/// Plays an acceptance script of QuickFIX against an acceptor in this process.
///
///   iCONNECT                        connect           eDISCONNECT     the acceptor hangs up
///   I8=FIX.4.4|35=A|34=1|...        bytes to it       E8=FIX.4.4|...  the message that comes next
///
/// A line may name one of several connections: `I2,8=...`. <TIME>, <TIME-10> are now and then. What
/// is missing of BodyLength and CheckSum is added, as QuickFIX's runner does it. Times and the
/// CheckSum of an expected message are compared by their form, everything else field by field, in
/// order. The acceptor's application answers an order with the order. Waiting is time that passes.
/// Tests only.

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <deque>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/values.hpp"
#include "tests/support/fix_messages.hpp"

namespace hotpath::support {

/// Answers orders by themselves, in the order of their tags; everything else is not supported.
class EchoApplication : public protocols::fix::NullSessionListener {
  public:
    EchoApplication(protocols::fix::Session& session, const protocols::fix::Dictionary& dictionary)
        : session_(&session), dictionary_(&dictionary) {}

    Time now{};

    protocols::fix::LogonAnswer on_logon(const protocols::fix::Inbound&) {
        return protocols::fix::LogonAnswer::accept();
    }
    void on_logged_on() { orders_.clear(); }
    void on_message(const protocols::fix::Inbound& message) {
        using namespace protocols::fix;
        if (message.msg_type != "D" && message.msg_type != "d") {
            return refuse(message);
        }
        const auto id = message.fields.value(tag::kClOrdId);
        const bool is_seen = id && !orders_.insert(std::string(*id)).second;
        if (is_seen && message.is_poss_resend) {
            return;
        }
        std::vector<protocols::fix::Field> body;
        for (const protocols::fix::Field field : message.fields) {
            if (dictionary_->member(kHeader, field.tag) == nullptr &&
                dictionary_->member(kTrailer, field.tag) == nullptr) {
                body.push_back(field);
            }
        }
        std::ranges::stable_sort(body, {}, &protocols::fix::Field::tag);
        MessageWriter& writer = session_->begin(message.msg_type, now);
        if (message.is_poss_resend) {
            writer.add_boolean(tag::kPossResend, true);
        }
        for (const protocols::fix::Field& field : body) {
            writer.add(TagText::of(field.tag), field.value);
        }
        HOTPATH_ASSERT(session_->send() == SendStatus::Sent, "the answer must be sent");
    }

  private:
    void refuse(const protocols::fix::Inbound& message) {
        using namespace protocols::fix;
        MessageWriter& writer = session_->begin("j", now);
        writer.add_uint(tag::kRefSeqNum, message.number);
        writer.add(tag::kText, "Unsupported Message Type");
        writer.add(tag::kRefMsgType, message.msg_type);
        writer.add(tag::kBusinessRejectReason, "3");
        HOTPATH_ASSERT(session_->send() == SendStatus::Sent, "the refusal must be sent");
    }

    protocols::fix::Session* session_;
    const protocols::fix::Dictionary* dictionary_;
    std::set<std::string> orders_;
};

class AcceptanceScript {
  public:
    AcceptanceScript(const protocols::fix::Dictionary& dictionary,
                     const protocols::fix::SessionOptions& options)
        : store_(*protocols::fix::MemoryStore::create({})),
          session_(*protocols::fix::Session::create(options, dictionary, store_)),
          application_(session_, dictionary) {}

    /// What went wrong, and in which line; empty when nothing did.
    [[nodiscard]] std::string play(std::string_view script) {
        std::istringstream lines{std::string(script)};
        int number = 0;
        for (std::string line; std::getline(lines, line);) {
            ++number;
            if (!line.empty() && line.back() == '\r') {
                line.pop_back();
            }
            if (const std::string fault = play_line(line); !fault.empty()) {
                return "line " + std::to_string(number) + ": " + fault;
            }
        }
        return {};
    }

  private:
    struct Connection {
        bool is_open = true;
        std::deque<std::string> received;
    };
    static constexpr Nanos kWaitMax{40 * kNanosPerSecond};

    std::string play_line(const std::string& line) {
        if (line.empty() || std::string_view("IEie").find(line[0]) == std::string_view::npos) {
            return {};
        }
        const bool is_numbered =
            line.size() > 2 && line[1] >= '0' && line[1] <= '9' && line[2] == ',';
        const int id = is_numbered ? line[1] - '0' : 1;
        const std::string text = with_times(line.substr(is_numbered ? 3 : 1));
        switch (line[0]) {
            case 'i':
                return act(id, text);
            case 'I':
                return send(id, whole(text));
            case 'E':
                return expect(id, whole(text));
            default:
                return expect_closed(id);
        }
    }

    // The script's side.

    std::string act(int id, const std::string& what) {
        if (what == "DISCONNECT") {
            if (id == owner_) {
                session_.on_disconnected(now_);
            }
            connections_.erase(id);
            return {};
        }
        if (what.starts_with("SET_SESSION")) {
            return set_number(what);
        }
        if (what != "CONNECT") {
            return "not understood: " + what;
        }
        connections_[id] = {};
        if (session_.is_closed()) {  // one connection at a time has the session
            owner_ = id;
            session_.on_connected(now_, application());
            collect();
        }
        return {};
    }

    /// SET_SESSION FIX.4.4:ISLD->TW NEXTSENDERSEQNUM=2000, or NEXTTARGETSEQNUM.
    std::string set_number(const std::string& what) {
        const std::uint64_t number = std::stoull(what.substr(what.find('=') + 1));
        if (what.find("NEXTSENDERSEQNUM") != std::string::npos) {
            store_.set_next_out(number);
        } else {
            store_.set_next_in(number);
        }
        return {};
    }

    std::string send(int id, const std::string& bytes) {
        Connection& connection = connections_[id];
        if (!connection.is_open) {
            return "the acceptor has hung up";
        }
        if (id != owner_) {  // somebody else is logged on under this name
            connection.is_open = false;
            return {};
        }
        session_.on_bytes(view_of(bytes), now_, application());
        collect();
        return {};
    }

    std::string expect(int id, const std::string& wanted) {
        Connection& connection = connections_[id];
        wait([&] { return !connection.received.empty(); });
        if (connection.received.empty()) {
            return "nothing came, expected " + readable(wanted);
        }
        const std::string found = connection.received.front();
        connection.received.pop_front();
        return is_as_expected(wanted, found)
                   ? ""
                   : "came " + readable(found) + ", expected " + readable(wanted);
    }

    std::string expect_closed(int id) {
        Connection& connection = connections_[id];
        wait([&] { return !connection.is_open || !connection.received.empty(); });
        if (!connection.received.empty()) {
            return "came " + readable(connection.received.front()) + ", expected the end";
        }
        return connection.is_open ? "the acceptor did not hang up" : "";
    }

    template <class Condition>
    void wait(Condition is_met) {
        const Time end = now_ + kWaitMax;
        while (!is_met() && now_ < end && !session_.is_closed()) {
            now_ = std::clamp(session_.next_deadline(), now_ + Nanos{1}, end);
            session_.on_timer(now_);
            collect();
        }
    }

    // The acceptor's side.

    EchoApplication& application() {
        application_.now = now_;
        return application_;
    }

    void collect() {
        Connection& connection = connections_[owner_];
        for (Bytes bytes; !(bytes = session_.output()).empty();) {
            Bytes stream = bytes;
            Bytes message;
            for (protocols::fix::FrameStatus status; (status = framer_.next(stream, message)) !=
                                                     protocols::fix::FrameStatus::NeedMore;) {
                connection.received.push_back(text_of(message));
            }
            session_.on_written(bytes.size(), now_);
        }
        connection.is_open = !session_.is_closed();
    }

    // The text of a script.

    std::string with_times(std::string text) const {
        for (std::size_t first; (first = text.find("<TIME")) != std::string::npos;) {
            const std::size_t last = text.find('>', first);
            const std::string offset = text.substr(first + 5, last - first - 5);
            const std::int64_t seconds =
                offset.empty() ? 0 : std::stoll(offset.substr(1)) * (offset[0] == '-' ? -1 : 1);
            std::array<char, protocols::fix::kTimestampLengthMax> time;
            protocols::fix::TimestampText writer;
            char* const end = writer.write(time.data(), now_ + Nanos{seconds * kNanosPerSecond},
                                           protocols::fix::TimePrecision::Seconds);
            text.replace(first, last - first + 1, std::string(time.data(), end));
        }
        return text;
    }

    /// As QuickFIX's runner completes a line. Its pattern takes the SOH before a CheckSum that is
    /// given with it: a BodyLength that it adds to one is too small by 1.
    static std::string whole(std::string text) {
        const char soh = protocols::fix::kSoh;
        if (!text.starts_with("8=")) {
            return text;
        }
        const bool has_length = text.find(std::string(1, soh) + "9=") != std::string::npos;
        const std::size_t head_end = text.find(soh) + 1;
        const std::string head = text.substr(0, head_end);
        std::string body = text.substr(head_end);
        std::string sum;
        if (const std::size_t at = body.find(std::string(1, soh) + "10=");
            at != std::string::npos) {
            sum = body.substr(at);
            body.erase(at);
        }
        const std::string length = has_length ? "" : "9=" + std::to_string(body.size()) + soh;
        if (sum.empty()) {
            sum = "10=" + check_sum_text(head + length + body) + soh;
        }
        return head + length + body + sum;
    }

    static bool is_as_expected(const std::string& wanted, const std::string& found) {
        const ObviousFields left = obvious_fields(wanted, {});
        const ObviousFields right = obvious_fields(found, {});
        return std::ranges::equal(left, right, [](const auto& expected, const auto& field) {
            return expected.first == field.first &&
                   (has_free_value(field) || expected.second == field.second);
        });
    }

    static bool has_free_value(const std::pair<protocols::fix::Tag, std::string>& field) {
        static const std::regex kTime("\\d{8}-\\d{2}:\\d{2}:\\d{2}(\\.\\d{3})?");
        static const std::regex kSum("\\d{3}");
        switch (field.first) {
            case 10:
                return std::regex_match(field.second, kSum);
            case 42:
            case 52:
            case 60:
            case 122:
                return std::regex_match(field.second, kTime);
            default:
                return false;
        }
    }

    static std::string readable(std::string text) {
        std::ranges::replace(text, protocols::fix::kSoh, '|');
        return text;
    }

    protocols::fix::MemoryStore store_;
    protocols::fix::Session session_;
    EchoApplication application_;
    protocols::fix::Framer framer_{65'536};
    Time now_{1'764'158'400'000'000'000};  // 2025-11-26 12:00
    std::map<int, Connection> connections_;
    int owner_ = 0;  // of the session
};

}  // namespace hotpath::support

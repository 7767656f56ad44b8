#pragma once
/// Both ends of a FIX session and a connection between them that a test cuts, slows and chops as it
/// likes.
///
///   FixPair pair;
///   pair.connect();
///   pair.run_until_idle();                       // both are logged on
///   pair.client.order("1");
///   pair.run_until_idle();
///   EXPECT_EQ(pair.venue.received, ...);
///
/// A message is an order whose ClOrdID is the text. `wire` notes every message that was put on the
/// connection, with `|` for SOH. Tests only.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::support {

inline constexpr Time kFixNow{1'764'158'400'000'000'000};  // Wednesday 2025-11-26 12:00:00

inline const protocols::fix::Dictionary& fix44() {
    static const auto dictionary = *protocols::fix::Dictionary::create(protocols::fix::kFix44);
    return dictionary;
}

inline const protocols::fix::Dictionary& fix42() {
    static const auto dictionary = *protocols::fix::Dictionary::create(protocols::fix::kFix42);
    return dictionary;
}

inline protocols::fix::SessionOptions fix_initiator() {
    protocols::fix::SessionOptions options;
    options.sender_comp_id = "CLIENT";
    options.target_comp_id = "VENUE";
    options.message_length_max = 1'024;
    options.held_messages_max = 32;
    options.output_bytes_max = 16'384;
    return options;
}
inline protocols::fix::SessionOptions fix_acceptor() {
    protocols::fix::SessionOptions options = fix_initiator();
    options.role = protocols::fix::Role::Acceptor;
    options.sender_comp_id = "VENUE";
    options.target_comp_id = "CLIENT";
    return options;
}

using FixTexts = std::vector<std::string>;

/// One end, and the application on it.
class FixEnd : public protocols::fix::NullSessionListener {
  public:
    explicit FixEnd(const protocols::fix::SessionOptions& options,
                    const protocols::fix::MemoryStoreOptions& store_options =
                        {.messages_max = 4'096, .bytes_max = 262'144})
        : options_(options), store(*protocols::fix::MemoryStore::create(store_options)) {
        restart();
    }

    /// The process is gone, and starts once more with what the store has.
    void restart() {
        session_ = std::make_unique<protocols::fix::Session>(
            *protocols::fix::Session::create(options_, fix44(), store));
    }
    [[nodiscard]] protocols::fix::Session& session() { return *session_; }
    [[nodiscard]] const protocols::fix::SessionOptions& options() const { return options_; }

    protocols::fix::SendStatus order(std::string_view id, Time now) {
        using namespace protocols::fix;
        MessageWriter& writer = session_->begin("D", now);
        writer.add(tag::kClOrdId, id);
        writer.add_char(tag::kSide, '1');
        writer.add(tag::kSymbol, "XYZ");
        writer.add_time(tag::kTransactTime, now, TimePrecision::Milliseconds);
        writer.add_char(tag::kOrdType, '1');
        return session_->send();
    }

    // The listener.
    protocols::fix::LogonAnswer on_logon(const protocols::fix::Inbound& logon) {
        const auto user = logon.fields.value(protocols::fix::tag::kUsername);
        user_ = user.value_or("");
        return refusal.empty() ? protocols::fix::LogonAnswer::accept()
                               : protocols::fix::LogonAnswer::refuse(refusal);
    }
    void on_message(const protocols::fix::Inbound& message) {
        received.emplace_back(message.fields.value(protocols::fix::tag::kClOrdId).value_or(""));
        duplicates += message.is_poss_dup ? 1 : 0;
    }
    void on_logged_on() { ++logons; }
    void on_reject(const protocols::fix::Inbound& reject) {
        rejects.emplace_back(reject.fields.value(protocols::fix::tag::kText).value_or(""));
    }
    void on_logout(const protocols::fix::Inbound& logout) {
        logouts.emplace_back(logout.fields.value(protocols::fix::tag::kText).value_or(""));
    }

    [[nodiscard]] const std::string& user() const { return user_; }

  private:
    protocols::fix::SessionOptions options_;
    std::unique_ptr<protocols::fix::Session> session_;
    std::string user_;

  public:
    protocols::fix::MemoryStore store;
    std::string refusal;
    FixTexts received;
    std::uint64_t duplicates = 0;  // marked as possible ones
    int logons = 0;
    FixTexts rejects;
    FixTexts logouts;
};

class FixPair {
  public:
    explicit FixPair(const protocols::fix::SessionOptions& client_options = fix_initiator(),
                     const protocols::fix::SessionOptions& venue_options = fix_acceptor())
        : client(client_options), venue(venue_options) {}

    void connect() {
        to_client.clear();
        to_venue.clear();
        framers_[0].clear();
        framers_[1].clear();
        venue.session().on_connected(now, venue);
        client.session().on_connected(now, client);
    }
    /// The connection breaks: what is on its way is gone.
    void cut() {
        to_client.clear();
        to_venue.clear();
        venue.session().on_disconnected(now);
        client.session().on_disconnected(now);
    }
    void log_on() {
        connect();
        run_until_idle();
        ASSERT_TRUE(client.session().is_logged_on());
        ASSERT_TRUE(venue.session().is_logged_on());
    }

    std::size_t client_sends(std::size_t bytes_max = ~std::size_t{0}) {
        return send(client.session(), to_venue, framers_[0], bytes_max);
    }
    std::size_t venue_sends(std::size_t bytes_max = ~std::size_t{0}) {
        return send(venue.session(), to_client, framers_[1], bytes_max);
    }
    std::size_t client_receives(std::size_t bytes_max = ~std::size_t{0}) {
        return receive(client, to_client, bytes_max);
    }
    std::size_t venue_receives(std::size_t bytes_max = ~std::size_t{0}) {
        return receive(venue, to_venue, bytes_max);
    }

    /// Until nothing moves any more; an end that has hung up breaks the connection.
    void run_until_idle() {
        for (bool moved = true; moved;) {
            std::size_t bytes = client_sends() + venue_receives();
            bytes += venue_sends() + client_receives();
            for (FixEnd* end : {&client, &venue}) {
                end->session().on_timer(now);
            }
            moved = bytes > 0;
        }
        if (client.session().is_closed() != venue.session().is_closed()) {
            cut();
        }
    }
    /// Time passes, on a connection that carries everything at once.
    void live(Nanos duration) {
        const Time end = now + duration;
        while (now < end) {
            const Time due =
                std::min(client.session().next_deadline(), venue.session().next_deadline());
            now = std::clamp(due, now, end);
            client.session().on_timer(now);
            venue.session().on_timer(now);
            run_until_idle();
            now = due >= end ? end : now + Nanos{due <= now ? 1 : 0};
        }
    }
    /// The peer of the venue says what no session of ours would.
    void say_to_venue(const std::string& message) {
        venue.session().on_bytes(view_of(message), now, venue);
        venue_sends();
    }

    Time now = kFixNow;
    FixEnd client;
    FixEnd venue;
    std::vector<std::byte> to_client;
    std::vector<std::byte> to_venue;
    std::vector<std::string> wire;

  private:
    std::size_t send(protocols::fix::Session& session, std::vector<std::byte>& pipe,
                     protocols::fix::Framer& framer, std::size_t bytes_max) {
        const Bytes front = session.output();
        const Bytes taken = front.first(std::min(bytes_max, front.size()));
        pipe.insert(pipe.end(), taken.begin(), taken.end());
        Bytes message;
        for (Bytes stream = taken;
             framer.next(stream, message) != protocols::fix::FrameStatus::NeedMore;) {
            std::string text = text_of(message);
            std::ranges::replace(text, protocols::fix::kSoh, '|');
            wire.push_back(text.substr(text.find("35=")));
        }
        session.on_written(taken.size(), now);
        return taken.size();
    }
    std::size_t receive(FixEnd& end, std::vector<std::byte>& pipe, std::size_t bytes_max) {
        const auto count = static_cast<std::ptrdiff_t>(std::min(bytes_max, pipe.size()));
        const std::vector<std::byte> bytes(pipe.begin(), pipe.begin() + count);
        pipe.erase(pipe.begin(), pipe.begin() + count);
        end.session().on_bytes(bytes, now, end);
        return bytes.size();
    }

    protocols::fix::Framer framers_[2] = {protocols::fix::Framer(65'536),
                                          protocols::fix::Framer(65'536)};
};

}  // namespace hotpath::support

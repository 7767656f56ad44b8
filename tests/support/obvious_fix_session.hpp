#pragma once
/// The twin of protocols::fix::Session: one end of a FIX session as the specification has it, with texts,
/// maps and sets.
///
/// A message is a text, its fields a list, what is kept a map by number, what waits a set of numbers;
/// the output is one text. A whole message ends at its CheckSum field, wherever it is cut. What has
/// twins of its own is used: Schedule, Validator and the readers of values. `events` is what a listener
/// was handed. Threads: one owner. Allocation: yes. Tests only.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/session/session_events.hpp"
#include "hotpath/protocols/fix/session/session_options.hpp"
#include "hotpath/protocols/fix/validator.hpp"
#include "tests/support/fix_messages.hpp"

namespace hotpath::support {

class ObviousFixSession {
  public:
    using State = protocols::fix::SessionState;
    using Reason = protocols::fix::CloseReason;

    ObviousFixSession(const protocols::fix::SessionOptions& options,
                      const protocols::fix::Dictionary& dictionary, std::size_t messages_max);

    // The owner's calls. `fields` is written with SOH.
    void on_connected(Time now);
    void on_disconnected(Time now);
    void on_bytes(std::string_view bytes, Time now);
    void on_timer(Time now);
    void on_written(std::size_t bytes, Time now);
    protocols::fix::SendStatus send(const std::string& type, const std::string& fields, Time now);
    void logout(const std::string& text, Time now);
    void reset_numbers(Time now);
    void close(Reason reason);
    /// A process has started again, and its store has what that of the one before had.
    void take_store(const ObviousFixSession& before);

    [[nodiscard]] Time next_deadline() const;

    // What the store has.
    struct Sent {
        std::string type;
        Time at{};
        std::string fields;
    };
    std::map<std::uint64_t, Sent> sent;
    std::uint64_t next_out = 1;
    std::uint64_t next_in = 1;
    Time created_at{};

    State state = State::Closed;
    Reason reason = Reason::None;
    std::string output;
    std::vector<std::string> events;
    std::string refusal;  // of on_logon(); empty: accepted
    protocols::fix::SessionCounters counters;
    protocols::fix::OutboundCounters outbound;
    Nanos heartbeat_interval{};
    std::optional<std::uint64_t> gap_end;  // the resend that is waited for ends with it

  private:
    struct Message {
        std::string text;
        ObviousFields fields;
        bool was_held = false;

        [[nodiscard]] std::optional<std::string> value(protocols::fix::Tag tag) const;
        [[nodiscard]] std::string text_of(protocols::fix::Tag tag) const {
            return value(tag).value_or("");
        }
        [[nodiscard]] bool is_set(protocols::fix::Tag tag) const { return value(tag) == "Y"; }
        [[nodiscard]] std::string type() const { return fields.at(2).second; }
        [[nodiscard]] std::optional<std::uint64_t> number() const;
    };

    // Time.
    void advance(Time now);
    void run_timers();
    [[nodiscard]] Time deadline() const;
    [[nodiscard]] Time stall_at() const;
    [[nodiscard]] Time silence_at() const;

    // Sending.
    [[nodiscard]] std::string message(const std::string& type, std::uint64_t number,
                                      bool is_poss_dup, const std::string& fields) const;
    protocols::fix::SendStatus finish(const std::string& type, const std::string& fields,
                                      bool goes_out);
    void send_admin(const std::string& type, const std::string& fields);
    void send_logon(bool resets);
    void send_logout(const std::string& text);
    void put(const std::string& text);
    void put_again();
    void pump();
    void forget_waiting();
    void send_again(std::uint64_t first, std::uint64_t last);
    [[nodiscard]] bool is_behind() const;
    [[nodiscard]] bool can_pump() const;
    [[nodiscard]] bool is_resent(std::uint64_t number) const;
    [[nodiscard]] std::uint64_t fresh() const {
        return waiting_.empty() ? next_out : *waiting_.begin();
    }

    // Ending.
    void reset_store();
    void log_out_because(const std::string& text, Reason why);
    void refuse_logon(const std::string& text, Reason why);
    void log_out_too_low(std::uint64_t number);

    // Receiving.
    void receive_all();
    void receive(const Message& m);
    void receive_first(const Message& m);
    [[nodiscard]] Reason fault_of(const Message& m);
    [[nodiscard]] std::string terms_refused(const Message& m);
    [[nodiscard]] bool take_numbers(const Message& m);
    void log_on(const Message& m);
    void receive_again(const Message& logon);
    void receive_resend_request(const Message& m);
    void receive_sequence_reset(const Message& m);
    void receive_logout(const Message& m);
    void receive_application(const Message& m);
    [[nodiscard]] bool is_its_turn(const Message& m);
    [[nodiscard]] bool has_valid_origin(const Message& m);
    [[nodiscard]] bool is_wrong_name(const Message& m) const;
    [[nodiscard]] bool is_time_wrong(const Message& m) const;
    [[nodiscard]] protocols::fix::Verdict judge(const Message& m);
    [[nodiscard]] bool is_valid(const Message& m);
    void reject(const Message& m, const protocols::fix::Verdict& verdict);
    void reject_and_count(const Message& m, const protocols::fix::Verdict& verdict);
    void hold(const Message& m, const std::string& text);
    void ask_again(std::uint64_t end);
    void count(const Message& m);
    void expect(std::uint64_t number);

    protocols::fix::SessionOptions options_;
    const protocols::fix::Dictionary& dictionary_;
    std::size_t messages_max_;
    protocols::fix::FieldList fields_;
    protocols::fix::Validator validator_;

    std::string received_;                       // the beginning of a message
    std::map<std::uint64_t, std::string> held_;  // by number; empty: only to be counted
    std::set<std::uint64_t> waiting_;            // numbers that have not been put out
    std::set<std::uint64_t> again_;              // numbers that are asked for again
    std::optional<std::uint64_t> unsent_;        // the first one stored while logged out
    std::optional<std::uint64_t> last_;          // number of our Logout
    std::optional<std::uint64_t> chunk_end_;
    std::uint64_t logon_number_ = 0;
    std::uint64_t peer_expects_ = 0;
    bool is_deaf_ = false;
    bool closes_when_sent_ = false;
    bool was_logged_on_ = false;
    bool has_exchanged_logout_ = false;
    bool is_awaiting_reset_ = false;
    bool counts_the_logon_ = false;  // one is being answered
    std::optional<Reason> ending_;
    Time now_{};
    Time clock_{};
    Time session_end_ = kNever;
    Time heard_at_{};
    std::optional<Time> tested_at_;
    Time ends_at_{};
    Time put_at_{};
    Time taken_at_{};
};

}  // namespace hotpath::support

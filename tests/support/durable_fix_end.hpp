#pragma once
/// One end of a FIX session that lives on its store: a process that may end at any moment, and then
/// begins again with nothing but what is on its disk.
///
/// Its application sends orders 1, 2, ... and answers each order of the peer with a report of the
/// same number; it notes what it has sent and received, in the transaction of the session. An order
/// or a report that is lost or comes twice is a fault().
///
/// Its messages have nothing but a ClOrdID; or, for a peer that validates, all that an order and an
/// ExecutionReport must have.
///
/// Threads: the test's. Allocation: free. Tests only.

#include <charconv>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/store/fix_store.hpp"
#include "tests/support/fix_session_pair.hpp"
#include "tests/support/text_bytes.hpp"

namespace hotpath::support {

enum class FixBodies : std::uint8_t { ClOrdIdOnly, Whole };

class DurableFixEnd final : public protocols::fix::NullSessionListener, public store::NoteListener {
  public:
    DurableFixEnd(protocols::fix::SessionOptions options,
                  const store::FixStoreOptions& store_options,
                  FixBodies bodies = FixBodies::ClOrdIdOnly)
        : options_(std::move(options)), store_options_(store_options), bodies_(bodies) {
        options_.stores_while_logged_out = true;
        options_.validates = bodies == FixBodies::Whole;
    }

    /// The process starts.
    [[nodiscard]] Expected<void> start(std::unique_ptr<journal::Storage> storage, Time now) {
        is_broken_ = false;
        counts_.clear();
        auto store = store::FixStore::open(std::move(storage), store_options_, now, this);
        if (!store) {
            return std::unexpected(store.error());
        }
        store_.emplace(std::move(*store));
        auto session =
            protocols::fix::Session::create(options_, is_fix42() ? fix42() : fix44(), *store_);
        if (!session) {
            return std::unexpected(session.error());
        }
        session_ = std::make_unique<protocols::fix::Session>(std::move(*session));
        return {};
    }
    /// The process is gone.
    void end() {
        session_.reset();
        store_.reset();
    }
    [[nodiscard]] bool is_up() const { return session_ != nullptr; }
    [[nodiscard]] protocols::fix::Session& session() { return *session_; }
    [[nodiscard]] store::FixStore& store() { return *store_; }
    /// Its store has failed, or took a part of a transaction only: the process has to end.
    [[nodiscard]] bool is_broken() const { return is_broken_ || store_->has_failed(); }

    void connect(Time now) { session_->on_connected(now, *this); }
    void receive(Bytes bytes, Time now) { session_->on_bytes(bytes, now, *this); }
    void order(Time now) { say("D", std::to_string(orders_sent() + 1), now); }
    /// What may be sent now: nothing when the store has failed.
    [[nodiscard]] Bytes durable_output(Time now) {
        return !is_broken() && store_->make_durable(now) ? session_->output() : Bytes{};
    }
    /// Everything noted until now, as a checkpoint has it.
    [[nodiscard]] Expected<void> checkpoint(Time now) {
        std::string state;
        for (const auto& [kind, count] : counts_) {
            state += kind + std::to_string(count) + ' ';
        }
        return store_->checkpoint(now, view_of(state));
    }

    /// The first order or report that was not the next of its kind; empty: none.
    [[nodiscard]] const std::string& fault() const { return fault_; }
    [[nodiscard]] std::uint64_t orders_sent() const { return count("s:D"); }
    [[nodiscard]] std::uint64_t reports_sent() const { return count("s:" + report_type()); }
    [[nodiscard]] std::uint64_t orders_received() const { return count("r:D"); }
    [[nodiscard]] std::uint64_t reports_received() const { return count("r:" + report_type()); }

    // The session's listener.
    protocols::fix::LogonAnswer on_logon(const protocols::fix::Inbound&) {
        return protocols::fix::LogonAnswer::accept();
    }
    void on_message(const protocols::fix::Inbound& message) {
        const std::string id(message.fields.value(protocols::fix::tag::kClOrdId).value_or(""));
        note(std::string("r:").append(message.msg_type).append(id));
        if (message.msg_type == "D") {
            say(report_type(), id, message.sending_time);
        }
    }
    /// The peer's session found a message of ours wrong.
    void on_reject(const protocols::fix::Inbound& reject) {
        set_fault(
            "a Reject: " +
            std::string(reject.fields.value(protocols::fix::tag::kText).value_or("without Text")));
    }

    // The store's.
    void on_state(Bytes state) override {
        const std::string text = text_of(state);
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find(' ', at);
            counts_[text.substr(at, kKindLength)] = number_in(text.substr(at, end - at));
            at = end + 1;
        }
    }
    void on_note(Bytes note) override { count_in(text_of(note)); }

  private:
    static constexpr std::size_t kKindLength = 3;  // "s:D"

    [[nodiscard]] static std::uint64_t number_in(const std::string& note) {
        std::uint64_t number = 0;
        std::from_chars(note.data() + kKindLength, note.data() + note.size(), number);
        return number;
    }
    [[nodiscard]] std::uint64_t count(const std::string& kind) const {
        const auto found = counts_.find(kind);
        return found == counts_.end() ? 0 : found->second;
    }
    void count_in(const std::string& note) {
        const std::uint64_t number = ++counts_[note.substr(0, kKindLength)];
        if (number_in(note) != number) {
            set_fault(note + " where " + std::to_string(number) + " is the next one");
        }
    }
    void set_fault(const std::string& what) {
        if (fault_.empty()) {
            fault_ = options_.sender_comp_id + ": " + what;
        }
    }
    void note(const std::string& text) {
        count_in(text);
        is_broken_ |= !store_->try_note(view_of(text));
    }
    [[nodiscard]] bool is_fix42() const { return options_.begin_string == "FIX.4.2"; }
    /// Without fields of its own it is a news message (B), which has no other use here.
    [[nodiscard]] std::string report_type() const {
        return bodies_ == FixBodies::Whole ? "8" : "B";
    }
    void say(std::string_view type, std::string_view id, Time now) {
        using namespace protocols::fix;
        MessageWriter& writer = session_->begin(type, now);
        writer.add(tag::kClOrdId, id);
        if (bodies_ == FixBodies::Whole) {
            add_body(writer, type, id, now);
        }
        const SendStatus status = session_->send();
        is_broken_ |= status != SendStatus::Sent && status != SendStatus::Stored;
        note(std::string("s:").append(type).append(id));
    }

    void add_body(protocols::fix::MessageWriter& writer, std::string_view type, std::string_view id,
                  Time now) const {
        using namespace protocols::fix;
        writer.add(tag::kSymbol, "AAPL");
        writer.add_char(tag::kSide, '1');
        writer.add_uint(tag::kOrderQty, 100);
        writer.add_time(tag::kTransactTime, now, TimePrecision::Milliseconds);
        if (type == "D") {
            writer.add_char(tag::kHandlInst, '1');
            writer.add_char(tag::kOrdType, '2');
            writer.add_decimal(tag::kPrice, {5'000, 2});
            return;
        }
        writer.add(tag::kOrderId, id);
        writer.add(tag::kExecId, id);
        if (is_fix42()) {
            writer.add_char(tag::kExecTransType, '0');
        }
        writer.add_char(tag::kExecType, '0');
        writer.add_char(tag::kOrdStatus, '0');
        writer.add_uint(tag::kLeavesQty, 100);
        writer.add_uint(tag::kCumQty, 0);
        writer.add_uint(tag::kAvgPx, 0);
    }

    protocols::fix::SessionOptions options_;
    store::FixStoreOptions store_options_;
    FixBodies bodies_;
    std::optional<store::FixStore> store_;
    std::unique_ptr<protocols::fix::Session> session_;
    std::map<std::string, std::uint64_t> counts_;
    std::string fault_;
    bool is_broken_ = false;
};

}  // namespace hotpath::support

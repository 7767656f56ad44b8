#pragma once
/// VenueLog: an exchange whose state depends only on the inputs of its log.
///
///   log.apply(input);              the exchange has its replies and packets
///   ... take them ...
///   log.clear_outputs();
/// The same inputs give the same outputs, live and in a replay; each input carries a checksum of
/// the earlier outputs, so a replay detects the first difference at once. Saved and loaded, it
/// continues as if it had never stopped. Threads: one owner. Allocation: create(), save(), load().
/// Complexity: the exchange's, and a checksum of the outputs.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/background_flow.hpp"
#include "hotpath/exchange/server/control_commands.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/user_table.hpp"
#include "hotpath/protocols/cme/venue/ilink_desk.hpp"
#include "hotpath/protocols/fix/venue/fix_desk.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_desk.hpp"

namespace hotpath::exchange {

enum class ApplyStatus : std::uint8_t {
    Ok,
    OutputsDiffer,   // from the original's, after the previous input
    OptionsDiffer,   // from those the log was written with
    VersionDiffers,  // written by a build with another kOutputsVersion
    Impossible,      // a venue with these options never accepts such an input
};

/// Incremented, to 15 at most, when the same inputs give other outputs or another state than in the
/// previous build. 1: AIQ Canceled, options in replies, attributed orders, priority updates. 2: a
/// record assigns sessions to users; commands name the user. 3: iLink 3 takes OrdType 3 and K,
/// ExecutionMode P, and the filters of mass actions. 4: an order of the market that comes after session
/// orders is behind them, however many they are.
inline constexpr std::uint8_t kOutputsVersion = 4;

/// The contents of an Options input: everything that two logs must agree on.
inline constexpr std::size_t kVenueLogOptionsLength = 32;
using VenueLogOptionsBytes = std::array<std::byte, kVenueLogOptionsLength>;

struct VenueLogOptions {
    ExchangeOptions exchange{};
    bool has_flow = false;
};

[[nodiscard]] VenueLogOptionsBytes to_bytes(const VenueLogOptions& options) noexcept;
/// The outputs version of the build that wrote these options.
[[nodiscard]] std::uint8_t outputs_version(Bytes options) noexcept;
/// Empty when this build does not support such options.
[[nodiscard]] std::optional<VenueLogOptions> to_venue_log_options(Bytes bytes) noexcept;

class VenueLog {
  public:
    /// `flow` may be nullptr: then Background inputs are impossible. It outlives the log.
    [[nodiscard]] static Expected<VenueLog> create(const ExchangeOptions& options,
                                                   BackgroundFlow* flow);

    [[nodiscard]] const Exchange& exchange() const noexcept { return exchange_; }
    /// The number of inputs applied.
    [[nodiscard]] std::uint64_t inputs() const noexcept { return inputs_; }
    [[nodiscard]] std::uint64_t background_inputs() const noexcept { return background_inputs_; }
    /// The inputs that assign sessions to users.
    [[nodiscard]] std::uint64_t user_inputs() const noexcept { return user_inputs_; }
    [[nodiscard]] const UserTable& users() const noexcept { return users_; }
    /// Time of the last input, from the midnight of its trading day.
    [[nodiscard]] Time time() const noexcept { return time_; }
    /// The session has ended; only the inputs of a new day are accepted.
    [[nodiscard]] bool has_ended() const noexcept { return exchange_.has_ended(); }
    /// Checksum of all replies and packets so far, in order.
    [[nodiscard]] std::uint64_t output_checksum() const noexcept { return outputs_.value(); }
    /// The value of Input::outputs of the next input.
    [[nodiscard]] std::uint32_t outputs_so_far() const noexcept {
        return static_cast<std::uint32_t>(outputs_.value());
    }
    /// OUCH messages to all sessions, about orders of every protocol, since clear_outputs(), in order.
    [[nodiscard]] std::span<const Reply> replies() const noexcept { return ouch_.replies(); }
    /// MsgType and body of each message to a FIX session, since clear_outputs(), in order.
    [[nodiscard]] std::span<const Reply> fix_replies() const noexcept {
        return fix_ ? fix_->replies() : std::span<const Reply>{};
    }
    /// The same of copies for FIX drop copies; the session is the order's.
    [[nodiscard]] std::span<const Reply> fix_copies() const noexcept {
        return fix_ ? fix_->copies() : std::span<const Reply>{};
    }
    /// The venue takes FIX orders.
    [[nodiscard]] bool takes_fix() const noexcept { return fix_ != nullptr; }
    /// takes_fix() is true.
    [[nodiscard]] const FixDesk& fix() const noexcept { return *fix_; }
    /// Reports to iLink 3 sessions, since clear_outputs(), in order.
    [[nodiscard]] std::span<const Reply> ilink_reports() const noexcept {
        return ilink_ ? ilink_->reports() : std::span<const Reply>{};
    }
    [[nodiscard]] bool takes_ilink() const noexcept { return ilink_ != nullptr; }
    /// takes_ilink() is true.
    [[nodiscard]] const IlinkDesk& ilink() const noexcept { return *ilink_; }
    /// While it has an unfinished command, the log accepts no other input.
    [[nodiscard]] const ControlCommands& desk() const noexcept { return desk_; }
    /// Checksum of everything that later outputs depend on.
    [[nodiscard]] std::uint64_t state_checksum() const;

    /// The message of an Options input: what the state depends on besides the inputs.
    [[nodiscard]] Bytes options() const noexcept { return options_; }

    /// Call clear_outputs() after the previous input. Any result but Ok leaves the log unchanged.
    [[nodiscard]] ApplyStatus apply(const Input& input) noexcept;
    /// The answer to the operator, if the last input finished an operator's command; else empty.
    [[nodiscard]] Bytes answer() const noexcept {
        return Bytes(answer_bytes_).first(answer_length_);
    }
    void clear_outputs() noexcept {
        exchange_.clear_feed();
        exchange_.clear_reports();
        ouch_.clear();
        if (fix_) {
            fix_->clear();
        }
        if (ilink_) {
            ilink_->clear();
        }
        answer_length_ = 0;
    }

    void save(StateWriter& writer) const;
    /// Loads into a newly created log.
    void load(StateReader& reader);

  private:
    VenueLog(Exchange&& exchange, const ExchangeOptions& options, BackgroundFlow* flow);

    [[nodiscard]] ApplyStatus check(const Input& input) const noexcept;
    [[nodiscard]] bool has_session(SessionId session) const noexcept {
        return session.value < users_.sessions_max();
    }
    /// Options, Publication and EndOfSession have no more conditions.
    [[nodiscard]] bool is_possible(const auto&) const noexcept { return !desk_.unfinished(); }
    [[nodiscard]] bool is_possible(const event::Order& event) const noexcept {
        return !desk_.unfinished() && has_session(event.session);
    }
    [[nodiscard]] bool is_possible(const event::RefusedOrder& event) const noexcept {
        return !desk_.unfinished() && has_session(event.session);
    }
    [[nodiscard]] bool is_possible(const event::CancelAll& event) const noexcept;
    [[nodiscard]] bool is_possible(const event::Background& event) const noexcept;
    [[nodiscard]] bool is_possible(const event::User& event) const noexcept;
    [[nodiscard]] bool is_possible(const event::FixMessage& event) const noexcept {
        return fix_ && !desk_.unfinished() && has_session(event.session);
    }
    /// Also between the steps of a command.
    [[nodiscard]] bool is_possible(const event::FixNumbers& event) const noexcept;
    [[nodiscard]] bool is_possible(const event::IlinkMessage& event) const noexcept {
        return ilink_ && !desk_.unfinished() && has_session(event.session);
    }
    [[nodiscard]] bool is_possible(const event::IlinkNumbers& event) const noexcept;
    [[nodiscard]] bool is_possible(const event::Command& event) const noexcept;
    void carry_out(const event::Options&, Time) noexcept {}
    void carry_out(const event::Order& event, Time now) noexcept;
    void carry_out(const event::RefusedOrder& event, Time now) noexcept;
    void carry_out(const event::CancelAll& event, Time now) noexcept;
    void carry_out(const event::Background& event, Time now) noexcept;
    void carry_out(const event::Publication& event, Time now) noexcept;
    void carry_out(const event::EndOfSession& event, Time now) noexcept;
    void carry_out(const event::User& event, Time now) noexcept;
    void carry_out(const event::FixMessage& event, Time now) noexcept;
    void carry_out(const event::FixNumbers&, Time) noexcept {}  // of the server's streams
    void carry_out(const event::IlinkMessage& event, Time now) noexcept;
    void carry_out(const event::IlinkNumbers&, Time) noexcept {}
    void carry_out(const event::Command& event, Time now) noexcept;
    void add_outputs() noexcept;

    Exchange exchange_;
    OuchDesk ouch_;
    std::unique_ptr<FixDesk> fix_;      // nullptr: no FIX
    std::unique_ptr<IlinkDesk> ilink_;  // nullptr: no iLink 3
    ControlCommands desk_;
    BackgroundFlow* flow_;
    UserTable users_;
    VenueLogOptionsBytes options_;
    std::uint64_t inputs_ = 0;
    std::uint64_t background_inputs_ = 0;
    std::uint64_t user_inputs_ = 0;
    Time time_{};
    Checksum outputs_;
    std::array<std::byte, kControlAnswerLengthMax> answer_bytes_{};
    std::size_t answer_length_ = 0;
};

}  // namespace hotpath::exchange

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
#include <tuple>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/background_flow.hpp"
#include "hotpath/exchange/server/control_commands.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/output_gate.hpp"
#include "hotpath/exchange/server/user_table.hpp"
#include "hotpath/protocols/venue/all.hpp"

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
/// record assigns sessions to users; commands name the user. 3: further order types and the filters
/// of mass actions of one protocol. 4: an order of the market that comes after session
/// orders is behind them, however many they are.
inline constexpr std::uint8_t kOutputsVersion = 4;

/// The contents of an Options input: everything that two logs must agree on.
inline constexpr std::size_t kVenueLogOptionsLength = 32;
using VenueLogOptionsBytes = std::array<std::byte, kVenueLogOptionsLength>;

struct VenueLogOptions {
    ExchangeOptions exchange{};
    bool has_flow = false;
    VenueProtocols::DeskOptions desks{};
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
                                                   BackgroundFlow* flow,
                                                   const VenueProtocols::DeskOptions& desks = {});

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
    /// The first desk's messages to all sessions, about orders of every protocol, since
    /// clear_outputs(), in order.
    [[nodiscard]] std::span<const Reply> replies() const noexcept { return first_.replies(); }
    /// The n-th kind of outputs of protocol P, since clear_outputs(), in order.
    template <class P>
    [[nodiscard]] std::span<const Reply> outputs_of(std::size_t n) const noexcept {
        return takes<P>() ? desk_of<P>().outputs()[n] : std::span<const Reply>{};
    }
    /// Calls visit(OutputKind, std::span<const Reply>) for each kind of a desk's outputs.
    template <class Visit>
    void for_each_output(Visit&& visit) const noexcept {
        visit(OutputKind::Reply, replies());
        VenueProtocols::for_each([&]<class P>() {
            for (std::size_t n = 0; n < P::kOutputs && takes<P>(); ++n) {
                visit(output_kind<P>(n), outputs_of<P>(n));
            }
        });
    }
    /// The venue takes orders by protocol P.
    template <class P>
    [[nodiscard]] bool takes() const noexcept {
        return std::get<std::unique_ptr<typename P::Desk>>(desks_) != nullptr;
    }
    /// takes<P>() is true.
    template <class P>
    [[nodiscard]] const typename P::Desk& desk_of() const noexcept {
        return *std::get<std::unique_ptr<typename P::Desk>>(desks_);
    }
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
        first_.clear();
        for_each_desk([](auto& desk) { desk.clear(); });
        answer_length_ = 0;
    }

    void save(StateWriter& writer) const;
    /// Loads into a newly created log.
    void load(StateReader& reader);

  private:
    VenueLog(Exchange&& exchange, const VenueLogOptions& options, BackgroundFlow* flow);

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
    template <class P>
    [[nodiscard]] bool is_possible(const event::Message<P>& event) const noexcept {
        return takes<P>() && !desk_.unfinished() && has_session(event.session);
    }
    /// Also between the steps of a command.
    template <class P>
    [[nodiscard]] bool is_possible(const event::Numbers<P>& event) const noexcept {
        return takes<P>() && has_session(event.session) && P::are_numbers(event.message);
    }
    [[nodiscard]] bool is_possible(const event::Command& event) const noexcept;
    void carry_out(const event::Options&, Time) noexcept {}
    void carry_out(const event::Order& event, Time now) noexcept;
    void carry_out(const event::RefusedOrder& event, Time now) noexcept;
    void carry_out(const event::CancelAll& event, Time now) noexcept;
    void carry_out(const event::Background& event, Time now) noexcept;
    void carry_out(const event::Publication& event, Time now) noexcept;
    void carry_out(const event::EndOfSession& event, Time now) noexcept;
    void carry_out(const event::User& event, Time now) noexcept;
    template <class P>
    void carry_out(const event::Message<P>& event, Time now) noexcept;
    template <class P>
    void carry_out(const event::Numbers<P>&, Time) noexcept {}  // of the server's streams
    void carry_out(const event::Command& event, Time now) noexcept;
    void add_outputs() noexcept;
    /// Calls visit(desk) for the desk of each protocol that the venue takes.
    template <class Visit>
    void for_each_desk(Visit&& visit) const {
        std::apply([&](const auto&... desk) { (visit_if(desk.get(), visit), ...); }, desks_);
    }
    template <class Desk, class Visit>
    static void visit_if(Desk* desk, Visit& visit) {
        if (desk != nullptr) {
            visit(*desk);
        }
    }

    Exchange exchange_;
    VenueProtocols::FirstDesk first_;
    VenueProtocols::Desks desks_;
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

#pragma once
/// VenueLog: an exchange that is what the inputs of its log have made of it, and nothing else.
///
///   log.apply(input);              the exchange has its replies and packets
///   ... take them ...
///   log.clear_outputs();
///
/// Live and in a replay the same inputs give the same outputs; each input carries what the outputs
/// before it came to, so that a replay notices at once where it leaves the original. Saved and
/// loaded it goes on as if it had never stopped. Threads: one owner. Allocation: create(), save(),
/// load(). Complexity: the exchange's, and a checksum of what goes out.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/checksum.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/exchange/market/background_flow.hpp"
#include "hotpath/exchange/server/control_desk.hpp"
#include "hotpath/exchange/server/input.hpp"
#include "hotpath/exchange/server/user_table.hpp"

namespace hotpath::exchange {

enum class ApplyStatus : std::uint8_t {
    Ok,
    OutputsDiffer,   // from the original's, by the input before this one
    OptionsDiffer,   // from those the log was written with
    VersionDiffers,  // it was written by a build with another kOutputsVersion
    Impossible,      // no venue with these options takes such an input
};

/// Goes up by one, to 15 at most, when the same inputs make other outputs or another state than in
/// the build before. 1: AIQ Canceled, options in replies, attributed orders, priority updates.
/// 2: whose a session is, a record says; commands name the user.
inline constexpr std::uint8_t kOutputsVersion = 2;

/// What an Options input says: everything that two logs must agree on.
inline constexpr std::size_t kVenueLogOptionsLength = 32;
using VenueLogOptionsBytes = std::array<std::byte, kVenueLogOptionsLength>;

struct VenueLogOptions {
    ExchangeOptions exchange{};
    bool has_flow = false;
};

[[nodiscard]] VenueLogOptionsBytes to_bytes(const VenueLogOptions& options) noexcept;
/// Of the build that wrote these options.
[[nodiscard]] std::uint8_t outputs_version(Bytes options) noexcept;
/// Nothing when no venue of this build has such options.
[[nodiscard]] std::optional<VenueLogOptions> to_venue_log_options(Bytes bytes) noexcept;

class VenueLog {
  public:
    /// `flow` may be nullptr: then Background inputs are impossible. It outlives the log.
    [[nodiscard]] static Expected<VenueLog> create(const ExchangeOptions& options,
                                                   BackgroundFlow* flow);

    [[nodiscard]] const Exchange& exchange() const noexcept { return exchange_; }
    /// How many inputs it is made of.
    [[nodiscard]] std::uint64_t inputs() const noexcept { return inputs_; }
    [[nodiscard]] std::uint64_t background_inputs() const noexcept { return background_inputs_; }
    /// Those that say whose a session is.
    [[nodiscard]] std::uint64_t user_inputs() const noexcept { return user_inputs_; }
    [[nodiscard]] const UserTable& users() const noexcept { return users_; }
    /// Of the last input, from the midnight of its trading day.
    [[nodiscard]] Nanos time() const noexcept { return time_; }
    /// The session; all that is taken then is what a new day is made of.
    [[nodiscard]] bool has_ended() const noexcept { return exchange_.has_ended(); }
    /// Of all replies and packets so far, in order.
    [[nodiscard]] std::uint64_t output_checksum() const noexcept { return outputs_.value(); }
    /// What Input::outputs of the next input says.
    [[nodiscard]] std::uint32_t outputs_so_far() const noexcept {
        return static_cast<std::uint32_t>(outputs_.value());
    }
    /// While it has an unfinished command, that is the only input that the log takes.
    [[nodiscard]] const ControlDesk& desk() const noexcept { return desk_; }
    /// Of everything that later outputs depend on.
    [[nodiscard]] std::uint64_t state_checksum() const;

    /// The message of an Options input: what the state depends on beside the inputs.
    [[nodiscard]] Bytes options() const noexcept { return options_; }

    /// Outputs of the input before have been cleared. Anything but Ok leaves it as it was.
    [[nodiscard]] ApplyStatus apply(const Input& input) noexcept;
    /// To the operator whose command the last input was, when it was that and is done; or empty.
    [[nodiscard]] Bytes answer() const noexcept {
        return Bytes(answer_bytes_).first(answer_length_);
    }
    void clear_outputs() noexcept {
        exchange_.clear_feed();
        exchange_.clear_replies();
        answer_length_ = 0;
    }

    void save(StateWriter& writer) const;
    /// Into a log as create() made it.
    void load(StateReader& reader);

  private:
    VenueLog(Exchange&& exchange, const ExchangeOptions& options, BackgroundFlow* flow);

    [[nodiscard]] ApplyStatus check(const Input& input) const noexcept;
    [[nodiscard]] bool has_session(const Input& input) const noexcept {
        return input.session.value < users_.sessions_max();
    }
    [[nodiscard]] bool is_possible(const Input& input) const noexcept;
    [[nodiscard]] bool is_possible_control(const Input& input) const noexcept;
    void carry_out(const Input& input) noexcept;
    void carry_out_control(const Input& input) noexcept;
    void add_outputs() noexcept;

    Exchange exchange_;
    ControlDesk desk_;
    BackgroundFlow* flow_;
    UserTable users_;
    VenueLogOptionsBytes options_;
    std::uint64_t inputs_ = 0;
    std::uint64_t background_inputs_ = 0;
    std::uint64_t user_inputs_ = 0;
    Nanos time_{};
    Checksum outputs_;
    std::array<std::byte, kControlAnswerLengthMax> answer_bytes_{};
    std::size_t answer_length_ = 0;
};

}  // namespace hotpath::exchange

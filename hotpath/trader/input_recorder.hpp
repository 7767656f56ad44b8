#pragma once
/// InputRecorder: an observer that writes inputs into a channel as records of input_log.hpp, before
/// any of their outputs can leave.
///
///   Trader ──> InputRecorder ──> shared memory ──> journal process ──> disk
/// It never waits. When the channel is full it stops recording, writes a Lost record into room
/// reserved for it, and requests a stop of trading. Passwords and signatures are not recorded: a login
/// is recorded with kHiddenPassword in their place, a log-on of iLink 3 with zeros. Threads: the trader's. Allocation: none. Complexity: a copy
/// of the bytes; a record of up to 40 bytes is one cache line.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/trader/input_log.hpp"
#include "hotpath/trader/observers.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::trader {

/// The password of a replayed login.
inline constexpr std::string_view kHiddenPassword = "**********";

/// A Login Request, a FIX Logon or an iLink 3 Negotiate or Establish to record, assembled from pieces:
/// there are two where the output's ring wraps.
class LoginRecord {
  public:
    void clear() noexcept { length_ = 0; }
    /// Is this the rest of a request, or the begin of one with a signature? For as long as one may come:
    /// where the ring wraps any other message may go on with the same byte.
    [[nodiscard]] bool wants(Bytes piece) const noexcept {
        return length_ != 0 || (!piece.empty() && is_signed(piece[0]));
    }
    /// More of the last request is to come, or after a Negotiate the Establish.
    [[nodiscard]] bool is_followed() const noexcept {
        return length_ != 0 || is_one_of(request_[0], kNegotiateLengths);
    }
    /// The request without its password or signature, once it is complete.
    [[nodiscard]] Bytes add(Bytes piece) noexcept;

  private:
    // A frame begins with its length: no other message of order entry has one of these. Without and
    // with a user in Credentials.
    using Lengths = std::array<std::size_t, 2>;
    static constexpr Lengths kNegotiateLengths{90, 96};
    static constexpr Lengths kEstablishLengths{146, 152};

    [[nodiscard]] static constexpr bool is_one_of(std::byte first,
                                                  const Lengths& lengths) noexcept {
        return first == std::byte{static_cast<unsigned char>(lengths[0])} ||
               first == std::byte{static_cast<unsigned char>(lengths[1])};
    }
    [[nodiscard]] static constexpr bool is_signed(std::byte first) noexcept {
        return is_one_of(first, kNegotiateLengths) || is_one_of(first, kEstablishLengths);
    }
    [[nodiscard]] std::size_t keep(Bytes piece) noexcept;
    [[nodiscard]] Bytes add_to_logon(Bytes piece) noexcept;
    [[nodiscard]] Bytes add_to_signed(Bytes piece) noexcept;

    static constexpr std::size_t kLogonMax = 1'024;
    std::array<std::byte, kLogonMax> request_{};
    std::size_t length_ = 0;
};

/// A recorder's channel: returns false when there is no room for the record and `left` more.
template <class C>
concept RecordChannel = requires(C channel, LogType type, Time now, Bytes bytes, std::size_t left) {
    { channel.try_write(type, now, bytes, bytes, left) } noexcept -> std::same_as<bool>;
};

template <RecordChannel Channel>
class InputRecorder {
  public:
    InputRecorder() = default;
    explicit InputRecorder(Channel channel) noexcept : channel_(std::move(channel)) {}

    [[nodiscard]] bool must_stop() const noexcept { return is_lost_; }

    /// The first record. False when there is no room; an empty channel has room.
    [[nodiscard]] bool start(const Start& start) noexcept {
        for (std::string_view text = start.text;;) {
            const std::string_view piece = text.substr(0, kPieceMax);
            text.remove_prefix(piece.size());
            const StartHead head = encode(start, !text.empty());
            if (!channel_.try_write(kStartRecord, start.now, head,
                                    std::as_bytes(std::span(piece.data(), piece.size())),
                                    kRoomLeft)) {
                return false;
            }
            if (text.empty()) {
                return true;
            }
        }
    }

    void on_input(const Input& input) noexcept {
        now_ = input.now;
        is_connecting_ = std::holds_alternative<event::Connected>(input.event);
        login_.clear();
        if (is_lost_) [[unlikely]] {
            return;
        }
        Bytes bytes = bytes_of(input.event);
        const auto* command = bytes.empty() ? std::get_if<OperatorCommand>(&input.event) : nullptr;
        if (command != nullptr) [[unlikely]] {
            return record_command(input, *command);
        }
        const auto* connected =
            is_connecting_ ? std::get_if<event::Connected>(&input.event) : nullptr;
        if (connected != nullptr && connected->port == Port::OrderEntry) {
            may_sign_[input.venue] = connected->start.uuid != 0;
        }
        if (connected != nullptr && connected->start != SessionStart{}) [[unlikely]] {
            SessionStartRoom room{};
            return keep(kInputRecord, input.number, input.venue, encode(input, false),
                        encode(connected->start, room));
        }
        do {
            const Bytes piece = bytes.first(std::min(bytes.size(), kPieceMax));
            bytes = bytes.subspan(piece.size());
            keep(kInputRecord, input.number, input.venue, encode(input, !bytes.empty()), piece);
        } while (!bytes.empty() && !is_lost_);
    }

    void on_output(const Output& output) noexcept {
        // A connection begins with a login and nothing else; over iLink 3 one more follows what the
        // venue answers.
        const bool may_sign = output.port == OutputPort::OrderEntry && may_sign_[output.venue];
        const bool is_login = is_connecting_ || (may_sign && login_.wants(output.bytes));
        keep_output(output, is_login ? login_.add(output.bytes) : output.bytes);
        if (may_sign) [[unlikely]] {
            may_sign_[output.venue] = is_login && login_.is_followed();
        }
    }

    void on_mode(const ModeChange& change) noexcept {
        static_cast<void>(channel_.try_write(kModeRecord, change.now, encode(change), {}, 0));
    }

    /// After an input and its outputs; nothing when there are no words. Without room they are not
    /// kept.
    void note_why(const Why& why) noexcept {
        if (!is_lost_ && !why.text.empty()) [[unlikely]] {
            const std::string_view text = why.text.substr(0, kWhyTextMax);
            static_cast<void>(channel_.try_write(kWhyRecord, now_, encode(why),
                                                 std::as_bytes(std::span(text)), kRoomLeft));
        }
    }

    template <class AtVenue>
    void on_done(const Input& input, const AtVenue& at_venue) noexcept {
        const timing::StageStamps& stamps = at_venue.engine().stamps();
        if (stamps.at(timing::Stage::Encode) == 0 || is_lost_) [[likely]] {
            return;
        }
        const bool is_timed = std::holds_alternative<event::Packet>(input.event) ||
                              std::holds_alternative<event::Received>(input.event) ||
                              std::holds_alternative<event::LoopPacket>(input.event);
        if (!is_timed) {
            return;
        }
        Stamps kept{.number = input.number, .venue = input.venue};
        for (const timing::Stage stage : timing::kAllStages) {
            kept.ticks[static_cast<std::size_t>(stage)] = stamps.at(stage);
        }
        const StampsBytes bytes = encode(kept);
        const Bytes all(bytes);
        keep(kStampsRecord, input.number, input.venue, all.first(kLogHeadLength),
             all.subspan(kLogHeadLength));
    }

  private:
    /// Slots for a Lost and for the changes of mode that follow it.
    static constexpr std::size_t kRoomLeft = 4;

    [[gnu::noinline]] void record_command(const Input& input,
                                          const OperatorCommand& command) noexcept {
        std::array<std::byte, kOperatorCommandLength> room{};
        keep(kInputRecord, input.number, input.venue, encode(input, false), encode(command, room));
    }

    void keep_output(const Output& output, Bytes bytes) noexcept {
        const LogHead head = encode(output);
        while (!bytes.empty() && !is_lost_) {
            const Bytes piece = bytes.first(std::min(bytes.size(), kPieceMax));
            bytes = bytes.subspan(piece.size());
            keep(kOutputRecord, output.number, output.venue, head, piece);
        }
    }

    void keep(LogType type, std::uint64_t number, Venue venue, Bytes head, Bytes body) noexcept {
        if (!channel_.try_write(type, now_, head, body, kRoomLeft)) [[unlikely]] {
            is_lost_ = true;
            const Lost lost{.number = number, .now = now_, .venue = venue};
            static_cast<void>(channel_.try_write(kLostRecord, now_, encode(lost), {}, 0));
        }
    }

    Channel channel_{};
    Time now_{};
    LoginRecord login_;
    std::array<bool, kVenuesMax> may_sign_{};  // the next message of order entry
    bool is_connecting_ = false;
    bool is_lost_ = false;
};

}  // namespace hotpath::trader

#pragma once
/// InputRecorder: an observer that writes inputs into a channel as records of input_log.hpp, before
/// any of their outputs can leave.
///
///   Trader ──> InputRecorder ──> shared memory ──> journal process ──> disk
/// It never waits. When the channel is full it stops recording, writes a Lost record into room
/// reserved for it, and requests a stop of trading. Passwords and signatures are not recorded: each
/// protocol says what of its log-on is secret (protocols/trader/order_entry.hpp). Threads: the trader's.
/// Allocation: none. Complexity: a copy of the bytes; a record of up to 40 bytes is one cache line.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/trader/any_redaction.hpp"
#include "hotpath/timing/stage_stamps.hpp"
#include "hotpath/trader/input_log.hpp"
#include "hotpath/trader/observers.hpp"

namespace hotpath::trader {

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
        if (connected != nullptr) [[unlikely]] {
            begin_log_on(input.venue, connected->port);
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
        if (is_connecting_ || !log_ons_[output.venue].is_done()) [[unlikely]] {
            keep_output(output, without_secrets(output));
        } else {
            keep_output(output, output.bytes);
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

    using Redaction = protocols::OrderEntries::Apply<protocols::AnyRedaction>;

    /// Order entry may go on with its log-on after what the venue answers; any other port logs in with
    /// the connection's first message, over SoupBinTCP.
    [[gnu::noinline]] void begin_log_on(Venue venue, Port port) noexcept {
        connecting_ = port;
        port == Port::OrderEntry ? log_ons_[venue].begin() : login_.begin();
    }
    [[gnu::noinline]] Bytes without_secrets(const Output& output) noexcept {
        Redaction& log_on = log_ons_[output.venue];
        if (output.port == OutputPort::OrderEntry && !log_on.is_done()) {
            return log_on.add(output.protocol, output.bytes);
        }
        const bool is_login = is_connecting_ && output.port == static_cast<OutputPort>(connecting_);
        return is_login && !login_.is_done() ? login_.add(output.bytes) : output.bytes;
    }

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
    std::array<Redaction, kVenuesMax> log_ons_{};  // of order entry
    protocols::nasdaq::LoginRedaction login_{};    // of another port that connects now
    Port connecting_ = Port::OrderEntry;
    bool is_connecting_ = false;
    bool is_lost_ = false;
};

}  // namespace hotpath::trader

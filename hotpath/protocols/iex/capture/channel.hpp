#pragma once
/// A recorded session of IEX DEEP, one line or both, as ITCH 5.0 messages by price: segments of IEX-TP,
/// their messages once each and in sequence, DeepTranslator.
///
/// The segments of the lines need not have the same messages, so they are put in order as packets of
/// MoldUDP64 are, by FeedArbiter: a segment becomes such a packet. Segments of the venue's other feeds
/// beside DEEP are not taken; a capture that begins with one is refused. Threads: one owner.
/// Allocation: DeepTranslator's, segments that wait. Complexity: a copy a segment, then that of
/// DeepTranslator.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/capture/feed_arbiter.hpp"
#include "hotpath/capture/packet_channel.hpp"
#include "hotpath/protocols/iex/capture/deep_translator.hpp"
#include "hotpath/protocols/iex/segment.hpp"

namespace hotpath::capture::iex {

class Channel final : public PacketChannel {
  public:
    explicit Channel(StreamStats& stats);

    [[nodiscard]] bool try_packet(Bytes payload, Destination destination,
                                  Time captured_at) override;
    void finish(CaptureEnd end) override;

    [[nodiscard]] ItchBlock& block() override { return translator_.block(); }
    [[nodiscard]] const ItchBlock& block() const override { return translator_.block(); }
    [[nodiscard]] const std::optional<std::string>& error() const override { return error_; }
    [[nodiscard]] BookSource book_source() const override {
        return {.basis = BookBasis::ByPrice, .levels = kEveryLevel, .file = {}};
    }
    /// The date is New York's.
    [[nodiscard]] std::optional<Date> date() const override { return date_; }

  private:
    struct Session {
        std::uint32_t channel = 0;
        std::uint32_t session = 0;

        friend constexpr bool operator==(Session, Session) = default;
    };

    void put_in_order(const deep::SegmentReader& segment);
    void translate();

    StreamStats& stats_;
    DeepTranslator translator_;
    std::optional<Session> session_;
    std::optional<Date> date_;
    FeedArbiter arbiter_;
    StreamStats lines_;              // what the arbiter counts
    std::vector<std::byte> packet_;  // a segment as a packet of MoldUDP64
    std::vector<std::byte> ordered_;
    std::optional<std::string> error_;
};

/// A channel for a capture whose first packet is this one; nullptr: it is not of IEX-TP.
[[nodiscard]] std::unique_ptr<PacketChannel> open_channel(Bytes payload, StreamStats& stats);

struct DeepCapture {
    static constexpr std::string_view kName = "IEX DEEP";
    static constexpr auto kOpen = open_channel;
};

}  // namespace hotpath::capture::iex

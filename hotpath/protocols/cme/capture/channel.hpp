#pragma once
/// A recorded MDP 3.0 channel, its incremental lines and its loops in one capture, as ITCH 5.0
/// messages: the way of the live feed, feed::Mdp3Channel, with ItchChanges as its listener.
///
///   Channel channel(stats);
///   if (channel.try_packet(payload, destination, captured_at)) { ... }   else: no packet of MDP 3.0
///   channel.finish();   then error()
///
/// A packet's messages say which feed it is of (packet_kind.hpp). The first packets wait until one of
/// them shows an order, which makes the books by order, or kPacketsLookedAt have none: then they
/// are by price. Threads: one owner. Allocation: when the books' kind is known, then only the
/// block's. Complexity: that of the feed.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/network_headers.hpp"
#include "hotpath/capture/packet_channel.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/capture/itch_changes.hpp"
#include "hotpath/protocols/cme/capture/packet_kind.hpp"
#include "hotpath/protocols/cme/feed/mdp3_channel.hpp"

namespace hotpath::capture::mdp3 {

class Channel final : public PacketChannel {
  public:
    static constexpr std::size_t kPacketsLookedAt = 4'096;

    /// Orders and instruments beyond these bounds are refused and counted.
    static constexpr book::BooksOptions kBooks{
        .orders_max = 1'000'000, .levels_max = 1'000'000, .instruments_max = 16'000};

    explicit Channel(StreamStats& stats, const book::BooksOptions& books = kBooks)
        : stats_(stats), books_(books), changes_(books.instruments_max, stats) {}

    [[nodiscard]] bool try_packet(Bytes payload, Destination destination,
                                  Time captured_at) override;
    void finish(CaptureEnd end) override;

    [[nodiscard]] ItchBlock& block() override { return changes_.block(); }
    [[nodiscard]] const ItchBlock& block() const override { return changes_.block(); }
    [[nodiscard]] const std::optional<std::string>& error() const override { return error_; }
    [[nodiscard]] BookSource book_source() const override;
    /// The date is that of UTC.
    [[nodiscard]] std::optional<Date> date() const override;

  private:
    static constexpr std::size_t kDestinationsMax = 64;

    struct Route {
        Destination destination;
        PacketKind kind = PacketKind::Incremental;
    };
    struct Packet {
        std::vector<std::byte> bytes;
        PacketKind kind = PacketKind::Incremental;
        feed::Line line = feed::Line::A;
        Time captured_at{};
    };

    [[nodiscard]] PacketKind kind_of(const PacketContents& contents, Destination destination);
    [[nodiscard]] feed::Line line_of(Destination destination);
    void begin(feed::Mdp3Depth depth);
    void apply(Bytes bytes, PacketKind kind, feed::Line line, Time captured_at);
    /// What the books have not taken of the packet, by the codec's counters before it.
    void note_skips(const feed::Mdp3Counters& before, Bytes packet);
    void count_at_end();
    [[nodiscard]] std::optional<std::string> error_at_end() const;

    StreamStats& stats_;
    book::BooksOptions books_;
    ItchChanges changes_;
    std::optional<std::uint64_t> midnight_ns_;  // of the first packet's day
    std::vector<Packet> waiting_;               // until the depth is known
    std::unique_ptr<feed::Mdp3Channel> feed_;
    std::vector<Route> routes_;
    std::vector<Destination> lines_;   // incremental
    Time now_{};                       // of the last packet
    std::uint64_t next_in_books_ = 0;  // number of the packet that the books want next
    std::optional<std::string> error_;
};

/// A channel for a capture whose first packet is this one; nullptr: it is not of MDP 3.0.
[[nodiscard]] std::unique_ptr<PacketChannel> open_channel(Bytes payload, StreamStats& stats);

struct ChannelCapture {
    static constexpr std::string_view kName = "MDP 3.0";
    static constexpr auto kOpen = open_channel;
};

}  // namespace hotpath::capture::mdp3

// A market day as a capture of an MDP 3.0 channel: ITCH messages in, packets of both lines and of
// the loops out, as a receiver of the venue would have recorded them.
//
//   233.54.12.11:14310, 233.54.12.12:15310   incremental, lines A and B: the same packets
//   233.54.12.13:14311                       instrument definitions
//   233.54.12.14:14312, 233.54.12.15:14313   snapshots by order (none by price alone), by price
//
// The loops come once before the first order and again after every kMessagesOfLoop messages.
// Messages of one time are one event. The day is Monday, 1970-01-05, by UTC.

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <utility>

#include "hotpath/capture/books_size.hpp"
#include "hotpath/capture/message_writer.hpp"
#include "hotpath/capture/network_headers.hpp"
#include "hotpath/capture/pcap_writer.hpp"
#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/cme/trader/mdp3_market_data.hpp"
#include "hotpath/protocols/cme/venue/mdp3_market.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"
#include "hotpath/sim/market/written_formats.hpp"

namespace hotpath::protocols::cme {

namespace {

using capture::Destination;

constexpr Destination kLineA{.address = 0xE9'36'0C'0B, .port = 14'310};
constexpr Destination kLineB{.address = 0xE9'36'0C'0C, .port = 15'310};
constexpr Destination kDefinitions{.address = 0xE9'36'0C'0D, .port = 14'311};
constexpr Destination kOrders{.address = 0xE9'36'0C'0E, .port = 14'312};
constexpr Destination kLevelsLoop{.address = 0xE9'36'0C'0F, .port = 14'313};

/// 1970-01-05 00:00 UTC.
constexpr std::uint64_t kMonday = 4 * 86'400'000'000'000ULL;

[[nodiscard]] bool is_add(Bytes message) noexcept {
    const char type = std::to_integer<char>(message.front());
    return type == nasdaq::itch50::AddOrder::kType || type == nasdaq::itch50::AddOrderMpid::kType;
}

class Mdp3Writer final : public capture::MessageWriter {
  public:
    static constexpr std::uint64_t kMessagesOfLoop = 65'536;

    Mdp3Writer(std::unique_ptr<capture::PcapWriter> file, exchange::Mdp3Market market)
        : file_(std::move(file)), market_(std::move(market)) {}

    [[nodiscard]] std::uint64_t bytes_written() const override { return file_->bytes_written(); }
    [[nodiscard]] Expected<void> write(Bytes message) override;
    [[nodiscard]] Expected<void> close() override;

  private:
    // Sinks of packets; the first failure ends them.
    [[nodiscard]] auto lines() noexcept {
        return [this](Bytes packet) { write_on_lines(packet); };
    }
    [[nodiscard]] auto loop(capture::Destination to) noexcept {
        return [this, to](Bytes packet) { write_packet(to, packet); };
    }
    [[nodiscard]] static std::uint64_t since_1970(Bytes message) noexcept;
    void end_event();
    void write_loops();
    void write_on_lines(Bytes packet);
    void write_packet(capture::Destination to, Bytes packet);

    std::unique_ptr<capture::PcapWriter> file_;
    exchange::Mdp3Market market_;
    Expected<void> outcome_;
    std::uint64_t now_ns_ = 0;  // of the open event; 0: before the first message
    std::uint64_t messages_of_loop_ = 0;
    bool has_begun_ = false;  // an order has come
};

std::uint64_t Mdp3Writer::since_1970(Bytes message) noexcept {
    using Shortest = nasdaq::itch50::SystemEvent;  // all begin with the same eleven bytes
    return kMonday + Shortest::at(message.data()).load_timestamp();
}

Expected<void> Mdp3Writer::write(Bytes message) {
    const std::uint64_t time = since_1970(message);
    if (time != now_ns_ && now_ns_ != 0) {
        end_event();
    }
    now_ns_ = time;
    if (!has_begun_ && is_add(message)) {
        has_begun_ = true;
        write_loops();
    }
    market_.on_message(message, now_ns_, lines());
    ++messages_of_loop_;
    return outcome_;
}

void Mdp3Writer::end_event() {
    market_.end_event(now_ns_, lines());
    if (messages_of_loop_ >= kMessagesOfLoop) {
        write_loops();
    }
}

/// A heartbeat before them, so that a receiver knows the week.
void Mdp3Writer::write_loops() {
    messages_of_loop_ = 0;
    market_.heartbeat(now_ns_, lines());
    market_.publish_definitions(now_ns_, loop(kDefinitions));
    for (std::uint32_t i = 0; i < market_.instruments(); ++i) {
        market_.publish_snapshot(now_ns_, loop(kOrders));
    }
    for (std::uint32_t i = 0; i < market_.instruments(); ++i) {
        market_.publish_levels(now_ns_, loop(kLevelsLoop));
    }
}

/// The incremental feed.
void Mdp3Writer::write_on_lines(Bytes packet) {
    write_packet(kLineA, packet);
    write_packet(kLineB, packet);
}

void Mdp3Writer::write_packet(Destination to, Bytes packet) {
    if (outcome_) {
        outcome_ = file_->write_datagram(to, packet, Time{static_cast<std::int64_t>(now_ns_)});
    }
}

Expected<void> Mdp3Writer::close() {
    end_event();
    return outcome_ ? file_->close() : outcome_;
}

template <bool HasOrders>
[[nodiscard]] Expected<std::unique_ptr<capture::MessageWriter>> create_writer(
    const std::filesystem::path& path, const sim::market::WrittenMarket& written) {
    exchange::Mdp3MarketOptions options{.books = capture::books_for_messages(written.messages),
                                        .has_orders = HasOrders};
    options.books.instruments_max = static_cast<std::uint16_t>(written.instruments);
    auto market = exchange::Mdp3Market::create(options);
    if (!market) {
        return std::unexpected(market.error());
    }
    auto file = capture::PcapWriter::create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    return std::make_unique<Mdp3Writer>(std::move(*file), std::move(*market));
}

}  // namespace

const sim::market::WrittenFormats& Mdp3MarketData::written() noexcept {
    static constexpr std::array<sim::market::WrittenFormat, 2> kEach{
        {{.key = "mdp3", .create = create_writer<true>},
         {.key = "mdp3-by-price", .create = create_writer<false>}}};
    static constexpr sim::market::WrittenFormats kFormats{
        .product = "a capture of CME's MDP 3.0",
        .note =
            "mdp3 and mdp3-by-price write packets for any suffix: lines A and B and the loops of a "
            "channel, by order and price or by price only",
        .formats = kEach};
    return kFormats;
}

}  // namespace hotpath::protocols::cme

#include "apps/hotpath/generate/mdp3_writer.hpp"

#include <utility>

#include "hotpath/core/assert.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::app {

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
    return type == wire::itch50::AddOrder::kType || type == wire::itch50::AddOrderMpid::kType;
}

}  // namespace

Expected<std::unique_ptr<capture::MessageWriter>> Mdp3Writer::create(
    const std::filesystem::path& path, const Mdp3WriterOptions& options) {
    exchange::Mdp3MarketOptions market_options{.books = options.books,
                                               .has_orders = options.has_orders};
    market_options.books.instruments_max = static_cast<std::uint16_t>(options.instruments);
    auto market = exchange::Mdp3Market::create(market_options);
    if (!market) {
        return std::unexpected(market.error());
    }
    auto file = capture::PcapWriter::create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    return std::unique_ptr<capture::MessageWriter>(
        new Mdp3Writer(std::move(*file), std::move(*market)));
}

std::uint64_t Mdp3Writer::since_1970(Bytes message) noexcept {
    using Shortest = wire::itch50::SystemEvent;  // all begin with the same eleven bytes
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

}  // namespace hotpath::app

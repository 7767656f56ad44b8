#pragma once
/// A market day as a capture of an MDP 3.0 channel: ITCH messages in, packets of both lines and of
/// the loops out, as a receiver of the venue would have recorded them.
///
///   233.54.12.11:14310, 233.54.12.12:15310   incremental, lines A and B: the same packets
///   233.54.12.13:14311                       instrument definitions
///   233.54.12.14:14312, 233.54.12.15:14313   snapshots by order (none by price alone), by price
///
/// The loops come once before the first order and again after every kMessagesOfLoop messages.
/// Messages of one time are one event. The day is Monday, 1970-01-05, by UTC. Threads: one owner.
/// Allocation: create(). Complexity: that of exchange::Mdp3Market.

#include <cstdint>
#include <filesystem>
#include <memory>

#include "hotpath/book/types.hpp"
#include "hotpath/capture/message_writer.hpp"
#include "hotpath/capture/network_headers.hpp"
#include "hotpath/capture/pcap_writer.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/protocols/cme/venue/mdp3_market.hpp"

namespace hotpath::app {

struct Mdp3WriterOptions {
    book::BooksOptions books;
    std::uint32_t instruments = 0;
    bool has_orders = true;
};

class Mdp3Writer final : public capture::MessageWriter {
  public:
    static constexpr std::uint64_t kMessagesOfLoop = 65'536;

    [[nodiscard]] static Expected<std::unique_ptr<capture::MessageWriter>> create(
        const std::filesystem::path& path, const Mdp3WriterOptions& options);

    [[nodiscard]] std::uint64_t bytes_written() const override { return file_->bytes_written(); }
    [[nodiscard]] Expected<void> write(Bytes message) override;
    [[nodiscard]] Expected<void> close() override;

  private:
    Mdp3Writer(std::unique_ptr<capture::PcapWriter> file, exchange::Mdp3Market market)
        : file_(std::move(file)), market_(std::move(market)) {}

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

}  // namespace hotpath::app

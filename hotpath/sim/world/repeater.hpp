#pragma once
/// A part of the venue's side that sends one client some replies twice, like a venue after a
/// failover: in its session each copy is a separate message.
///
///   venue     1  2  3     4  5          the repeated ones follow from their numbers and
///   client    1  2  3  4  5  6          the seed alone, so every connection finds them again
///                3  3'
///
/// A cancel that leaves its order open comes once: it carries no number by which a client could
/// recognise a copy; delivering it once is the session's part. The repeater stands between a
/// connection's end and the client, so that no cut falls between two copies.
/// Threads: one owner. Allocation: free. Complexity: O(bytes).

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packet_assembler.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::sim::world {

class Repeater {
  public:
    /// One reply in `one_in` comes twice, on average.
    explicit Repeater(std::uint64_t seed, std::uint64_t one_in = 6);

    /// The number of repeated replies.
    [[nodiscard]] std::uint64_t repeated() const noexcept { return repeated_; }

    void on_connection();
    /// The bytes for the venue: with the sequence number of a login translated.
    [[nodiscard]] std::vector<std::byte> from_client(Bytes bytes);
    /// The client's stream.
    [[nodiscard]] std::vector<std::byte> from_venue(Bytes bytes);

  private:
    static constexpr std::size_t kPacketMax = 2'048;

    class Reader;  // of the venue's replies

    [[nodiscard]] bool is_twice(std::uint64_t number) const;
    /// Is it a cancel that leaves its order open? Each number once, in order.
    void note(std::uint64_t number, Bytes reply);
    /// The client's number of a message of the venue.
    [[nodiscard]] std::uint64_t to_client(std::uint64_t number) const;
    [[nodiscard]] std::uint64_t to_venue(std::uint64_t number) const;

    std::uint64_t seed_;
    std::uint64_t one_in_;
    protocols::nasdaq::soupbintcp::PacketAssembler to_venue_;
    protocols::nasdaq::soupbintcp::PacketAssembler to_client_;
    std::uint64_t next_ = 0;  // of the venue's messages, on this connection
    protocols::nasdaq::soupbintcp::Session session_ =
        protocols::nasdaq::soupbintcp::kCurrentSession;
    std::uint64_t repeated_ = 0;
    std::map<std::uint32_t, std::uint32_t> open_qty_;  // by UserRefNum
    std::vector<bool> comes_once_;                     // by number of the venue, from 1
};

}  // namespace hotpath::sim::world

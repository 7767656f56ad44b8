#pragma once
/// Packets of MDP 3.0 with any bytes behind a message's header, for fuzz targets.
///
/// Threads: one. Allocation: none. Fuzz targets only.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"
#include "hotpath/protocols/cme/mdp3/packet_writer.hpp"

namespace hotpath::support {

inline constexpr std::array<std::uint16_t, 9> kMdp3Templates{4, 12, 30, 46, 47, 48, 52, 53, 54};

/// A packet of one message. `kind` selects its template and block length; `body`, at most 255 bytes,
/// is what follows its header. sent_at: nanoseconds. The bytes live in the writer's buffer.
[[nodiscard]] inline Bytes mdp3_any_packet(std::size_t kind, Bytes body,
                                           protocols::cme::mdp3::PacketWriter& writer,
                                           std::uint64_t sent_at) {
    const bool is_put = writer.try_append([&](MutableBytes room) {
        protocols::cme::mdp3::MessageHeader header;
        header.store_block_length(static_cast<std::uint16_t>(kind / kMdp3Templates.size()));
        header.store_template_id(kMdp3Templates[kind % kMdp3Templates.size()]);
        header.store_schema_id(protocols::cme::mdp3::kSchemaId);
        header.store_version(protocols::cme::mdp3::kVersion);
        std::ranges::copy(header.bytes(), room.begin());
        std::ranges::copy(body, room.begin() + header.kLength);
        return protocols::cme::sbe::Encoded{.bytes = room.first(header.kLength + body.size())};
    });
    HOTPATH_ASSERT(is_put, "255 bytes must fit a packet");
    return writer.finish(sent_at);
}

}  // namespace hotpath::support

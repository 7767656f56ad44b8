#include "bench/protocols/mdp3_tests.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "bench/protocols/mdp3_flow.hpp"
#include "bench/protocols/timed_passes.hpp"
#ifdef HOTPATH_PEER_SBE
#include "bench/peers/mdp3_reference.hpp"
#endif

namespace hotpath::bench {
namespace {

/// Few enough for a cache: what is measured is the code.
constexpr Passes kPasses{.messages = 2'000, .count = 500};

struct Fixture {
    std::vector<Mdp3Packet> packets;
    Mdp3Stream stream;
    timing::TscClock clock;
};
using SharedFixture = std::shared_ptr<const Fixture>;

template <class Decode>
Subject decode_subject(const SharedFixture& fixture, const char* name, Decode decode) {
    return {name, "fields", [fixture, decode] {
                return timed_passes(fixture->clock, kPasses,
                                    [&] { return decode(fixture->stream); });
            }};
}

/// The answer is of the bytes: their number, and an id or a price of each packet's last message.
template <class Encode>
Subject encode_subject(const SharedFixture& fixture, const char* name, Encode encode) {
    constexpr std::size_t kLastEntryLength = 24;
    return {name, "bytes", [fixture, encode] {
                std::array<std::byte, mdp3::kPacketLengthMax> buffer{};
                mdp3::PacketWriter writer(buffer);
                return timed_passes(fixture->clock, kPasses, [&] {
                    std::uint64_t sum = 0;
                    for (const Mdp3Packet& packet : fixture->packets) {
                        const Bytes written = encode(packet, writer);
                        // Each byte is written each time.
                        asm volatile("" : : "r"(buffer.data()) : "memory");
                        sum += written.size() +
                               load_le<std::uint64_t>(written.data() + written.size() -
                                                      kLastEntryLength);
                    }
                    return sum;
                });
            }};
}

#ifdef HOTPATH_PEER_SBE
/// Every byte of every packet. The tool leaves the bytes between fields as they are.
Expected<void> check_packets(const std::vector<Mdp3Packet>& packets) {
    for (const Mdp3Packet& packet : packets) {
        std::array<std::byte, mdp3::kPacketLengthMax> our_buffer{};
        std::array<std::byte, mdp3::kPacketLengthMax> their_buffer{};
        mdp3::PacketWriter ours(our_buffer);
        mdp3::PacketWriter theirs(their_buffer);
        if (!std::ranges::equal(encode_mdp3<OurMdp3Encoder>(packet, ours),
                                peers::reference_encode_mdp3(packet, theirs))) {
            return fail("mdp3_encode: the packets of the SBE tool's code are not ours");
        }
    }
    return {};
}
#endif

}  // namespace

Expected<std::vector<Test>> mdp3_tests(const timing::TscClock& clock) {
    auto packets = random_mdp3_packets(kPasses.messages);
    auto stream = mdp3_stream(packets);
    const auto fixture =
        std::make_shared<const Fixture>(Fixture{std::move(packets), std::move(stream), clock});
    Test decode{.name = "mdp3_decode", .unit = "ns/message", .subjects = {}};
    Test encode{.name = "mdp3_encode", .unit = "ns/message", .subjects = {}};
    decode.subjects.push_back(decode_subject(fixture, "hotpath", decode_mdp3));
    encode.subjects.push_back(encode_subject(fixture, "hotpath", encode_mdp3<OurMdp3Encoder>));
#ifdef HOTPATH_PEER_SBE
    if (const auto checked = check_packets(fixture->packets); !checked) {
        return std::unexpected(checked.error());
    }
    decode.subjects.push_back(decode_subject(fixture, "sbe tool", peers::reference_decode_mdp3));
    encode.subjects.push_back(encode_subject(fixture, "sbe tool", peers::reference_encode_mdp3));
#endif
    return std::vector<Test>{std::move(decode), std::move(encode)};
}

}  // namespace hotpath::bench

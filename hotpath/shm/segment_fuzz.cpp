// Whatever bytes are under a channel's name, opening it, attaching to it and using it neither crash
// nor hang: the header is checked against the file, the ring before it is used. (Without huge
// pages: asking the kernel for its account of the mapping would take most of the time.)
//
// The input is the file; what is missing to 4,096 + ring bytes is zero. Its first byte says whether
// the header's checksum is made right, so that what lies behind that check is reached.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>

#include <unistd.h>

#include "hotpath/core/assert.hpp"
#include "hotpath/shm/broadcast_channel.hpp"
#include "hotpath/shm/spsc_channel.hpp"

namespace hotpath::shm {
namespace {

constexpr std::size_t kSlots = 4;
constexpr std::size_t kCapacity = 4'096;

const ChannelFolder& where() {
    static const ChannelFolder kPlace{
        .folder = "/dev/shm/hotpath-fuzz-" + std::to_string(::getpid()), .huge_folder = {}};
    return kPlace;
}

/// A good channel's file, with the input over its beginning (the header) and its ring.
void write_file(const std::filesystem::path& path, std::span<const std::byte> input) {
    std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
    SegmentHeader header;
    file.read(reinterpret_cast<char*>(&header), sizeof header);
    const bool is_header_changed = std::to_integer<unsigned>(input[0]) % 2 == 1;
    input = input.subspan(1);
    if (is_header_changed) {
        const std::size_t bytes = std::min(input.size(), sizeof header);
        std::memcpy(&header, input.data(), bytes);
        header.magic = SegmentHeader::kMagic;
        header.checksum = header.computed_checksum();
        input = input.subspan(bytes);
        file.seekp(0);
        file.write(reinterpret_cast<const char*>(&header), sizeof header);
    }
    const std::size_t bytes = std::min<std::size_t>(input.size(), 8'000 - 4'096);
    file.seekp(SegmentHeader::kHeaderBytes);
    file.write(reinterpret_cast<const char*>(input.data()), static_cast<std::streamsize>(bytes));
}

void use_spsc() {
    const auto channel =
        SpscChannel<std::uint64_t>::open(where(), {.name = "spsc", .huge_pages = HugePages::Never});
    if (!channel) {
        return;
    }
    auto producer = channel->attach_producer({});
    auto consumer = channel->attach_consumer({});
    for (std::uint64_t i = 0; i < 3 * kSlots; ++i) {
        (void)(producer && (*producer)->try_push(i));
        std::uint64_t message = 0;
        (void)(consumer && (*consumer)->try_pop(message));
    }
}

void use_broadcast() {
    const auto channel =
        BroadcastChannel::open(where(), {.name = "broadcast", .huge_pages = HugePages::Never});
    if (!channel) {
        return;
    }
    std::array<std::byte, 8'192> room{};
    auto reader = channel->attach_reader({}, queue::ResumeAt{3});
    auto writer = channel->attach_writer({});
    for (std::size_t i = 0; i < 100; ++i) {
        if (reader) {
            (void)(*reader)->try_read(room);
        }
        if (writer) {
            (*writer)->write(std::span(room).first(i));
        }
    }
}

}  // namespace
}  // namespace hotpath::shm

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath;
    using namespace hotpath::shm;
    if (size < 2) {
        return 0;
    }
    const auto input = std::as_bytes(std::span(data, size));
    const auto spsc =
        SpscChannel<std::uint64_t>::create(where(), {.name = "spsc",
                                                     .slots = kSlots,
                                                     .huge_pages = HugePages::Never,
                                                     .if_present = IfPresent::Replace});
    const auto broadcast = BroadcastChannel::create(where(), {.name = "broadcast",
                                                              .capacity_bytes = kCapacity,
                                                              .huge_pages = HugePages::Never,
                                                              .if_present = IfPresent::Replace});
    HOTPATH_ASSERT(spsc.has_value() && broadcast.has_value(), "both channels must be created");
    write_file(spsc->segment().path(), input);
    write_file(broadcast->segment().path(), input);
    use_spsc();
    use_broadcast();
    return 0;
}

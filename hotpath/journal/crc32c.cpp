#include "hotpath/journal/crc32c.hpp"

#include <array>
#include <cstddef>

#if defined(__x86_64__)
#include <nmmintrin.h>
#elif defined(__ARM_FEATURE_CRC32)
#include <arm_acle.h>
#endif

namespace hotpath::journal {

namespace {

constexpr std::uint32_t kPolynomial = 0x82f63b78U;  // bits reversed
constexpr std::size_t kSlices = 8;

using Table = std::array<std::array<std::uint32_t, 256>, kSlices>;

constexpr Table make_table() {
    Table table{};
    for (std::uint32_t byte = 0; byte < 256; ++byte) {
        std::uint32_t crc = byte;
        for (int bit = 0; bit < 8; ++bit) {
            crc = (crc >> 1U) ^ ((crc & 1U) != 0 ? kPolynomial : 0);
        }
        table[0][byte] = crc;
    }
    for (std::size_t slice = 1; slice < kSlices; ++slice) {
        for (std::size_t byte = 0; byte < 256; ++byte) {
            const std::uint32_t before = table[slice - 1][byte];
            table[slice][byte] = (before >> 8U) ^ table[0][before & 0xffU];
        }
    }
    return table;
}

constexpr Table kTable = make_table();

constexpr std::uint32_t by_byte(std::uint32_t state, std::byte byte) noexcept {
    return (state >> 8U) ^ kTable[0][(state ^ std::to_integer<std::uint32_t>(byte)) & 0xffU];
}

std::uint32_t by_word(std::uint32_t state, const std::byte* from) noexcept {
    const std::uint64_t word = load_le<std::uint64_t>(from) ^ state;
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < kSlices; ++i) {
        next ^= kTable[kSlices - 1 - i][(word >> (8U * i)) & 0xffU];
    }
    return next;
}

#if defined(__x86_64__)

[[gnu::target("sse4.2")]] std::uint32_t by_instruction(Bytes bytes, std::uint32_t state) noexcept {
    const std::byte* from = bytes.data();
    std::size_t left = bytes.size();
    std::uint64_t wide = state;
    for (; left >= sizeof(std::uint64_t); left -= sizeof(std::uint64_t)) {
        wide = _mm_crc32_u64(wide, load_le<std::uint64_t>(from));
        from += sizeof(std::uint64_t);
    }
    state = static_cast<std::uint32_t>(wide);
    for (; left > 0; --left, ++from) {
        state = _mm_crc32_u8(state, std::to_integer<unsigned char>(*from));
    }
    return state;
}

#elif defined(__ARM_FEATURE_CRC32)

std::uint32_t by_instruction(Bytes bytes, std::uint32_t state) noexcept {
    const std::byte* from = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= sizeof(std::uint64_t); left -= sizeof(std::uint64_t)) {
        state = __crc32cd(state, load_le<std::uint64_t>(from));
        from += sizeof(std::uint64_t);
    }
    for (; left > 0; --left, ++from) {
        state = __crc32cb(state, std::to_integer<unsigned char>(*from));
    }
    return state;
}

#else

std::uint32_t by_instruction(Bytes bytes, std::uint32_t state) noexcept {
    return ~crc32c_portable(bytes, ~state);
}

#endif

}  // namespace

bool has_crc32c_instruction() noexcept {
#if defined(__x86_64__)
    static const bool kHas = __builtin_cpu_supports("sse4.2") != 0;
    return kHas;
#elif defined(__ARM_FEATURE_CRC32)
    return true;
#else
    return false;
#endif
}

std::uint32_t crc32c_portable(Bytes bytes, std::uint32_t before) noexcept {
    std::uint32_t state = ~before;
    for (; bytes.size() >= kSlices; bytes = bytes.subspan(kSlices)) {
        state = by_word(state, bytes.data());
    }
    for (const std::byte byte : bytes) {
        state = by_byte(state, byte);
    }
    return ~state;
}

std::uint32_t crc32c(Bytes bytes, std::uint32_t before) noexcept {
    return has_crc32c_instruction() ? ~by_instruction(bytes, ~before)
                                    : crc32c_portable(bytes, before);
}

}  // namespace hotpath::journal

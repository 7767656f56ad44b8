#include "hotpath/protocols/fix/venue/fix_protocol.hpp"

#include <bit>

#include "hotpath/protocols/fix/venue/fix_numbers.hpp"
#include "hotpath/protocols/fix/venue/fix_stream.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

namespace {

constexpr std::uint32_t kFixIdsMax = 1U << 24U;

// The bits of a log's options that are FIX's.
constexpr std::uint16_t kHasCopiesBit = 0x0400;
constexpr std::uint16_t kIdsWidthBits = 0x00F8;  // the bit width of ids_max
constexpr unsigned kIdsWidthShift = 3;

}  // namespace

Expected<void> FixProtocol::check(const FixDeskOptions& options) {
    const bool is_possible =
        options.ids_max == 0 || (std::has_single_bit(options.ids_max) && options.ids_max >= 16 &&
                                 options.ids_max <= kFixIdsMax);
    return is_possible
               ? Expected<void>()
               : fail("exchange: ids_max of FIX must be 0 or a power of two from 16 to 16,777,216");
}

std::uint16_t FixProtocol::to_bits(const FixDeskOptions& options) noexcept {
    const auto width = static_cast<unsigned>(std::bit_width(options.ids_max));
    return static_cast<std::uint16_t>((options.has_copies ? kHasCopiesBit : 0U) |
                                      width << kIdsWidthShift);
}

FixDeskOptions FixProtocol::to_desk_options(std::uint16_t bits) noexcept {
    const unsigned width = (bits & kIdsWidthBits) >> kIdsWidthShift;
    return {.ids_max = width == 0 ? 0 : 1U << (width - 1),
            .has_copies = (bits & kHasCopiesBit) != 0};
}

std::unique_ptr<FixDesk> FixProtocol::make_desk(const ExchangeOptions& exchange,
                                                const FixDeskOptions& options) {
    return options.ids_max == 0 ? nullptr : std::make_unique<FixDesk>(exchange, options);
}

bool FixProtocol::are_numbers(Bytes message) noexcept {
    FixNumbers numbers;
    return decode(message, numbers) == protocols::DecodeStatus::Ok;
}

Expected<void> FixProtocol::check(const FixOptions& options) {
    if (!options.users.empty() && options.desk.ids_max == 0) {
        return fail("exchange: with FIX sessions ids_max must be a power of two, at least 16");
    }
    if (options.desk.has_copies != options.has_drop_copy()) {
        return fail(
            "exchange: has_copies must be true with FIX drop copy users and false without "
            "them");
    }
    return {};
}

void FixProtocol::complete(FixOptions& options) noexcept {
    for (protocols::SequencedStoreOptions* const stream : {&options.reports, &options.copies}) {
        stream->message_length_max = FixStream::kPrefixLength + kFixReplyLengthMax;
        stream->bytes_max = std::uint64_t{stream->messages_max} * stream->message_length_max;
    }
}

std::uint64_t FixProtocol::stream_bytes(const FixOptions& options) noexcept {
    std::uint64_t bytes = 0;
    for (const FixUser& user : options.users) {
        bytes += protocols::SequencedStore::bytes_for(user.is_drop_copy ? options.copies
                                                                        : options.reports);
    }
    return bytes;
}

}  // namespace hotpath::exchange

#include "hotpath/protocols/cme/numbers/number_files.hpp"

#include <cstddef>
#include <cstdint>

#include "hotpath/protocols/cme/trader/ilink_entry.hpp"
#include "hotpath/store/session_numbers.hpp"

namespace hotpath::protocols::cme {

namespace {

// Places in a file of kIlinkNumbers.
constexpr std::size_t kUuid = 0;
constexpr std::size_t kIsNegotiated = 1;
constexpr std::size_t kFormerUuid = 2;
constexpr std::size_t kFormerEnd = 3;

[[nodiscard]] SessionStart start_at(store::NumberFile& file, Time utc) {
    if (file.more(kUuid) == 0) {
        file.keep_more(kUuid, static_cast<std::uint64_t>(utc.value / 1'000));
    }
    return {.utc = utc,
            .next_number = file.next(),
            .uuid = file.more(kUuid),
            .is_negotiated = file.more(kIsNegotiated) != 0,
            .former_uuid = file.more(kFormerUuid),
            .former_end = static_cast<std::uint32_t>(file.more(kFormerEnd))};
}

void keep(store::NumberFile& file, const SessionStart& next) {
    file.keep_more(kFormerEnd, next.former_end);
    file.keep_more(kFormerUuid, next.former_uuid);
    file.keep_more(kIsNegotiated, next.is_negotiated ? 1 : 0);
    file.keep(next.next_number);
}

}  // namespace

const store::SessionNumbers* IlinkEntry::numbers() noexcept {
    static constexpr store::SessionNumbers kNumbers{
        .kind = kIlinkNumbers, .start_at = start_at, .keep = keep};
    return &kNumbers;
}

}  // namespace hotpath::protocols::cme

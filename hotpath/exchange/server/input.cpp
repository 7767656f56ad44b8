#include "hotpath/exchange/server/input.hpp"

#include <algorithm>
#include <array>

#include "hotpath/core/assert.hpp"

namespace hotpath::exchange {

namespace {

constexpr std::size_t kSessionAt = 2;
constexpr std::size_t kReasonAt = 4;
constexpr std::size_t kTimeAt = 6;
constexpr std::size_t kOutputsAt = 14;

}  // namespace

std::string_view name(InputKind kind) noexcept {
    static constexpr std::array<std::string_view, kInputKinds + 1> kNames{
        "none",       "options",     "order",          "refused order", "cancel all",
        "background", "publication", "end of session", "control",       "user"};
    const auto index = static_cast<std::size_t>(kind);
    return kNames[index <= kInputKinds ? index : 0];
}

Bytes encode(const Input& input, MutableBytes room) noexcept {
    HOTPATH_ASSERT(input.message.size() <= kInputMessageMax && room.size() >= kInputLengthMax,
                   "inputs are checked for length when they come");
    room[0] = static_cast<std::byte>(input.kind);
    room[1] = std::byte{0};
    store_be(&room[kSessionAt], input.session.value);
    store_be(&room[kReasonAt], input.reason);
    store_be(&room[kTimeAt], static_cast<std::uint64_t>(input.time.value));
    store_be(&room[kOutputsAt], input.outputs);
    std::ranges::copy(input.message, room.subspan(kInputHeaderLength).begin());
    return room.first(kInputHeaderLength + input.message.size());
}

wire::DecodeStatus decode(Bytes record, Input& input) noexcept {
    if (record.size() < kInputHeaderLength) {
        return wire::DecodeStatus::Truncated;
    }
    if (record.size() > kInputLengthMax) {
        return wire::DecodeStatus::Oversized;
    }
    const auto kind = std::to_integer<std::uint8_t>(record[0]);
    if (kind == 0 || kind > kInputKinds || record[1] != std::byte{0}) {
        return wire::DecodeStatus::UnknownType;
    }
    input = {.kind = static_cast<InputKind>(kind),
             .session = {load_be<std::uint16_t>(&record[kSessionAt])},
             .reason = load_be<std::uint16_t>(&record[kReasonAt]),
             .time = {static_cast<std::int64_t>(load_be<std::uint64_t>(&record[kTimeAt]))},
             .outputs = load_be<std::uint32_t>(&record[kOutputsAt]),
             .message = record.subspan(kInputHeaderLength)};
    return wire::DecodeStatus::Ok;
}

}  // namespace hotpath::exchange

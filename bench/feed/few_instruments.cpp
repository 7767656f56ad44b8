#include "bench/feed/few_instruments.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
#include <numeric>
#include <span>

#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::bench {

namespace {

namespace itch = protocols::nasdaq::itch50;

constexpr std::size_t kInstruments = 3;
constexpr std::uint64_t kHighestReference = 287'000'000;
constexpr std::size_t kReferenceAt = 11;     // in every message of an order
constexpr std::size_t kNewReferenceAt = 19;  // in Order Replace

constexpr std::size_t kLocates = std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;

[[nodiscard]] std::uint16_t locate_of(Bytes message) noexcept {
    return itch::SystemEvent::at(message.data()).load_stock_locate();
}

[[nodiscard]] bool has_reference(Bytes message) noexcept {
    constexpr std::array kTypes{itch::AddOrder::kType,      itch::AddOrderMpid::kType,
                                itch::OrderExecuted::kType, itch::OrderExecutedWithPrice::kType,
                                itch::OrderCancel::kType,   itch::OrderDelete::kType,
                                itch::OrderReplace::kType};
    return std::ranges::find(kTypes, std::to_integer<char>(message[0])) != kTypes.end();
}

/// By locate: is it among the busiest?
[[nodiscard]] std::vector<bool> busiest(Bytes market) {
    std::vector<std::uint64_t> messages(kLocates);
    protocols::FrameCursor frames(market);
    for (Bytes message; frames.next(message);) {
        ++messages[locate_of(message)];
    }
    messages[0] = 0;  // of no instrument
    std::vector<std::size_t> locates(kLocates);
    std::iota(locates.begin(), locates.end(), 0);
    std::ranges::partial_sort(locates, locates.begin() + kInstruments, std::greater<>{},
                              [&](std::size_t locate) { return messages[locate]; });
    std::vector<bool> is_wanted(kLocates);
    for (std::size_t i = 0; i < kInstruments; ++i) {
        is_wanted[locates[i]] = true;
    }
    return is_wanted;
}

[[nodiscard]] std::uint64_t highest_reference(Bytes market) {
    std::uint64_t highest = 0;
    protocols::FrameCursor frames(market);
    for (Bytes message; frames.next(message);) {
        if (has_reference(message)) {
            highest = std::max(highest, load_be<std::uint64_t>(message.data() + kReferenceAt));
        }
    }
    return highest;
}

void stretch(std::byte* reference, std::uint64_t factor) noexcept {
    store_be(reference, load_be<std::uint64_t>(reference) * factor);
}

}  // namespace

FewInstruments::FewInstruments(Bytes market) {
    const std::vector<bool> is_wanted = busiest(market);
    const std::uint64_t factor =
        std::max<std::uint64_t>(1, kHighestReference / highest_reference(market));
    ids = kHighestReference + factor;
    protocols::FrameCursor frames(market);
    for (Bytes message; frames.next(message);) {
        if (!is_wanted[locate_of(message)]) {
            continue;
        }
        ++messages;
        const std::size_t begin = block.size();
        block.insert(block.end(), message.data() - 2, message.data() + message.size());
        if (has_reference(message)) {
            std::byte* const copy = block.data() + begin + 2;
            stretch(copy + kReferenceAt, factor);
            if (std::to_integer<char>(message[0]) == itch::OrderReplace::kType) {
                stretch(copy + kNewReferenceAt, factor);
            }
        }
    }
}

}  // namespace hotpath::bench

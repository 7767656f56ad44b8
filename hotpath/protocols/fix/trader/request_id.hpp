#pragma once
/// RequestId: our ids as the characters of ClOrdID (11). In FIX each request has another id,
/// cancels and reductions too; ours begin with the order's.
///
///   17       order 17, or the replacement that is order 17
///   17C5     a cancel of order 17
///   17R6     a reduction of order 17; once it is accepted, the ClOrdID of the order
///
/// The number behind the letter is a counter: an id is never used twice. Threads: values.
/// Allocation: none. Complexity: O(characters).

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/digits.hpp"
#include "hotpath/protocols/fix/field_text.hpp"
#include "hotpath/protocols/trader/order_request.hpp"

namespace hotpath::protocols::fix {

using protocols::RequestId;

/// Two numbers of 32 bits and a letter.
inline constexpr std::size_t kRequestIdLengthMax = 21;

/// Writes at `to`, which has room for two protocols::fix::kIntLengthMax and a letter; returns the end.
[[nodiscard]] inline char* write_request_id(char* to, RequestId id) noexcept {
    to = protocols::fix::write_uint(to, id.order.value);
    if (id.kind == RequestId::Kind::Order) {
        return to;
    }
    *to = id.kind == RequestId::Kind::Cancel ? 'C' : 'R';
    return protocols::fix::write_uint(to + 1, id.number);
}

/// Order 0 for characters that are no id of ours: another program's, or none.
[[nodiscard]] inline RequestId to_request_id(std::string_view text) noexcept {
    const char* const end = text.data() + text.size();
    RequestId id;
    // NOLINTNEXTLINE(bugprone-suspicious-stringview-data-usage): `end` is its end
    auto [place, error] = std::from_chars(text.data(), end, id.order.value);
    if (error != std::errc{}) {
        return {};
    }
    if (place == end) {
        return id;
    }
    id.kind = *place == 'C' ? RequestId::Kind::Cancel : RequestId::Kind::Reduce;
    const bool is_kind = *place == 'C' || *place == 'R';
    const auto [last, number_error] = std::from_chars(place + 1, end, id.number);
    const bool is_number = number_error == std::errc{} && last == end;
    return is_kind && is_number ? id : RequestId{};
}

/// The same of a field's value; an order's id is usually short.
[[nodiscard]] inline RequestId to_request_id(const protocols::fix::FieldText& text) noexcept {
    if (text.has_short_length()) [[likely]] {
        if (const auto number = protocols::fix::to_uint(text)) [[likely]] {
            return {.order = {static_cast<std::uint32_t>(*number)}};
        }
    }
    return to_request_id(static_cast<std::string_view>(text));
}

}  // namespace hotpath::protocols::fix

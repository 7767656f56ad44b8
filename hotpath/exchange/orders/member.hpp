#pragma once
/// Member: an operator's controls of one user: suspended or not, and limits in place of the
/// configuration's.
///
/// Part of the venue's state: set by commands, kept over the day and a restart. The port applies
/// them (venue_server.hpp). Threads: values. Allocation: save() only. Complexity: O(limits).

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/state_bytes.hpp"

namespace hotpath::exchange {

enum class MemberLimit : std::uint8_t {
    OrderRate,   // orders and replacements a second
    OrderValue,  // of one order, Money
    Collar,      // basis points from the market
    Exposure,    // of all open orders, Money
};
inline constexpr std::size_t kMemberLimits = 4;

/// A command changes one limit, or keeps it.
struct LimitChange {
    enum class Kind : std::uint8_t { Keep, Set, Configured };

    Kind kind = Kind::Keep;
    std::int64_t value = 0;  // of Set; 0: no limit
};
using LimitChanges = std::array<LimitChange, kMemberLimits>;  // by MemberLimit

struct Member {
    bool is_suspended = false;                                     // enters no orders
    std::array<std::optional<std::int64_t>, kMemberLimits> set{};  // by an operator; by MemberLimit

    [[nodiscard]] std::optional<std::int64_t> limit(MemberLimit which) const noexcept {
        return set[static_cast<std::size_t>(which)];
    }
    [[nodiscard]] bool has_limits() const noexcept {
        return std::ranges::any_of(set, [](const auto& limit) { return limit.has_value(); });
    }
    /// No operator has changed anything.
    [[nodiscard]] bool is_plain() const noexcept { return !is_suspended && !has_limits(); }

    void apply(const LimitChanges& changes) noexcept {
        for (std::size_t n = 0; n < kMemberLimits; ++n) {
            if (changes[n].kind != LimitChange::Kind::Keep) {
                set[n] = changes[n].kind == LimitChange::Kind::Set ? std::optional(changes[n].value)
                                                                   : std::nullopt;
            }
        }
    }

    void save(StateWriter& writer) const {
        writer.put(is_suspended);
        for (const std::optional<std::int64_t>& limit : set) {
            writer.put(limit.has_value());
            writer.put(static_cast<std::uint64_t>(limit.value_or(0)));
        }
    }
    void load(StateReader& reader) {
        is_suspended = reader.get_bool();
        for (std::optional<std::int64_t>& limit : set) {
            const bool has_one = reader.get_bool();
            const auto value = static_cast<std::int64_t>(reader.get<std::uint64_t>());
            limit = has_one ? std::optional(value) : std::nullopt;
            if (value < 0) {
                reader.refuse();
            }
        }
    }
};

}  // namespace hotpath::exchange

#pragma once
/// with_index: an index known at run time as a constant.
///
///   with_index<2>(index, [&](auto n) { std::get<n>(tuple).reset(); });
///
/// Threads: any. Allocation: none. Complexity: at most N comparisons.

#include <cstddef>
#include <type_traits>
#include <utility>

namespace hotpath {

/// Calls `call` once, with std::integral_constant<std::size_t, index>; index is below N.
template <std::size_t N, class Call>
constexpr void with_index(std::size_t index, Call&& call) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((index == I ? call(std::integral_constant<std::size_t, I>()) : void()), ...);
    }(std::make_index_sequence<N>());
}

}  // namespace hotpath

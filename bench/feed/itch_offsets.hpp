#pragma once
/// Offsets of ITCH 5.0's order messages, for the floors: written out, to use no decoder's code.
///
/// Source: Nasdaq TotalView-ITCH 5.0. Constants only.

#include <cstddef>

namespace hotpath::bench::itch_offsets {

inline constexpr std::size_t kLocate = 1;
inline constexpr std::size_t kReference = 11;
inline constexpr std::size_t kSide = 19;
inline constexpr std::size_t kAddShares = 20;
inline constexpr std::size_t kAddPrice = 32;
inline constexpr std::size_t kTakenShares = 19;
inline constexpr std::size_t kNewReference = 19;
inline constexpr std::size_t kReplaceShares = 27;
inline constexpr std::size_t kReplacePrice = 31;

}  // namespace hotpath::bench::itch_offsets

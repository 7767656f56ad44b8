#pragma once
/// Mdp3Loop: which of an MDP 3.0 channel's loops a packet is of, by what it is taken for.
///
///   Definitions   feed N
///   Snapshots     the books: by order feed SMBO; by price feed S, which has the trading states, too
///   States        by order: feed S, for the trading states alone
///
/// Values. Threads: any. Allocation: none.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace hotpath::feed {

enum class Mdp3Loop : std::uint8_t { Definitions, Snapshots, States };
inline constexpr std::size_t kMdp3Loops = 3;
inline constexpr std::array<Mdp3Loop, kMdp3Loops> kAllMdp3Loops{
    Mdp3Loop::Definitions, Mdp3Loop::Snapshots, Mdp3Loop::States};

[[nodiscard]] constexpr std::string_view name(Mdp3Loop loop) noexcept {
    constexpr std::array<std::string_view, kMdp3Loops> kNames{"definitions", "snapshots", "states"};
    return kNames[static_cast<std::size_t>(loop)];
}

}  // namespace hotpath::feed

#pragma once
/// Seeded random numbers, the same on every machine and compiler, for simulations, generators and
/// tests. (The standard's distributions differ between libraries; these are integer arithmetic.)
///
/// Random is xoshiro256**, seeded through splitmix64 so that seeds 1, 2, 3 give unrelated streams.
/// Not cryptographic. Threads: one owner. Allocation: none. Complexity: about 1 ns a number.
/// Source: Blackman and Vigna, prng.di.unimi.it (public domain); Lemire, Fast Random Integer
/// Generation in an Interval.

#include <array>
#include <bit>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/wide.hpp"

namespace hotpath {

/// Expands a seed into a sequence of independent 64-bit words.
class SplitMix64 {
  public:
    explicit constexpr SplitMix64(std::uint64_t seed) noexcept : state_(seed) {}

    [[nodiscard]] constexpr std::uint64_t next() noexcept {
        state_ += 0x9e3779b97f4a7c15ULL;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9ULL;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebULL;
        return mixed ^ (mixed >> 31U);
    }

  private:
    std::uint64_t state_;
};

class Random {
  public:
    using State = std::array<std::uint64_t, 4>;

    /// Begins the sequence of this seed.
    explicit constexpr Random(std::uint64_t seed) noexcept {
        SplitMix64 words(seed);
        for (std::uint64_t& word : state_) {
            word = words.next();
        }
    }
    /// Continues from a saved state, which must not be all zero.
    explicit constexpr Random(const State& state) noexcept : state_(state) {}

    /// Returns the next 64 random bits.
    [[nodiscard]] constexpr std::uint64_t next() noexcept {
        const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
        const std::uint64_t shifted = state_[1] << 17U;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= shifted;
        state_[3] = std::rotl(state_[3], 45);
        return result;
    }

    /// Returns a number of [0, n), each equally likely. n must be above 0.
    [[nodiscard]] constexpr std::uint64_t below(std::uint64_t n) noexcept {
        HOTPATH_ASSERT(n > 0, "n must be above 0: a number below 0 does not exist");
        // The high half of the product is uniform if the lowest 2^64 mod n values of its low half
        // are rejected.
        WideUint product = static_cast<WideUint>(next()) * n;
        if (static_cast<std::uint64_t>(product) < n) {
            const std::uint64_t refused = (0 - n) % n;
            while (static_cast<std::uint64_t>(product) < refused) {
                product = static_cast<WideUint>(next()) * n;
            }
        }
        return static_cast<std::uint64_t>(product >> 64U);
    }

    /// Returns true once in n times on average. n must be above 0.
    [[nodiscard]] constexpr bool one_in(std::uint64_t n) noexcept { return below(n) == 0; }

    /// Returns a number of [0, 1) with 53 bits; for the mathematics of simulations only.
    [[nodiscard]] constexpr double unit_double() noexcept {
        return static_cast<double>(next() >> 11U) * 0x1.0p-53;
    }

    [[nodiscard]] constexpr const State& state() const noexcept { return state_; }

  private:
    State state_{};
};

}  // namespace hotpath

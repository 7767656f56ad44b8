#pragma once
/// ScrambledMarket: a recording that goes on as another market.
///
///   ScrambledMarket later(1);
///   for each message after some moment:  if (later.admits(message)) { play it; }
///
/// One in two of the orders that are added from its first message on is left out, with everything that
/// happens to it; a replacement is left out with what it replaces. What is left does not
/// contradict itself, and is not crossed where the recording was not. One seed, one market.
/// Threads: one owner. Allocation: the numbers of the orders left out. Complexity: O(1) a message.

#include <cstdint>
#include <unordered_set>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"

namespace hotpath::backtest {

class ScrambledMarket {
  public:
    explicit ScrambledMarket(std::uint64_t seed) : random_(seed) {}

    /// Messages that are none of ITCH 5.0 are admitted: the venue refuses them.
    [[nodiscard]] bool admits(Bytes message);

  private:
    class Chooser;

    Random random_;
    std::unordered_set<std::uint64_t> left_out_;  // by order reference number
};

}  // namespace hotpath::backtest

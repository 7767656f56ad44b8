#pragma once
/// Skips: the events of a recording that a reader left out, by kind, with the first of each in words.
///
/// Threads: one owner. Allocation: the words of the first of a kind. Complexity: O(kinds) an event.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/units.hpp"

namespace hotpath::capture {

struct Skip {
    std::string kind;
    std::uint64_t events = 0;
    std::string first;  // where it is, and what
};

class Skips {
  public:
    /// `first()` is called for the first of its kind.
    template <class First>
    void note(std::string_view kind, std::uint64_t events, First&& first) {
        if (events == 0) {
            return;
        }
        for (Skip& skip : all_) {
            if (skip.kind == kind) {
                skip.events += events;
                return;
            }
        }
        all_.push_back({.kind = std::string(kind), .events = events, .first = first()});
    }

    [[nodiscard]] std::span<const Skip> all() const { return all_; }

  private:
    std::vector<Skip> all_;
};

/// "1,115 events skipped" of each kind, and the first of it.
[[nodiscard]] std::string to_text(std::span<const Skip> skips);

/// "09:30:00.000000001"
[[nodiscard]] std::string clock_text(Time since_midnight);

}  // namespace hotpath::capture

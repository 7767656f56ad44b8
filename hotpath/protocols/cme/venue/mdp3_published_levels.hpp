#pragma once
/// Mdp3PublishedLevels: one side of a book by price as receivers of MDP 3.0 have it, and the entries
/// that make it what the venue's is.
///
///   levels.update(now, false, [&](Action action, std::size_t number, const Level& level) { ... });
///
/// Threads: one owner. Allocation: none. Complexity: O(depth squared) an update.

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "hotpath/book/types.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/mdp3/generated/messages.hpp"

namespace hotpath::exchange {

class Mdp3PublishedLevels {
  public:
    static constexpr std::size_t kDepth = 10;
    /// One update has at most an entry for each level gone, and for each there is.
    static constexpr std::size_t kEntriesMax = 2 * kDepth;
    using Action = protocols::cme::mdp3::MDUpdateAction;

    [[nodiscard]] std::span<const book::Level> levels() const noexcept {
        return std::span(levels_).first(count_);
    }
    /// Receivers have none.
    void clear() noexcept { count_ = 0; }

    /// `now`: the venue's best levels, kDepth at most. `is_short`: with the actions that are about
    /// several levels, or replace one, where they are fewer. emit(action, number, level).
    template <class Emit>
    void update(Side side, std::span<const book::Level> now, bool is_short, Emit&& emit) noexcept {
        for (std::size_t i = 0; i < std::max(now.size(), count_);) {
            if (i == now.size() && is_short && count_ - i > 1) {
                emit(i == 0 ? Action::DeleteThru : Action::DeleteFrom, i + 1, levels_[i]);
                count_ = i;
            } else if (i == now.size() || is_gone(side, i, now[i])) {
                if (i + 1 == count_ && i + 1 == now.size() && is_short) {
                    emit(Action::Overlay, i + 1, now[i]);
                    levels_[i] = now[i];
                    ++i;
                    continue;
                }
                emit(Action::Delete, i + 1, levels_[i]);
                std::copy(levels_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                          levels_.begin() + static_cast<std::ptrdiff_t>(count_),
                          levels_.begin() + static_cast<std::ptrdiff_t>(i));
                --count_;
            } else {
                keep_or_insert(i, now[i], emit);
                ++i;
            }
        }
    }

  private:
    [[nodiscard]] bool is_gone(Side side, std::size_t i, const book::Level& now) const noexcept {
        return i < count_ && is_better(side, levels_[i].price, now.price);
    }
    template <class Emit>
    void keep_or_insert(std::size_t i, const book::Level& now, Emit&& emit) noexcept {
        if (i < count_ && levels_[i].price == now.price) {
            if (levels_[i] != now) {
                emit(Action::Change, i + 1, now);
            }
        } else {
            emit(Action::New, i + 1, now);
            count_ = std::min(count_ + 1, kDepth);
            std::copy_backward(levels_.begin() + static_cast<std::ptrdiff_t>(i),
                               levels_.begin() + static_cast<std::ptrdiff_t>(count_) - 1,
                               levels_.begin() + static_cast<std::ptrdiff_t>(count_));
        }
        levels_[i] = now;
    }

    std::array<book::Level, kDepth> levels_{};
    std::size_t count_ = 0;
};

}  // namespace hotpath::exchange

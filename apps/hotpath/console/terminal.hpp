#pragma once
/// A terminal that is drawn on: a screen of its own, keys as they are pressed, both given back at
/// the end, also of a program that is interrupted (its signals must end it in order).
///
/// Threads: the main one. Allocation: none. Complexity: system calls.

#include <optional>
#include <string_view>

#include <termios.h>

#include "apps/hotpath/top/lines.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"

namespace hotpath::app {

class Terminal {
  public:
    /// Refused when input or output is none.
    [[nodiscard]] static Expected<Terminal> open();
    Terminal(Terminal&& other) noexcept;
    Terminal& operator=(Terminal&&) = delete;
    ~Terminal();

    /// As it is now: a window may have another size at any time.
    [[nodiscard]] ScreenSize size() const;
    /// Waits for a key, at most so long; nothing also when a signal came.
    [[nodiscard]] std::optional<char> key(Nanos wait);
    /// The whole screen.
    void draw(std::string_view screen);

  private:
    explicit Terminal(const termios& before) : before_(before) {}

    termios before_;
    bool is_ours_ = true;
};

}  // namespace hotpath::app

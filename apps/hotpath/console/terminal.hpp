#pragma once
/// A terminal in full-screen mode with unbuffered keys; both are restored at
/// the end, also of an interrupted program (its signal handlers must end it normally).
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

    /// The current size; a window may change it at any time.
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

#pragma once
/// Lines of a terminal, cut to its visible width: styles take no columns, a character
/// of several bytes takes one.
///
/// Threads: one owner. Allocation: strings for people.

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace hotpath::app {

struct ScreenSize {
    std::size_t rows = std::numeric_limits<std::size_t>::max();
    std::size_t columns = std::numeric_limits<std::size_t>::max();
};

class TopLines {
  public:
    explicit TopLines(const ScreenSize& size) : size_(size) {}

    /// Goes on with the last line; `style` is "" for none.
    TopLines& add(std::string_view text, std::string_view style = {});
    /// Text of this many columns, padded at the left (or at the right).
    TopLines& right(std::string_view text, std::size_t columns, std::string_view style = {});
    TopLines& left(std::string_view text, std::size_t columns, std::string_view style = {});
    void end_line();
    /// A separate line.
    void heading(std::string_view text);

    /// The lines that fit, each followed by `end`.
    [[nodiscard]] std::string text(std::string_view end) const;
    [[nodiscard]] std::size_t count() const { return lines_.size(); }
    [[nodiscard]] std::size_t rows_left() const {
        return size_.rows > lines_.size() ? size_.rows - lines_.size() : 0;
    }

  private:
    ScreenSize size_;
    std::vector<std::string> lines_;
    std::string line_;
    std::size_t columns_ = 0;  // of line_
};

}  // namespace hotpath::app

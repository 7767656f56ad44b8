#pragma once
/// The lines of a text file, one by one, in constant memory.
///
/// A line ends with \n or \r\n; the last one may lack its end. Empty lines and a UTF-8 mark at the
/// beginning are left out. A line longer than the limit is given as its first bytes, which no
/// parser takes. Threads: one owner. Allocation: the buffer's, at construction. Complexity: linear.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "hotpath/capture/read_buffer.hpp"

namespace hotpath::capture {

/// Some programs begin a text file with this.
inline constexpr std::string_view kUtf8Mark = "\xef\xbb\xbf";

class TextLines {
  public:
    TextLines(ReadBuffer input, std::size_t line_length_max)
        : input_(std::move(input)), line_length_max_(line_length_max) {}

    [[nodiscard]] const ReadBuffer& input() const { return input_; }

    /// The next line without its end, valid until the next call. None at the end of the file or at
    /// its damage: input().damage() says which.
    [[nodiscard]] std::optional<std::string_view> next();

    /// Where the last line is: "line 3 (byte 34)".
    [[nodiscard]] std::string place() const;

  private:
    [[nodiscard]] std::optional<std::string_view> line_at_front();
    [[nodiscard]] std::string_view without_frills(std::string_view line) const;

    ReadBuffer input_;
    std::size_t line_length_max_;
    std::size_t line_length_ = 0;  // of the last line with its end, still in the buffer
    std::uint64_t line_ = 0;
};

}  // namespace hotpath::capture

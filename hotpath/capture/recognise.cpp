#include "hotpath/capture/recognise.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "hotpath/capture/itch_frames.hpp"
#include "hotpath/capture/lobster.hpp"
#include "hotpath/capture/table/table_reader.hpp"
#include "hotpath/protocols/capture/all.hpp"

namespace hotpath::capture {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t kTextLookedAt = 512;
constexpr std::size_t kLineLengthMax = 4096;
constexpr std::size_t kBytesShown = 8;
constexpr std::size_t kTarMagicAt = 257;
constexpr std::string_view kDbnMagic = "DBN";

[[nodiscard]] std::string what_is_read() {
    return fmt::format(
        "hotpath reads ITCH 5.0 files, pcap and pcapng ({}), Databento DBN, "
        "LOBSTER message files and tables of quotes, plain, .gz, .zst or .zip",
        protocols::capture_names("MoldUDP64", ", "));
}

struct Magic {
    std::string_view bytes;
    Content content;
};
constexpr auto kReadable = std::to_array<Magic>({
    {"\xd4\xc3\xb2\xa1"sv, Content::Pcap},
    {"\xa1\xb2\xc3\xd4"sv, Content::Pcap},
    {"\x4d\x3c\xb2\xa1"sv, Content::Pcap},
    {"\xa1\xb2\x3c\x4d"sv, Content::Pcap},
    {"\x0a\x0d\x0d\x0a"sv, Content::Pcapng},
});

struct Stranger {
    std::string_view bytes;
    std::string_view advice;
};
constexpr auto kStrangers = std::to_array<Stranger>({
    {"%PDF"sv, "is a PDF document, not market data"},
    {"\x7f"
     "ELF"sv,
     "is a program, not market data"},
    {"\x89PNG"sv, "is a picture, not market data"},
    {"PAR1"sv, "is a Parquet table; hotpath backtest reads those of quotes and of bars"},
    {"\x89HDF"sv, "is an HDF5 file; give the recorded feed it was made from"},
    {"SQLite format"sv, "is a SQLite database; give the recorded feed it was made from"},
    {"\xfd"
     "7zXZ"sv,
     "is compressed with xz; unpack it (xz -d) or recompress it with zstd"},
    {"BZh"sv, "is compressed with bzip2; unpack it (bzip2 -d) or recompress it with zstd"},
    {"7z\xbc\xaf"sv, "is a 7-Zip archive; unpack it (7z x) first"},
    {"Rar!"sv, "is a RAR archive; unpack it first"},
    {"\x1f\x8b"sv, "is compressed twice; unpack it once (gzip -d) first"},
    {"\x28\xb5\x2f\xfd"sv, "is compressed twice; unpack it once first"},
    {"PK\x03\x04"sv, "is an archive within a compressed file; unpack it once first"},
    {"\x34\xcd\xb2\xa1"sv, "is a modified (Kuznetzov) pcap; rewrite it with editcap -F pcap"},
    {"\xa1\xb2\xcd\x34"sv, "is a modified (Kuznetzov) pcap; rewrite it with editcap -F pcap"},
    {"snoop\0"sv, "is a Solaris snoop capture; rewrite it with editcap -F pcap"},
});

/// No control characters, and mostly ASCII: other letters of UTF-8 and Latin alphabets have the top
/// bit.
bool is_text(std::string_view head) {
    head = head.substr(0, kTextLookedAt);
    const auto is_ascii = [](char c) {
        return (c >= ' ' && c <= '~') || c == '\n' || c == '\r' || c == '\t' || c == '\f';
    };
    const auto has_top_bit = [](char c) { return (static_cast<unsigned char>(c) & 0x80U) != 0; };
    const auto ascii = static_cast<std::size_t>(std::ranges::count_if(head, is_ascii));
    const auto others = static_cast<std::size_t>(std::ranges::count_if(head, has_top_bit));
    return ascii + others == head.size() && others * 2 <= head.size();
}

std::string_view first_line(std::string_view text) {
    text = text.substr(text.starts_with(kUtf8Mark) ? kUtf8Mark.size() : 0, kLineLengthMax);
    text = text.substr(0, text.find('\n'));
    return text.ends_with('\r') ? text.substr(0, text.size() - 1) : text;
}

/// LOBSTER's other file: only numbers, four columns a level.
bool is_lobster_book_row(std::string_view line) {
    const auto columns = static_cast<std::size_t>(std::ranges::count(line, ',')) + 1;
    return columns >= 4 && columns % 4 == 0 && line.find_first_not_of("0123456789,-") == line.npos;
}

bool begins_table_of_quotes(std::string_view line) {
    return names_column(line, "bid") || names_column(line, "ask");
}

bool is_markup(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\r\n");
    return first != text.npos && text[first] == '<';
}

std::string refusal_of_text(std::string_view text) {
    const std::string_view line = first_line(text);
    if (is_lobster_book_row(line)) {
        return "is a LOBSTER orderbook file; give the message file of the same day "
               "(..._message_...)";
    }
    if (is_markup(text)) {
        return "is a web page or XML, not market data; the download has probably failed";
    }
    if (std::ranges::count(line, ',') + 1 == kLobsterColumns) {
        return fmt::format("line 1 is not a LOBSTER event: {}; if it is a header line, remove it",
                           parse_lobster_line(line).error());
    }
    return fmt::format("is a text file, but not a LOBSTER message file; {}", what_is_read());
}

/// A version follows, which is no character of a text.
bool is_dbn(std::string_view head) {
    return head.size() > kDbnMagic.size() && head.starts_with(kDbnMagic) &&
           static_cast<unsigned char>(head[kDbnMagic.size()]) < ' ';
}

/// ITCH 4.1 and older begin with a T of 5 bytes or an S of 6.
bool is_older_itch(Bytes head) {
    if (head.size() < 3) {
        return false;
    }
    const auto length = load_be<std::uint16_t>(head.data());
    const auto type = std::to_integer<char>(head[2]);
    return (type == 'T' && length == 5) || (type == 'S' && length == 6);
}

std::optional<Content> recognise_itch(Bytes head) {
    if (begins_with_message(head)) {
        return Content::LengthPrefixed;
    }
    if (begins_with_zero_prefixed_message(head)) {
        return Content::ZeroPrefixed;
    }
    // Nothing but the mark of the end: a session without messages.
    const bool is_end_mark =
        head.size() == protocols::kFramePrefixLength && load_be<std::uint16_t>(head.data()) == 0;
    return is_end_mark ? std::optional(Content::LengthPrefixed) : std::nullopt;
}

std::optional<std::string_view> advice_on(std::string_view text) {
    for (const Stranger& stranger : kStrangers) {
        if (text.starts_with(stranger.bytes)) {
            return stranger.advice;
        }
    }
    if (text.substr(std::min(text.size(), kTarMagicAt)).starts_with("ustar")) {
        return "is a tar archive; unpack it (tar -x) and give the file in it";
    }
    return std::nullopt;
}

std::string refusal(Bytes head) {
    if (is_text(as_text(head))) {
        return refusal_of_text(as_text(head));
    }
    if (is_older_itch(head)) {
        return "looks like ITCH 4.1 or older; only ITCH 5.0 is read";
    }
    const auto shown = std::as_const(head).first(std::min(head.size(), kBytesShown));
    return fmt::format(
        "is not a known format (it begins with {:02x}); {}",
        fmt::join(std::span(reinterpret_cast<const unsigned char*>(shown.data()), shown.size()),
                  " "),
        what_is_read());
}

}  // namespace

std::expected<Content, std::string> recognise(Bytes head) {
    const std::string_view text = as_text(head);
    if (is_dbn(text)) {
        return Content::Dbn;
    }
    for (const Magic& magic : kReadable) {
        if (text.starts_with(magic.bytes)) {
            return magic.content;
        }
    }
    if (const auto itch = recognise_itch(head)) {
        return *itch;
    }
    if (parse_lobster_line(first_line(text))) {
        return Content::Lobster;
    }
    if (is_text(text) && begins_table_of_quotes(first_line(text))) {
        return Content::Quotes;
    }
    if (const auto advice = advice_on(text)) {
        return std::unexpected(std::string(*advice));
    }
    return std::unexpected(refusal(head));
}

}  // namespace hotpath::capture

#include "hotpath/capture/itch_file_stream.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "hotpath/capture/itch_frames.hpp"

namespace hotpath::capture {

namespace {

constexpr std::size_t kItchHeaderLength = 11;
constexpr std::size_t kUnknownMessageLengthMax = 1024;
constexpr std::string_view kAdvice =
    "all before it was read; copy or download the file again for the rest";

bool is_letter(std::byte byte) {
    const auto folded = std::to_integer<unsigned>(byte | std::byte{0x20});
    return folded >= 'a' && folded <= 'z';
}

/// A message that exists, or one that a later revision of ITCH may have.
bool begins_plausibly(Bytes bytes) {
    if (bytes.size() < kFrameHeadLength) {
        return false;
    }
    const std::size_t length = load_be<std::uint16_t>(bytes.data());
    const std::size_t expected = expected_length(bytes.data());
    if (expected != 0) {
        return length == expected;
    }
    return is_letter(bytes[protocols::kFramePrefixLength]) && length >= kItchHeaderLength &&
           length <= kUnknownMessageLengthMax;
}

bool is_end_mark(Bytes bytes) {
    return bytes.size() >= protocols::kFramePrefixLength &&
           load_be<std::uint16_t>(bytes.data()) == 0;
}

}  // namespace

Expected<Bytes> ItchFileStream::next_block() {
    input_.consume(whole_);
    whole_ = 0;
    while (!failure_ && !has_ended_) {
        const Stop stop = scan();
        if (whole_ > 0 && is_foreign(messages_, messages_ - odd_messages_)) {
            whole_ = 0;
            failure_ = another_protocol();
            messages_ = handed_out_;
            break;
        }
        handed_out_ = messages_;
        if (whole_ > 0) {
            return input_.available().first(whole_);
        }
        failure_ = go_on(stop);
    }
    if (failure_) {
        return std::unexpected(*failure_);
    }
    return Bytes{};
}

/// No whole message is at the front: more is read, or the end is reached, or it is an error.
std::optional<Error> ItchFileStream::go_on(Stop stop) {
    if (stop == Stop::Damage) {
        return framing_lost();
    }
    if (stop == Stop::EndMark && !is_only_end_marks()) {
        return goes_on();
    }
    if (input_.refill()) {
        return std::nullopt;
    }
    if (input_.damage() || input_.available().empty()) {
        has_ended_ = true;
        return input_.damage();
    }
    return broken_off();
}

ItchFileStream::Stop ItchFileStream::scan() {
    const Bytes all = input_.available();
    for (;;) {
        const Bytes rest = all.subspan(whole_);
        if (rest.size() < kFrameHeadLength) {
            return input_.is_ended() && is_end_mark(rest) ? Stop::EndMark : Stop::NeedsMore;
        }
        if (prefixes_ == Prefixes::Zeros) {
            mend(whole_);
        }
        const std::size_t length = load_be<std::uint16_t>(rest.data());
        const bool is_odd = length == 0 || length != expected_length(rest.data());
        if (const auto stop = is_odd ? judge(rest) : std::nullopt) [[unlikely]] {
            return *stop;
        }
        if (rest.size() < protocols::kFramePrefixLength + length) {
            return Stop::NeedsMore;
        }
        whole_ += protocols::kFramePrefixLength + length;
        ++messages_;
        odd_messages_ += is_odd ? 1U : 0U;
    }
}

/// A frame whose length is not its type's: none when its end is where the next frame begins, and so
/// it is only odd.
std::optional<ItchFileStream::Stop> ItchFileStream::judge(Bytes rest) const {
    if (is_end_mark(rest)) {
        return Stop::EndMark;
    }
    const std::size_t frame = protocols::kFramePrefixLength + load_be<std::uint16_t>(rest.data());
    if (rest.size() < frame + kFrameHeadLength && !input_.is_ended()) {
        return Stop::NeedsMore;
    }
    if (rest.size() < frame) {
        return begins_plausibly(rest) ? Stop::NeedsMore : Stop::Damage;
    }
    const Bytes next = rest.subspan(frame);
    const bool is_in_place = next.empty() || begins_plausibly(next) ||
                             (is_end_mark(next) && next.size() < kFrameHeadLength);
    return is_in_place ? std::nullopt : std::optional(Stop::Damage);
}

/// Writes the length that the type has where the file says 0.
void ItchFileStream::mend(std::size_t at) {
    const MutableBytes frame = input_.mutable_available().subspan(at);
    if (begins_with_zero_prefixed_message(frame)) {
        store_be(frame.data(), static_cast<std::uint16_t>(expected_length(frame.data())));
    }
}

/// Steps over zeros. False when anything else follows before the end of the file.
bool ItchFileStream::is_only_end_marks() {
    do {
        const Bytes bytes = input_.available();
        const auto other =
            std::ranges::find_if(bytes, [](std::byte b) { return b != std::byte{0}; });
        input_.consume(static_cast<std::size_t>(other - bytes.begin()));
        if (!input_.available().empty()) {
            return false;
        }
    } while (input_.refill());
    return true;
}

Error ItchFileStream::broken_off() const {
    const Bytes rest = input_.available();
    const bool has_length = rest.size() >= protocols::kFramePrefixLength;
    const std::size_t needed =
        has_length ? load_be<std::uint16_t>(rest.data()) : protocols::kFramePrefixLength;
    return {
        fmt::format("{}: cut off at {}: of the {} of {} bytes that begins there {} are left; {}",
                    input_.name(), input_.place(), has_length ? "message" : "length", needed,
                    rest.size() - (has_length ? protocols::kFramePrefixLength : 0), kAdvice)};
}

Error ItchFileStream::framing_lost() const {
    const std::byte* frame = input_.available().data();
    const std::size_t expected = expected_length(frame);
    const auto type = std::to_integer<unsigned>(frame[protocols::kFramePrefixLength]);
    const std::string should = expected == 0 ? "which ITCH 5.0 does not have"
                                             : fmt::format("which has {} bytes", expected);
    return {fmt::format("{}: damaged at {}: a message of {} bytes of type 0x{:02x}, {}; {}",
                        input_.name(), input_.place(), load_be<std::uint16_t>(frame), type, should,
                        kAdvice)};
}

Error ItchFileStream::another_protocol() const {
    return {fmt::format(
        "{}: {} of {} messages are not ITCH 5.0 (unknown type or wrong length), more than half: "
        "this is another protocol",
        input_.name(), odd_messages_, messages_)};
}

Error ItchFileStream::goes_on() const {
    return {
        fmt::format("{}: the session ends (message length 0), but more bytes follow at {}; "
                    "all before it was "
                    "read; check how the file was made",
                    input_.name(), input_.place())};
}

}  // namespace hotpath::capture

#include "hotpath/capture/packet_reader.hpp"

#include <fmt/format.h>

namespace hotpath::capture {

namespace {

constexpr std::string_view kAdvice =
    "all before it was read; copy or record the file again for the rest";

}  // namespace

Error capture_cut_off(const ReadBuffer& input, std::string_view what) {
    const Error cut{
        fmt::format("{}: cut off at {}, in {}; {}", input.name(), input.place(), what, kAdvice)};
    return input.damage().value_or(cut);
}

Error capture_damaged(const ReadBuffer& input, std::string_view what) {
    return {fmt::format("{}: damaged at {}: {}; {}", input.name(), input.place(), what, kAdvice)};
}

}  // namespace hotpath::capture

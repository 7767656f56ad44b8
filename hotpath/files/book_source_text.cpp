#include "hotpath/files/book_source_text.hpp"

#include <array>
#include <string_view>

#include <fmt/format.h>

namespace hotpath::files {

namespace {

using capture::BookBasis;

std::string_view name_of(BookBasis basis) {
    constexpr std::array<std::string_view, 4> kNames{"every order", "published levels", "by price",
                                                     "estimate"};
    return kNames[static_cast<std::size_t>(basis)];
}

/// Follows "each".
std::string levels_text(std::size_t levels) {
    return levels == capture::kEveryLevel ? "level" : fmt::format("of the {} best levels", levels);
}

}  // namespace

std::optional<std::string> book_source_text(const capture::BookSource& source) {
    switch (source.basis) {
        case BookBasis::EveryOrder:
            return std::nullopt;
        case BookBasis::PublishedLevels:
            return source.levels == 0
                       ? fmt::format("the levels of {}", source.file)
                       : fmt::format("the {} levels of {}", source.levels, source.file);
        case BookBasis::ByPrice:
            return source.levels == 0 ? std::string("none: the recording has trades alone")
                                      : fmt::format("by price: each {} of a side is one order",
                                                    levels_text(source.levels));
        case BookBasis::Estimate:
            break;
    }
    return fmt::format(
        "an ESTIMATE: no order book file{}; orders canceled out of view stay in the book",
        source.file.empty() ? "" : fmt::format(" {} beside the messages", source.file));
}

void add_book_source(nlohmann::ordered_json& json, const capture::BookSource& source) {
    json["book_basis"] = name_of(source.basis);
    if (source.basis == BookBasis::PublishedLevels) {
        json["book_file"] = source.file;
        json["book_levels"] = source.levels;
    }
    if (source.basis == BookBasis::ByPrice && source.levels != capture::kEveryLevel) {
        json["book_levels"] = source.levels;
    }
}

std::string data_text(const capture::BookSource& source) {
    switch (source.basis) {
        case BookBasis::EveryOrder:
            return "by order";
        case BookBasis::PublishedLevels:
            return "by order, with published levels";
        case BookBasis::Estimate:
            return "by order, the book an estimate";
        case BookBasis::ByPrice:
            break;
    }
    return source.levels == 0                      ? "trades alone"
           : source.levels == capture::kEveryLevel ? "by price: every level"
           : source.levels == 1                    ? "by price: the best bid and offer, and trades"
                                : fmt::format("by price: {} levels a side", source.levels);
}

capture::BookSource least_certain(const capture::BookSource& a, const capture::BookSource& b) {
    return b.basis > a.basis ? b : a;
}

}  // namespace hotpath::files

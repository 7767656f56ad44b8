#include "hotpath/capture/dbn/instruments.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "hotpath/protocols/dbn/codes.hpp"

namespace hotpath::capture::dbn {

namespace {

std::optional<std::uint32_t> to_id(std::string_view text) {
    std::uint32_t id = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), id);
    return parsed.ec == std::errc{} && parsed.ptr == text.data() + text.size() ? std::optional(id)
                                                                               : std::nullopt;
}

/// "2024-01-31"
std::string day_text(Day day) {
    return fmt::format("{:04}-{:02}-{:02}", day / 10'000, day / 100 % 100, day % 100);
}

bool is_printable(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

/// One of the two symbologies is that of instrument ids; the other side is the symbol.
Instruments::Instruments(const protocols::dbn::MetadataReader& metadata) {
    namespace stype = protocols::dbn::stype;
    const bool is_id_in = metadata.stype_in() == stype::kInstrumentId;
    if (!is_id_in && metadata.stype_out() != stype::kInstrumentId) {
        return;
    }
    metadata.for_each_mapping([&](const protocols::dbn::SymbolInterval& interval) {
        const auto id = to_id(is_id_in ? interval.symbol_in : interval.symbol_out);
        if (id) {
            add_mapping(*id, interval, is_id_in ? interval.symbol_out : interval.symbol_in);
        }
    });
    std::ranges::stable_sort(mappings_, [](const Mapping& a, const Mapping& b) {
        return std::tie(a.id, a.first_day) < std::tie(b.id, b.first_day);
    });
}

void Instruments::add_mapping(std::uint32_t id, const protocols::dbn::SymbolInterval& interval,
                              std::string_view symbol) {
    mappings_.push_back({.id = id,
                         .first_day = interval.first_day,
                         .end_day = interval.end_day,
                         .symbol = std::string(symbol)});
}

std::string_view Instruments::mapped(std::uint32_t id, Day day) const {
    const auto after = std::ranges::upper_bound(
        mappings_, std::tuple(id, day), {},
        [](const Mapping& mapping) { return std::tuple(mapping.id, mapping.first_day); });
    if (after == mappings_.begin()) {
        return {};
    }
    const Mapping& mapping = *std::prev(after);
    return mapping.id == id && day < mapping.end_day ? std::string_view(mapping.symbol)
                                                     : std::string_view();
}

Checked<Symbol> Instruments::symbol_of(std::uint32_t id, Day day) const {
    const auto named = named_.find(id);
    const std::string_view text = named != named_.end() ? named->second : mapped(id, day);
    if (text.empty()) {
        return std::unexpected(fmt::format(
            "the instrument has no symbol on {}: no mapping of the metadata and no definition or "
            "symbol mapping record before names it; request the recording with its symbology",
            day_text(day)));
    }
    const auto symbol = Symbol::from(text);
    if (!symbol || !is_printable(text)) {
        return std::unexpected(
            fmt::format("the instrument's symbol {:?} must be 1 to {} characters without a space",
                        text, Symbol::kLength));
    }
    return *symbol;
}

Checked<Instruments::Found> Instruments::list(std::uint32_t id, std::uint16_t publisher, Day day) {
    const auto symbol = symbol_of(id, day);
    if (!symbol) {
        return std::unexpected(symbol.error());
    }
    if (known_.size() == kInstrumentsMax) {
        return std::unexpected(
            fmt::format("the recording has more than {} instruments; request "
                        "fewer symbols",
                        kInstrumentsMax));
    }
    const auto [holder, is_free] = ids_.try_emplace(*symbol, id);
    if (!is_free) {
        return std::unexpected(
            fmt::format("the instrument's symbol {} is that of instrument {} "
                        "too; cut the recording into days",
                        symbol->view(), holder->second));
    }
    const Listing listing{.locate = static_cast<std::uint16_t>(known_.size() + 1),
                          .symbol = *symbol};
    known_.emplace(id, Known{.listing = listing, .publisher = publisher, .day = day});
    return Found{.listing = listing, .is_new = true};
}

/// Another day, or another publisher.
Checked<Instruments::Found> Instruments::check_again(Known& known, std::uint32_t id,
                                                     std::uint16_t publisher, Day day) {
    if (known.publisher != publisher) {
        return std::unexpected(fmt::format(
            "the instrument comes from publishers {} and {}: books of several venues are not "
            "merged; request the dataset of one venue",
            known.publisher, publisher));
    }
    const auto symbol = symbol_of(id, day);
    if (!symbol) {
        return std::unexpected(symbol.error());
    }
    if (*symbol != known.listing.symbol) {
        return std::unexpected(
            fmt::format("the instrument is {} on {} and {} before; cut the "
                        "recording into days",
                        symbol->view(), day_text(day), known.listing.symbol.view()));
    }
    known.day = day;
    return Found{.listing = known.listing};
}

}  // namespace hotpath::capture::dbn

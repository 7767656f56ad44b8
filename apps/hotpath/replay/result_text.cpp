#include "apps/hotpath/replay/result_text.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/files/book_source_text.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::app {

namespace {

std::string_view type_name(std::size_t type) {
    const std::string_view name = wire::itch50::message_name(static_cast<char>(type));
    return name.empty() ? "not of ITCH 5.0" : name;
}

/// Time a message, split by part; not available for several channels.
void print_shares(const replay::ReplayResult& result) {
    if (result.messages == 0 || result.processing_s == 0) {
        return;
    }
    const double processing = result.processing_s * 1e9 / static_cast<double>(result.messages);
    fmt::print("  {}of it decoding and all books {:.1f} ns, reading the file {:.1f} ns{}\n",
               style().dim, processing, result.ns_per_message() - processing, style().reset);
}

void print_types(const replay::ReplayResult& result) {
    const auto decoded =
        static_cast<double>(result.messages - result.messages_filtered.value_or(0));
    print_heading("Messages by type");
    std::vector<std::size_t> types;
    for (std::size_t type = 0; type < result.by_type.size(); ++type) {
        if (result.by_type[type] > 0) {
            types.push_back(type);
        }
    }
    std::ranges::sort(types, [&](std::size_t a, std::size_t b) {
        return std::pair(result.by_type[b], a) < std::pair(result.by_type[a], b);
    });
    for (const std::size_t type : types) {
        const auto count = static_cast<double>(result.by_type[type]);
        fmt::print("  {}  {:<44}{:>14}  {:>5.1f}%\n", replay::type_text(type), type_name(type),
                   grouped(result.by_type[type]), 100.0 * count / decoded);
    }
}

struct ErrorLine {
    std::string name;
    std::uint64_t count = 0;
    std::string first{};
};

[[nodiscard]] std::vector<ErrorLine> error_lines(const replay::ReplayResult& result) {
    using book::BookStatus;
    const auto first = [&](BookStatus status) {
        return result.first_refused[static_cast<std::size_t>(status)];
    };
    std::vector<ErrorLine> lines{
        {"unknown orders", result.book.unknown_orders, first(BookStatus::UnknownOrder)},
        {"duplicate orders", result.book.duplicate_orders, first(BookStatus::DuplicateOrder)},
        {"over-executions", result.book.over_executions, first(BookStatus::OverExecution)},
        {"zero quantities", result.book.zero_quantities, first(BookStatus::ZeroQty)},
        {"prices out of range", result.book.prices_out_of_range,
         first(BookStatus::PriceOutOfRange)},
        {"no room for orders", result.book.orders_full, first(BookStatus::OrdersFull)},
        {"no room for levels", result.book.levels_full, first(BookStatus::LevelsFull)},
        {"no room for instruments", result.book.unknown_instruments,
         first(BookStatus::UnknownInstrument)},
        {"other symbols", result.symbol_mismatches},
        {"decode errors", result.decode_errors},
        {"sequence gaps", result.sequence_gaps},
        {"times back", result.times_back.count,
         time_of_day(result.times_back.first_to) + " after " +
             time_of_day(result.times_back.first_from)},
    };
    for (const capture::Skip& skip : result.skips) {
        lines.push_back({skip.kind, skip.events, skip.first});
    }
    return lines;
}

void print_errors(const replay::ReplayResult& result) {
    print_heading("Errors");
    std::uint64_t sum = 0;
    for (const auto& [name, count, first] : error_lines(result)) {
        sum += count;
        if (count > 0) {
            fmt::print("  {:<16}{}{:>20}{}{}\n", name, style().bad, grouped(count), style().reset,
                       first.empty() ? "" : "  the first: " + first);
        }
    }
    if (sum == 0 && result.book_source.basis == capture::BookBasis::Estimate) {
        fmt::print("  none can be seen; the book is an estimate, and its prices may be wrong\n");
    } else if (sum == 0) {
        fmt::print(
            "  none: no unknown or duplicate order, no over-execution, no decode error, no gap\n");
    }
    if (result.stream.book_corrections > 0) {
        fmt::print("  {}{} levels in view had to be corrected from the order book file{}\n",
                   style().dim, grouped(result.stream.book_corrections), style().reset);
    }
    if (result.stream.gateway_errors > 0) {
        fmt::print("  {}the recording has {} error records of its gateway: data may be missing{}\n",
                   style().bad, grouped(result.stream.gateway_errors), style().reset);
    }
    if (result.stream.unread_records > 0) {
        fmt::print("  {}{} records of types that are not read were skipped{}\n", style().dim,
                   grouped(result.stream.unread_records), style().reset);
    }
    if (result.book.crossed > 0) {
        fmt::print("  {}a book was crossed or locked after {} updates{}\n", style().dim,
                   grouped(result.book.crossed), style().reset);
    }
}

void print_crossings(const replay::Crossings& crossings) {
    print_heading("Crossed books");
    print_line("locked", grouped(crossings.locked));
    print_line("crossed", grouped(crossings.crossed));
    for (const std::string& sentence : crossings.first) {
        fmt::print("  {}\n", sentence);
    }
    if (const std::uint64_t all = crossings.locked + crossings.crossed;
        all > crossings.first.size()) {
        fmt::print("  {}and {} more{}\n", style().dim, grouped(all - crossings.first.size()),
                   style().reset);
    }
}

}  // namespace

void print_replay(const replay::ReplayResult& result, std::string_view title) {
    fmt::print("{}{}{}\n", style().bold, title, style().reset);
    print_line("messages", grouped(result.messages));
    if (result.messages_filtered) {
        print_line("filtered out", grouped(*result.messages_filtered));
    }
    print_line("instruments", grouped(result.instruments));
    print_line("first time", result.first_time ? time_of_day(*result.first_time) : "-");
    print_line("last time", result.first_time ? time_of_day(result.last_time) : "-");
    if (const auto source = files::book_source_text(result.book_source)) {
        print_line("book", *source);
    }
    print_line("open orders", grouped(result.open_orders));
    print_line("book checksum", text::checksum_text(result.book_checksum));
    print_line("elapsed", fmt::format("{:.3f} s", result.elapsed_s));
    print_line("a message", fmt::format("{:.1f} ns", result.ns_per_message()));
    print_shares(result);
    if (result.messages > 0) {
        print_types(result);
    }
    print_errors(result);
    if (result.crossings) {
        print_crossings(*result.crossings);
    }
}

}  // namespace hotpath::app

#include "apps/hotpath/replay/result.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "hotpath/files/book_source_text.hpp"
#include "hotpath/wire/itch50/messages.hpp"

namespace hotpath::app {

namespace {

/// The type byte as a character; in hexadecimal when it is none that can be shown.
std::string type_text(std::size_t type) {
    const bool is_printable = type > 0x20 && type < 0x7f;
    return is_printable ? std::string(1, static_cast<char>(type)) : fmt::format("0x{:02x}", type);
}

std::string_view type_name(std::size_t type) {
    const std::string_view name = wire::itch50::message_name(static_cast<char>(type));
    return name.empty() ? "not of ITCH 5.0" : name;
}

/// Time a message, split by part; not available for several channels.
void print_shares(const ReplayResult& result) {
    if (result.messages == 0 || result.processing_s == 0) {
        return;
    }
    const double processing = result.processing_s * 1e9 / static_cast<double>(result.messages);
    fmt::print("  {}of it decoding and all books {:.1f} ns, reading the file {:.1f} ns{}\n",
               style().dim, processing, result.ns_per_message() - processing, style().reset);
}

void print_types(const ReplayResult& result) {
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
        fmt::print("  {}  {:<44}{:>14}  {:>5.1f}%\n", type_text(type), type_name(type),
                   grouped(result.by_type[type]), 100.0 * count / decoded);
    }
}

struct ErrorLine {
    std::string name;
    std::uint64_t count = 0;
    std::string first{};
};

[[nodiscard]] std::vector<ErrorLine> error_lines(const ReplayResult& result) {
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

void print_errors(const ReplayResult& result) {
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

void print_crossings(const Crossings& crossings) {
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

// A counter that is added to one of them does not compile until it is listed here.

[[nodiscard]] nlohmann::ordered_json book_json(const book::BookCounters& counters) {
    const auto& [applied, unknown_orders, duplicate_orders, over_executions, unknown_instruments,
                 zero_quantities, prices_out_of_range, orders_full, levels_full, crossed] =
        counters;
    return {{"applied", applied},
            {"unknown_orders", unknown_orders},
            {"duplicate_orders", duplicate_orders},
            {"over_executions", over_executions},
            {"unknown_instruments", unknown_instruments},
            {"zero_quantities", zero_quantities},
            {"prices_out_of_range", prices_out_of_range},
            {"orders_full", orders_full},
            {"levels_full", levels_full},
            {"crossed", crossed}};
}

struct StreamCounter {
    const char* name;
    std::uint64_t capture::StreamStats::* count;
};
constexpr StreamCounter kStreamCounters[] = {
    {"messages", &capture::StreamStats::messages},
    {"packets", &capture::StreamStats::packets},
    {"feed_packets", &capture::StreamStats::feed_packets},
    {"ignored_packets", &capture::StreamStats::ignored_packets},
    {"fragments", &capture::StreamStats::fragments},
    {"cut_packets", &capture::StreamStats::cut_packets},
    {"duplicate_messages", &capture::StreamStats::duplicate_messages},
    {"sequence_gaps", &capture::StreamStats::sequence_gaps},
    {"missing_messages", &capture::StreamStats::missing_messages},
    {"implied_adds", &capture::StreamStats::implied_adds},
    {"implied_deletes", &capture::StreamStats::implied_deletes},
    {"implied_reductions", &capture::StreamStats::implied_reductions},
    {"skipped_events", &capture::StreamStats::skipped_events},
    {"book_rows", &capture::StreamStats::book_rows},
    {"book_corrections", &capture::StreamStats::book_corrections},
    {"records", &capture::StreamStats::records},
    {"unread_records", &capture::StreamStats::unread_records},
    {"snapshot_records", &capture::StreamStats::snapshot_records},
    {"gateway_errors", &capture::StreamStats::gateway_errors},
    {"extended_records", &capture::StreamStats::extended_records},
};
static_assert(sizeof(capture::StreamStats) == std::size(kStreamCounters) * sizeof(std::uint64_t),
              "print every counter of StreamStats");

[[nodiscard]] nlohmann::ordered_json stream_json(const capture::StreamStats& stats) {
    nlohmann::ordered_json json;
    for (const auto& [name, count] : kStreamCounters) {
        json[name] = stats.*count;
    }
    return json;
}

void add(capture::StreamStats& sum, const capture::StreamStats& channel) {
    for (const auto& [name, count] : kStreamCounters) {
        sum.*count += channel.*count;
    }
}

/// Messages decoded, and messages not decoded by reason.
[[nodiscard]] nlohmann::ordered_json feed_json(const ReplayResult& result) {
    const std::uint64_t decoded =
        result.messages - result.decode_errors - result.messages_filtered.value_or(0);
    return {{"messages", decoded},
            {"unknown_types", result.unknown_types},
            {"decode_errors", result.decode_errors - result.unknown_types},
            {"symbol_mismatches", result.symbol_mismatches}};
}

void add(std::optional<Crossings>& sum, const std::optional<Crossings>& channel) {
    if (channel) {
        Crossings added = sum.value_or(Crossings{});
        added.locked += channel->locked;
        added.crossed += channel->crossed;
        added.first.insert(added.first.end(), channel->first.begin(), channel->first.end());
        sum = std::move(added);
    }
}

void add(ReplayResult& sum, const ReplayResult& channel) {
    constexpr std::uint64_t kChecksumFactor = 0x9e37'79b9'7f4a'7c15;
    sum.messages += channel.messages;
    for (std::size_t type = 0; type < sum.by_type.size(); ++type) {
        sum.by_type[type] += channel.by_type[type];
    }
    if (channel.messages_filtered) {
        sum.messages_filtered = sum.messages_filtered.value_or(0) + *channel.messages_filtered;
    }
    if (channel.first_time) {
        const Time first = sum.first_time.value_or(*channel.first_time);
        sum.first_time = std::min(first, *channel.first_time);
        sum.last_time = std::max(sum.last_time, channel.last_time);
    }
    sum.instruments += channel.instruments;
    sum.open_orders += channel.open_orders;
    sum.trades += channel.trades;
    sum.book += channel.book;
    sum.decode_errors += channel.decode_errors;
    sum.unknown_types += channel.unknown_types;
    sum.symbol_mismatches += channel.symbol_mismatches;
    add(sum.stream, channel.stream);
    sum.skips.insert(sum.skips.end(), channel.skips.begin(), channel.skips.end());
    for (std::size_t n = 0; n < sum.first_refused.size(); ++n) {
        if (sum.first_refused[n].empty()) {
            sum.first_refused[n] = channel.first_refused[n];
        }
    }
    sum.book_source = files::least_certain(sum.book_source, channel.book_source);
    sum.sequence_gaps += channel.sequence_gaps;
    if (sum.times_back.count == 0) {
        sum.times_back = channel.times_back;
    } else {
        sum.times_back.count += channel.times_back.count;
    }
    add(sum.crossings, channel.crossings);
    sum.book_checksum = sum.book_checksum * kChecksumFactor + channel.book_checksum;
}

/// By the names of the counters; what has none is left out.
void add_not_taken(nlohmann::ordered_json& json, const ReplayResult& result) {
    constexpr std::string_view kNames[] = {"",
                                           "unknown_orders",
                                           "duplicate_orders",
                                           "over_executions",
                                           "unknown_instruments",
                                           "zero_quantities",
                                           "prices_out_of_range",
                                           "orders_full",
                                           "levels_full"};
    static_assert(std::size(kNames) == kBookStatuses);
    for (std::size_t n = 0; n < result.first_refused.size(); ++n) {
        if (!result.first_refused[n].empty()) {
            json["first_refused"][std::string(kNames[n])] = result.first_refused[n];
        }
    }
    for (const capture::Skip& skip : result.skips) {
        json["skipped"].push_back(
            {{"kind", skip.kind}, {"events", skip.events}, {"first", skip.first}});
    }
}

}  // namespace

std::uint64_t ReplayResult::events_not_taken() const {
    const book::BookCounters& refused = book;
    return refused.unknown_orders + refused.duplicate_orders + refused.unknown_instruments +
           refused.zero_quantities + refused.prices_out_of_range + refused.orders_full +
           refused.levels_full + stream.skipped_events;
}

std::string checksum_text(std::uint64_t checksum) {
    return fmt::format("0x{:016x}", checksum);
}

ReplayResult sum_of(std::span<const ReplayResult> channels) {
    ReplayResult sum;
    for (const ReplayResult& channel : channels) {
        add(sum, channel);
    }
    return sum;
}

void print_replay(const ReplayResult& result, std::string_view title) {
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
    print_line("book checksum", checksum_text(result.book_checksum));
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

nlohmann::ordered_json replay_json(const ReplayResult& result) {
    nlohmann::ordered_json json;
    json["messages"] = result.messages;
    json["by_type"] = nlohmann::ordered_json::object();
    for (std::size_t type = 0; type < result.by_type.size(); ++type) {
        if (result.by_type[type] > 0) {
            json["by_type"][type_text(type)] = result.by_type[type];
        }
    }
    json["instruments"] = result.instruments;
    json["first_time_ns"] = result.first_time.value_or(Time{}).value;
    json["last_time_ns"] = result.last_time.value;
    files::add_book_source(json, result.book_source);
    json["open_orders"] = result.open_orders;
    json["unknown_orders"] = result.book.unknown_orders;
    json["duplicate_orders"] = result.book.duplicate_orders;
    json["decode_errors"] = result.decode_errors;
    json["sequence_gaps"] = result.sequence_gaps;
    json["times_back"] = result.times_back.count;
    json["elapsed_s"] = result.elapsed_s;
    json["ns_per_message"] = result.ns_per_message();
    json["book_checksum"] = checksum_text(result.book_checksum);
    json["counters"] = {{"book", book_json(result.book)},
                        {"feed", feed_json(result)},
                        {"file", stream_json(result.stream)}};
    add_not_taken(json, result);
    if (result.messages_filtered) {
        json["messages_filtered"] = *result.messages_filtered;
    }
    if (const auto& crossings = result.crossings) {
        json["crossings"] = {{"locked", crossings->locked},
                             {"crossed", crossings->crossed},
                             {"first", crossings->first}};
    }
    return json;
}

}  // namespace hotpath::app

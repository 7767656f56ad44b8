#include "hotpath/replay/result.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hotpath/files/book_source_text.hpp"
#include "hotpath/text/numbers.hpp"

namespace hotpath::replay {

namespace {

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

std::string type_text(std::size_t type) {
    const bool is_printable = type > 0x20 && type < 0x7f;
    return is_printable ? std::string(1, static_cast<char>(type)) : fmt::format("0x{:02x}", type);
}

std::uint64_t ReplayResult::events_not_taken() const {
    const book::BookCounters& refused = book;
    return refused.unknown_orders + refused.duplicate_orders + refused.unknown_instruments +
           refused.zero_quantities + refused.prices_out_of_range + refused.orders_full +
           refused.levels_full + stream.skipped_events;
}

ReplayResult sum_of(std::span<const ReplayResult> channels) {
    ReplayResult sum;
    for (const ReplayResult& channel : channels) {
        add(sum, channel);
    }
    return sum;
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
    json["book_checksum"] = text::checksum_text(result.book_checksum);
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

}  // namespace hotpath::replay

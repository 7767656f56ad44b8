#include "apps/hotpath/replay/report.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "apps/hotpath/console/console.hpp"
#include "apps/hotpath/replay/result_text.hpp"

namespace hotpath::app {

namespace {

constexpr std::size_t kSymbolsShownMax = 20;

void print_book(const replay::ShownBook& book) {
    print_heading(fmt::format("Book of {} at {}", book.symbol.view(), time_of_day(book.time)));
    fmt::print("  {:>7}{:>11}{:>13}  |{:>13}{:>11}{:>8}\n", "orders", "qty", "bid", "ask", "qty",
               "orders");
    for (std::size_t i = 0; i < std::max(book.bids.size(), book.asks.size()); ++i) {
        const std::string bid =
            i < book.bids.size()
                ? fmt::format("{:>7}{:>11}{:>13}", book.bids[i].orders,
                              grouped(book.bids[i].qty.value), price_text(book.bids[i].price))
                : std::string(31, ' ');
        const std::string ask =
            i < book.asks.size() ? fmt::format("{:>13}{:>11}{:>8}", price_text(book.asks[i].price),
                                               grouped(book.asks[i].qty.value), book.asks[i].orders)
                                 : "";
        fmt::print("  {}  |{}\n", bid, ask);
    }
    if (book.bids.empty() && book.asks.empty()) {
        fmt::print("  empty\n");
    }
}

void print_channel(const replay::ChannelReport& channel) {
    if (channel.result) {
        print_replay(*channel.result, channel.file.filename().string());
    }
    if (channel.book) {
        print_book(*channel.book);
    }
    for (const files::WrittenExport& written : channel.written) {
        fmt::print("\n{} {} in {}\n", grouped(written.rows), written.rows_name,
                   written.path.string());
    }
}

std::vector<Symbol> found_in_none(const std::vector<Symbol>& symbols,
                                  const std::vector<replay::ChannelReport>& channels) {
    std::vector<Symbol> unknown;
    std::ranges::copy_if(symbols, std::back_inserter(unknown), [&](const Symbol& symbol) {
        return std::ranges::none_of(channels, [&](const replay::ChannelReport& channel) {
            return std::ranges::find(channel.symbols_found, symbol) != channel.symbols_found.end();
        });
    });
    return unknown;
}

}  // namespace

ReplayReport::ReplayReport(std::vector<replay::ChannelReport> channels,
                           const std::vector<Symbol>& symbols, double elapsed_s)
    : channels_(std::move(channels)),
      symbols_unknown_(found_in_none(symbols, channels_)),
      is_filtered_(!symbols.empty()) {
    std::vector<replay::ReplayResult> results;
    for (const replay::ChannelReport& channel : channels_) {
        if (channel.result) {
            results.push_back(*channel.result);
        }
    }
    channels_read_ = results.size();
    sum_ = is_single() && channels_read_ == 1 ? results.front() : replay::sum_of(results);
    if (!is_single()) {
        sum_.elapsed_s = elapsed_s;
    }
}

void ReplayReport::print() const {
    for (const replay::ChannelReport& channel : channels_) {
        print_channel(channel);
        if (!is_single() && channel.result) {
            fmt::print("\n");
        }
    }
    if (!is_single() && channels_read_ > 0) {
        print_replay(sum_, fmt::format("All {} channels", channels_read_));
    }
    if (!symbols_unknown_.empty() && !is_filter_unknown()) {
        print_symbols_unknown();
    }
}

void ReplayReport::print_symbols_unknown() const {
    fmt::print("\n{} of the filter's symbols {} not traded here: {}\n", symbols_unknown_.size(),
               symbols_unknown_.size() == 1 ? "is" : "are",
               text::symbols_text(symbols_unknown_, kSymbolsShownMax));
}

std::string ReplayReport::json() const {
    nlohmann::ordered_json json = replay::replay_json(sum_);
    if (is_filtered_) {
        json["unknown_symbols"] = nlohmann::ordered_json::array();
        for (const Symbol& symbol : symbols_unknown_) {
            json["unknown_symbols"].push_back(symbol.str());
        }
    }
    for (const replay::ChannelReport& channel : channels_) {
        if (is_single()) {
            break;
        }
        nlohmann::ordered_json& entry = json["channels"].emplace_back();
        entry["file"] = channel.file.string();
        if (channel.result) {
            entry.update(replay::replay_json(*channel.result));
        }
        if (!channel.outcome) {
            entry["error"] = channel.outcome.error().message;
        }
    }
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

bool ReplayReport::is_symbol_unknown() const {
    return std::ranges::all_of(channels_, [](const replay::ChannelReport& channel) {
        return !channel.result || channel.unknown_symbol;
    });
}

bool ReplayReport::is_filter_unknown() const {
    return is_filtered_ && channels_read_ > 0 &&
           std::ranges::all_of(channels_, [](const replay::ChannelReport& channel) {
               return channel.symbols_found.empty();
           });
}

Expected<void> ReplayReport::outcome() const {
    std::vector<std::string> failures;
    for (const replay::ChannelReport& channel : channels_) {
        if (!channel.outcome) {
            failures.push_back(channel.outcome.error().message);
        } else if (channel.unknown_symbol && is_symbol_unknown()) {
            failures.push_back(channel.unknown_symbol->message);
        }
    }
    if (is_filter_unknown()) {
        failures.push_back(fmt::format("none of the filter's symbols is traded here: {}",
                                       text::symbols_text(symbols_unknown_, kSymbolsShownMax)));
    }
    return failures.empty() ? Expected<void>() : fail(fmt::format("{}", fmt::join(failures, "\n")));
}

}  // namespace hotpath::app

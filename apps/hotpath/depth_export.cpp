#include "apps/hotpath/depth_export.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace hotpath::app {

Expected<DepthExport> DepthExport::create(const std::filesystem::path& path, std::size_t levels) {
    auto file = OutputFile::create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    return DepthExport(std::move(*file), levels);
}

DepthExport::DepthExport(OutputFile file, std::size_t levels)
    : file_(std::move(file)), fresh_(levels), row_(levels) {
    std::string header = "time_ns";
    for (std::size_t level = 1; level <= levels; ++level) {
        header += fmt::format(",ask_price_{0},ask_qty_{0},bid_price_{0},bid_qty_{0}", level);
    }
    file_.write(header + "\n");
}

void DepthExport::on_message(const book::L3Books& books, InstrumentId instrument,
                             Nanos venue_time) {
    const bool asks_changed = take(books, instrument, Side::Sell);
    const bool bids_changed = take(books, instrument, Side::Buy);
    if (asks_changed || bids_changed) {
        write_row(venue_time);
    }
}

/// Copies one side's levels into the row; true when a price or a quantity differs from the last
/// row.
bool DepthExport::take(const book::L3Books& books, InstrumentId instrument, Side side) {
    const std::size_t filled = books.depth(instrument, side, fresh_);
    bool is_changed = false;
    for (std::size_t i = 0; i < row_.size(); ++i) {
        const book::Level now = i < filled ? fresh_[i] : book::Level{};
        book::Level& shown = side == Side::Sell ? row_[i].ask : row_[i].bid;
        is_changed |= now.price != shown.price || now.qty != shown.qty;
        shown = now;
    }
    return is_changed;
}

void DepthExport::write_row(Nanos venue_time) {
    fmt::memory_buffer line;
    const auto out = std::back_inserter(line);
    fmt::format_to(out, "{}", venue_time.value);
    for (const Cells& cells : row_) {
        fmt::format_to(out, ",{},{},{},{}", cells.ask.price.value, cells.ask.qty.value,
                       cells.bid.price.value, cells.bid.qty.value);
    }
    line.push_back('\n');
    file_.write({line.data(), line.size()});
    ++rows_;
}

}  // namespace hotpath::app

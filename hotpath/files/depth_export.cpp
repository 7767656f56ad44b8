#include "hotpath/files/depth_export.hpp"

#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace hotpath::files {

Expected<DepthExport> DepthExport::create(const std::filesystem::path& path, std::size_t levels) {
    auto file = OutputFile::create(path);
    if (!file) {
        return std::unexpected(file.error());
    }
    return DepthExport(std::move(*file), levels);
}

DepthExport::DepthExport(OutputFile file, std::size_t levels)
    : file_(std::move(file)), scratch_(levels), shown_(levels) {
    std::string header = "time_ns";
    for (std::size_t level = 1; level <= levels; ++level) {
        header += fmt::format(",ask_price_{0},ask_qty_{0},bid_price_{0},bid_qty_{0}", level);
    }
    file_.write(header + "\n");
}

void DepthExport::on_book(const book::L3Books& books, const book::BookUpdate& update,
                          Time venue_time) {
    if (shown_.take(books, update, scratch_)) {
        write_row(venue_time);
    }
}

void DepthExport::write_row(Time venue_time) {
    fmt::memory_buffer line;
    const auto out = std::back_inserter(line);
    fmt::format_to(out, "{}", venue_time.value);
    for (const ShownLevels::Cells& cells : shown_.cells()) {
        fmt::format_to(out, ",{},{},{},{}", cells.ask.price.value, cells.ask.qty.value,
                       cells.bid.price.value, cells.bid.qty.value);
    }
    line.push_back('\n');
    file_.write({line.data(), line.size()});
    ++rows_;
}

}  // namespace hotpath::files

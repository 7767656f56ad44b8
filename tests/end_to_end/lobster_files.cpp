#include "tests/end_to_end/lobster_files.hpp"

#include <cstdlib>
#include <memory>
#include <sstream>

#include <zip.h>

namespace hotpath::end_to_end {

namespace {

std::vector<std::string> cells_of(const std::string& line) {
    std::vector<std::string> cells;
    std::istringstream text(line);
    for (std::string cell; std::getline(text, cell, ',');) {
        cells.push_back(cell);
    }
    return cells;
}

LobsterLine parse_event(const std::string& line) {
    const auto cells = cells_of(line);
    return {.time = cells.at(0),
            .type = std::atoi(cells.at(1).c_str()),
            .order_id = std::strtoull(cells.at(2).c_str(), nullptr, 10),
            .size = {static_cast<std::uint32_t>(std::strtoul(cells.at(3).c_str(), nullptr, 10))},
            .price = {std::strtoll(cells.at(4).c_str(), nullptr, 10)},
            .side = cells.at(5).starts_with('-') ? Side::Sell : Side::Buy};
}

book::Level parse_level(const std::string& price, const std::string& size) {
    const std::uint64_t qty = std::strtoull(size.c_str(), nullptr, 10);
    return qty == 0 ? book::Level{}
                    : book::Level{.price = {std::strtoll(price.c_str(), nullptr, 10)},
                                  .qty = {qty},
                                  .orders = 0};
}

LobsterRow parse_row(const std::string& line) {
    const auto cells = cells_of(line);
    LobsterRow row;
    for (std::size_t level = 0; level < kLobsterLevels; ++level) {
        row.asks[level] = parse_level(cells.at(4 * level), cells.at(4 * level + 1));
        row.bids[level] = parse_level(cells.at(4 * level + 2), cells.at(4 * level + 3));
    }
    return row;
}

}  // namespace

std::string zip_member(const std::filesystem::path& zip, const std::string& part) {
    int error = 0;
    const std::unique_ptr<zip_t, int (*)(zip_t*)> archive(zip_open(zip.c_str(), ZIP_RDONLY, &error),
                                                          zip_close);
    const zip_int64_t members = archive ? zip_get_num_entries(archive.get(), 0) : 0;
    for (zip_uint64_t index = 0; index < static_cast<zip_uint64_t>(members); ++index) {
        zip_stat_t member;
        zip_stat_index(archive.get(), index, 0, &member);
        if (std::string(member.name).find(part) == std::string::npos) {
            continue;
        }
        const std::unique_ptr<zip_file_t, int (*)(zip_file_t*)> file(
            zip_fopen_index(archive.get(), index, 0), zip_fclose);
        std::string text(member.size, '\0');
        zip_fread(file.get(), text.data(), member.size);
        return text;
    }
    return {};
}

LobsterDay read_lobster_day(const std::filesystem::path& zip) {
    LobsterDay day;
    std::istringstream events(zip_member(zip, "_message_"));
    for (std::string line; std::getline(events, line);) {
        day.events.push_back(parse_event(line));
    }
    std::istringstream rows(zip_member(zip, "_orderbook_"));
    for (std::string line; std::getline(rows, line);) {
        day.rows.push_back(parse_row(line));
    }
    return day;
}

}  // namespace hotpath::end_to_end

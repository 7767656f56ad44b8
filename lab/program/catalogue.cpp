#include "lab/program/catalogue.hpp"

#include <algorithm>
#include <fstream>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hotpath::app::lab {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kHeading = "# Technique: ";

std::string title_of(const fs::path& page) {
    std::ifstream file(page);
    std::string line;
    std::getline(file, line);
    return line.starts_with(kHeading) ? line.substr(kHeading.size()) : std::string();
}

/// The folder's own sources, and those of the repository that its file `sources` names.
std::vector<fs::path> sources_of(const fs::path& root, const fs::path& folder) {
    std::vector<fs::path> sources;
    for (const auto& file : fs::directory_iterator(folder)) {
        if (file.path().extension() == ".cpp") {
            sources.push_back(fs::relative(file.path(), root));
        }
    }
    std::ranges::sort(sources);
    std::ifstream list(folder / "sources");
    for (std::string line; std::getline(list, line);) {
        if (!line.empty()) {
            sources.emplace_back(line);
        }
    }
    return sources;
}

}  // namespace

Expected<Catalogue> Catalogue::read(const fs::path& root) {
    const fs::path folder = root / "lab" / "techniques";
    std::error_code error;
    if (!fs::is_directory(folder, error)) {
        return fail(fmt::format(
            "--source must be a checkout of Hotpath, which has lab/techniques; got '{}'",
            root.string()));
    }
    Catalogue catalogue;
    catalogue.root_ = fs::canonical(root);
    for (const auto& each : fs::directory_iterator(catalogue.root_ / "lab" / "techniques")) {
        if (!each.is_directory()) {
            continue;
        }
        const std::string name = each.path().filename().string();
        std::vector<fs::path> sources = sources_of(catalogue.root_, each.path());
        if (sources.empty()) {
            continue;
        }
        catalogue.entries_.push_back(
            {.name = name,
             .title = title_of(catalogue.root_ / "docs" / "techniques" / (name + ".md")),
             .sources = std::move(sources)});
    }
    std::ranges::sort(catalogue.entries_, {}, &Entry::name);
    return catalogue;
}

Expected<std::vector<Entry>> Catalogue::chosen(const std::vector<std::string>& names) const {
    if (names.empty() || std::ranges::find(names, "all") != names.end()) {
        return entries_;
    }
    for (const std::string& name : names) {
        if (std::ranges::find(entries_, name, &Entry::name) == entries_.end()) {
            std::vector<std::string> known;
            std::ranges::transform(entries_, std::back_inserter(known), &Entry::name);
            return fail(fmt::format("NAME must be 'all' or one of {}; got '{}'",
                                    fmt::join(known, ", "), name));
        }
    }
    std::vector<Entry> entries;
    std::ranges::copy_if(entries_, std::back_inserter(entries), [&](const Entry& entry) {
        return std::ranges::find(names, entry.name) != names.end();
    });
    return entries;
}

}  // namespace hotpath::app::lab

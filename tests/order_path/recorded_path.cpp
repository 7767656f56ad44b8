#include "tests/order_path/recorded_path.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <regex>

#include <cxxabi.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

namespace {

constexpr std::size_t kEnteredMax = 1U << 16U;
std::array<void*, kEnteredMax> entered;
std::size_t entered_count = 0;
bool is_recording = false;

}  // namespace

extern "C" {
[[gnu::no_instrument_function]] void __cyg_profile_func_enter(void* function, void*) {
    if (is_recording && entered_count < entered.size()) {
        entered[entered_count++] = function;
    }
}
[[gnu::no_instrument_function]] void __cyg_profile_func_exit(void*, void*) {}
}

namespace hotpath::order_path {

void begin_recording() {
    entered_count = 0;
    is_recording = true;
}

std::vector<std::string> end_recording() {
    is_recording = false;
    EXPECT_LT(entered_count, kEnteredMax) << "the record must be complete";
    std::vector<std::string> names;
    for (std::size_t i = 0; i < entered_count; ++i) {
        Dl_info info{};
        if (dladdr(entered[i], &info) == 0 || info.dli_sname == nullptr) {
            continue;
        }
        int status = 0;
        const std::unique_ptr<char, decltype(&std::free)> demangled(
            abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status), &std::free);
        if (status == 0) {
            names.push_back(plain_name(demangled.get()));
        }
    }
    return names;
}

std::string plain_name(const std::string& demangled) {
    std::string name;
    int depth = 0;
    for (const char c : demangled) {
        if (c == '<') {
            ++depth;
        } else if (c == '>') {
            --depth;
        } else if (depth == 0) {
            if (c == '(') {
                break;
            }
            name = c == ' ' ? std::string() : name + c;  // what precedes is the return type
        }
    }
    return name;
}

bool is_named(const std::string& entered_name, const std::string& name) {
    return entered_name.ends_with("::" + name);
}

std::vector<Row> rows_of(const std::string& page, const std::string& heading) {
    std::ifstream lines(std::string(HOTPATH_SOURCE_DIR "/docs/") + page);
    const std::regex symbol(R"(`([A-Za-z0-9_:~]+)`)");
    std::vector<Row> rows;
    bool is_inside = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#")) {
            if (is_inside) {
                break;
            }
            is_inside = line == "## " + heading;
        }
        if (!is_inside || !line.starts_with("| ") || line.find("](../") == std::string::npos) {
            continue;
        }
        Row row;
        std::string owner;  // a name without a class is of the class before it
        const std::string cell = line.substr(line.find(") |"));
        for (std::sregex_iterator at(cell.begin(), cell.end(), symbol), end; at != end; ++at) {
            std::string name = (*at)[1];
            const std::size_t colons = name.rfind("::");
            if (colons != std::string::npos) {
                owner = name.substr(0, colons + 2);
            } else {
                name = owner + name;
            }
            row.push_back(name);
        }
        rows.push_back(row);
    }
    return rows;
}

void expect_entered_in_order(const std::vector<std::string>& entered,
                             const std::vector<Row>& rows) {
    std::size_t latest = 0;
    for (const Row& row : rows) {
        ASSERT_FALSE(row.empty());
        const auto first = std::ranges::find_if(
            entered, [&](const std::string& name) { return is_named(name, row.front()); });
        ASSERT_NE(first, entered.end()) << row.front() << " is not entered";
        const auto place = static_cast<std::size_t>(first - entered.begin());
        EXPECT_GE(place, latest) << row.front() << " is entered before the row above it";
        latest = std::max(latest, place);
    }
}

}  // namespace hotpath::order_path

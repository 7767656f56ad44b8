#pragma once
/// Symbols from Python.
///
/// Threads: with the GIL: ValueError for what is no symbol. Allocation: the list.

#include <string>
#include <vector>

#include <fmt/format.h>
#include <nanobind/nanobind.h>

#include "hotpath/core/symbol.hpp"

namespace hotpath::python {

[[nodiscard]] inline std::vector<Symbol> to_symbols(const std::vector<std::string>& names) {
    std::vector<Symbol> symbols;
    symbols.reserve(names.size());
    for (const std::string& name : names) {
        const auto symbol = Symbol::from(name);
        if (!symbol) {
            throw nanobind::value_error(
                fmt::format("symbol must have 1 to {} characters, got \"{}\"", Symbol::kLength,
                            name)
                    .c_str());
        }
        symbols.push_back(*symbol);
    }
    return symbols;
}

}  // namespace hotpath::python

#pragma once
/// The configuration of a venue of the users ALICE and BOB, to which a test adds tables.
///
///   const auto config = read_exchange_with("[fix]\n...");
///
/// Threads: the test's. Allocation: free. Tests only.

#include <fstream>
#include <string>

#include "apps/hotpath/exchange/config.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::support {

/// Keys of its tables.
struct ExchangeKeys {
    std::string venue{};
    std::string order_entry = "address = \"127.0.0.1:0\"\n";
};

[[nodiscard]] inline std::string exchange_toml(const ExchangeKeys& keys) {
    return "[venue]\nsymbols = [\"AAPL\"]\n" + keys.venue + "[order_entry]\n" + keys.order_entry +
           R"([[user]]
name = "ALICE"
password = "A"
[[user]]
name = "BOB"
password = "B"
[market_data]
line_a = "239.192.1.1:26477"
line_b = "239.192.1.2:26477"
requests = "127.0.0.1:0"
glimpse = "127.0.0.1:0"
[journal]
folder = "journal"
)";
}

/// The configurations' own, for files beside them.
[[nodiscard]] inline const TemporaryDirectory& exchange_folder() {
    static const TemporaryDirectory folder;
    return folder;
}
[[nodiscard]] inline Expected<app::ExchangeConfig> read_exchange_with(
    const std::string& tables, const ExchangeKeys& keys = {}) {
    std::ofstream(exchange_folder() / "exchange.toml") << exchange_toml(keys) << tables;
    return app::read_exchange_config(exchange_folder() / "exchange.toml");
}

}  // namespace hotpath::support

#pragma once
/// The state of a venue as text: JSON for machines, a health line for people. Made of values alone,
/// so that the thread that writes it may make it.
///
/// Threads: any. Allocation: the texts. Complexity: linear in the text.

#include <string>

#include "apps/hotpath/exchange/ports.hpp"
#include "apps/hotpath/exchange/status.hpp"

namespace hotpath::app {

/// Endpoints, recovery, counters, feed and state.
[[nodiscard]] std::string exchange_json(const ExchangeHealth& health, const ExchangeDetail& detail);
[[nodiscard]] std::string exchange_health(const ExchangeHealth& health);
/// Every port and line: "order entry 127.0.0.1:26400, glimpse ..., line A ..., line B ...".
[[nodiscard]] std::string endpoints_text(const ExchangePorts& ports);

}  // namespace hotpath::app

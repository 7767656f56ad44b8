#pragma once
/// The fees of an account in words.
///
/// Threads: pure functions. Allocation: the text.

#include <string>

#include "hotpath/oms/orders.hpp"

namespace hotpath::messages {

/// The rates in words, for reports: "$-0.002 a share added, $0.003 removed, $0 other".
[[nodiscard]] std::string fees_text(const oms::OrdersOptions& orders);

}  // namespace hotpath::messages

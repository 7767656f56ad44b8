#pragma once
/// DBN's prices, signed counts of 1/1,000,000,000, as ITCH's, unsigned counts of 1/10,000, exactly or
/// not at all; and the reasons for which a record is refused.
///
/// A reason is a sentence without the record: DbnStream puts the file and the record before it. Threads: any. Allocation: the reason. Complexity: O(1).

#include <cstdint>
#include <expected>
#include <string>

#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/protocols/dbn/codes.hpp"

namespace hotpath::capture::dbn {

/// The reason why a record is impossible.
template <class T>
using Checked = std::expected<T, std::string>;
using Outcome = Checked<void>;

/// "100.0001" with the decimals that it needs; "undefined" of kUndefinedPrice.
[[nodiscard]] std::string price_text(std::int64_t price);

[[nodiscard]] Checked<Price4> to_price4(std::int64_t price);

/// "100.0001"
[[nodiscard]] std::string price_text(Price4 price);

/// The reasons that books by order and by price share.
[[nodiscard]] std::string too_many_trades();
[[nodiscard]] std::string crossed(const Listing& listing, Price4 bid, Price4 ask);
[[nodiscard]] std::string unknown_action(char action);

}  // namespace hotpath::capture::dbn

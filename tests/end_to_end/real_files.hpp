#pragma once
/// The recordings that the correctness tests run on, and how to read one message by message.
///
/// The real ones are licensed and found by support::licensed_data(); where one is missing its tests
/// skip visibly. Threads: one. Allocation: free.

#include <functional>
#include <string>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/bytes.hpp"

namespace hotpath::end_to_end {

inline constexpr const char* kApple = "itch50/aapl_20200130_premarket/aapl_20200130_first10k.itch";
inline constexpr const char* kDirectory = "itch50/tv_20191230_first1000/tv_20191230_first1000.itch";
inline constexpr const char* kSynthetic = "itch50/ritch_synthetic/ex20101224_fixed_len.itch";
inline constexpr const char* kGoogle = "lobster/LOBSTER_SampleFile_GOOG_2012-06-21_5.zip";

/// Calls visit(message) for every message; a test failure when the file cannot be read to its end.
void for_each_message(const std::filesystem::path& file, const std::function<void(Bytes)>& visit);

}  // namespace hotpath::end_to_end

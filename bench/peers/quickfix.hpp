#pragma once
/// QuickFIX 1.15.1 (C++, QuickFIX Software License), Debian's libquickfix-dev: its Parser frames,
/// its Message holds the fields as text, as its documentation uses them.
///
/// It does not compile as C++17: quickfix.cpp is C++14, and this header says nothing newer.
/// Threads: one. Allocation: QuickFIX's. Source: github.com/quickfix/quickfix.

#include <cstddef>
#include <cstdint>

namespace hotpath {
namespace bench {
namespace peers {

/// The sum of the same fields as decode_reports(), over a stream of FIX 4.4 ExecutionReports; 0
/// when it refuses one.
std::uint64_t quickfix_decode_reports(const char* bytes, std::size_t size);

/// The same, but of each message only MsgSeqNum is read.
std::uint64_t quickfix_split_reports(const char* bytes, std::size_t size);

/// decode_orders() over a stream of NewOrderSingles.
std::uint64_t quickfix_decode_orders(const char* bytes, std::size_t size);

/// Orders of the fields of encode_order(), reports of those of encode_report(): the sum of their
/// lengths and checksums.
std::uint64_t quickfix_encode_orders(std::uint64_t orders);
std::uint64_t quickfix_encode_reports(std::uint64_t reports);

}  // namespace peers
}  // namespace bench
}  // namespace hotpath

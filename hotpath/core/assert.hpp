#pragma once
/// HOTPATH_ASSERT: a statement about our own code that is checked in every build. If it is false,
/// the process prints expression, message, file and line, flushes, and aborts: a trading system
/// with a broken invariant must stop.
///
/// Bytes from outside are never asserted (decoders return a DecodeStatus), nor are refusals (an
/// enumeration). HOTPATH_ASSERT_HOT is checked in debug and sanitizer builds only: it is for places
/// where a benchmark has shown the cost of the check. Allocation: none. Threads: any.

#include <source_location>

namespace hotpath {

[[noreturn]] void assertion_failed(const char* expression, const char* sentence,
                                   std::source_location where) noexcept;

}  // namespace hotpath

#define HOTPATH_ASSERT(expression, sentence) \
    ((expression)                            \
         ? static_cast<void>(0)              \
         : ::hotpath::assertion_failed(#expression, sentence, std::source_location::current()))

#ifdef NDEBUG
#define HOTPATH_ASSERT_HOT(expression, sentence) static_cast<void>(0)
#else
#define HOTPATH_ASSERT_HOT(expression, sentence) HOTPATH_ASSERT(expression, sentence)
#endif

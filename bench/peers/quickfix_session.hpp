#pragma once
/// A session of QuickFIX 1.15.1 in process: its Session with its Parser before and a Responder
/// behind it, no sockets, no log, messages kept in its MemoryStore.
///
/// C++14, as quickfix.hpp. CheckLatency is off: the reports' SendingTime is not of today. Threads:
/// one. Allocation: QuickFIX's.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

namespace hotpath {
namespace bench {
namespace peers {

class QuickFixSession {
  public:
    /// Logs on: `logon` is the venue's answer, number 1. `dictionary` is a file to validate by, or
    /// empty.
    QuickFixSession(const std::string& logon, const std::string& dictionary);
    QuickFixSession(const QuickFixSession&) = delete;
    QuickFixSession& operator=(const QuickFixSession&) = delete;
    ~QuickFixSession();

    bool is_logged_on() const;
    /// Every report (`messages` of them, from number 2 on; `ends` says where each ends) in, an order
    /// out after each: the sum of the trades read, as sum_of_execution(),
    /// and one for each order that was sent; 0 when it stumbles.
    std::uint64_t run(const char* reports, const std::size_t* ends, std::size_t messages);
    const std::string& last_order() const;

  private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

}  // namespace peers
}  // namespace bench
}  // namespace hotpath

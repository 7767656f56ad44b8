#pragma once
/// Whole FIX engines as peers of a round trip over loopback TCP: QuickFIX 1.15.1 (C++), QuickFIX/J
/// 3.0.0 and Artio 0.175, each as two processes, a trader on the last core and a venue on core 0.
///
/// In their usual fast settings: TCP_NODELAY, no log, no dictionary; QuickFIX with the SocketInitiator
/// and SocketAcceptor and a MemoryStore; Artio with its media driver, engine and library in one
/// process, no message logged, idle threads that yield. Every run is a new session. A program that
/// is not there is left out (bench/peers/program.hpp). Threads: call from one. Allocation: yes.

#include <cstdint>
#include <vector>

#include "bench/runner/measurement.hpp"

namespace hotpath::bench {

/// Orders that are sampled; as many as a tenth of them go before.
struct RoundTripLoad {
    std::uint64_t orders = 0;
    std::uint64_t per_second = 0;  // 0: the next as soon as the one before has its report

    [[nodiscard]] std::uint64_t warm() const noexcept { return orders / 10; }
    [[nodiscard]] std::uint64_t all() const noexcept { return orders + warm(); }
};

namespace peers {

/// Answer group "reports"; samples from the moment that an order is meant to leave to its report in
/// the trader's application.
[[nodiscard]] std::vector<Subject> fix_round_trip(const RoundTripLoad& load);

}  // namespace peers
}  // namespace hotpath::bench

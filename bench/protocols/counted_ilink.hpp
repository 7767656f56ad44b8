#pragma once
/// An iLink 3 session for the instruction counts: `ilink_receive` a report from its frame to an event,
/// `ilink_send` an approved order to its frame.
///
/// measured_NAME is what tools/instructions.py counts; counted_NAME makes the input, calls it and
/// returns its answer, which is never 0. Threads: one. Allocation: the input.

#include <cstdint>

#include "bench/counted_time.hpp"
#include "bench/protocols/ilink_session_flow.hpp"

namespace hotpath::bench {

inline constexpr std::uint32_t kCountedIlinkMessages = 5'000;

[[gnu::noinline]] inline std::uint64_t measured_ilink_receive(IlinkOrderLife& life) {
    return life.receive_all();
}

[[gnu::noinline]] inline std::uint64_t measured_ilink_send(IlinkOrderLife& life) {
    return life.send_all(kCountedIlinkMessages);
}

[[nodiscard]] inline std::uint64_t counted_ilink_receive() {
    IlinkOrderLife life(make_ilink_reports(kCountedIlinkMessages));
    return timed([&] { return measured_ilink_receive(life); });
}

[[nodiscard]] inline std::uint64_t counted_ilink_send() {
    IlinkOrderLife life(make_ilink_reports(1));
    return timed([&] { return measured_ilink_send(life); });
}

}  // namespace hotpath::bench

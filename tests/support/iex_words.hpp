#pragma once
/// The ITCH messages that a capture of DEEP becomes, each as one short word, in order.
///
/// Threads: any. Allocation: free. Tests only.

#include <string>

#include "tests/support/dbn_day.hpp"

namespace hotpath::support {

/// ItchWords, with system events and broken trades.
struct IexWords : ItchWords {
    void on_system_event(const protocols::nasdaq::itch50::SystemEvent& m) {
        words.push_back("S " + std::string(1, m.load_event_code()));
        times.push_back(m.load_timestamp());
    }
    void on_broken_trade(const protocols::nasdaq::itch50::BrokenTrade& m) {
        say("B", m, std::to_string(m.load_match_number()));
    }

    void take(Bytes frames) {
        protocols::FrameCursor cursor(frames);
        for (Bytes message; cursor.next(message);) {
            static_cast<void>(protocols::nasdaq::itch50::decode(message, *this));
        }
    }
};

}  // namespace hotpath::support

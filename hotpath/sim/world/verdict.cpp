#include "hotpath/sim/world/verdict.hpp"

#include <array>

namespace hotpath::sim::world {

namespace {

constexpr std::array<std::string_view, kInvariants> kTexts{
    "I1: a message sent to a client or the feed is never revoked, in spite of crashes",
    "I2: an execution is reported under one number and counts once",
    "I3: a trader's position and cash are the sum of its reports, and equal the venue's",
    "I4: a trader's books are the venue's at the same sequence number",
    "I5: no message of the feed is skipped: each arrived, or a snapshot replaced it",
    "I6: no request leaves a trader that its risk limits do not allow",
    "I7: an order is in one state, which is the venue's, and ends once",
    "I8: entered = executed + canceled + open, of every order and in the venue's books",
    "I9: the journal gives the same state and the same outputs again",
    "I10: after the faults, all traders trade on correct books within the calm period",
    "I11: queues in the network and at the venue are bounded",
    "I12: every datagram and every byte is accounted for",
    "I13: the venue's books are never crossed while they trade, and no trader trades on crossed "
    "ones",
    "I14: a trader counts every packet that it was given"};

}  // namespace

std::string_view text_of(Invariant invariant) noexcept {
    return kTexts[static_cast<std::size_t>(invariant) - 1];
}

}  // namespace hotpath::sim::world

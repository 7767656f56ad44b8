#include "hotpath/sim/world/verdict.hpp"

#include <array>

namespace hotpath::sim::world {

namespace {

constexpr std::array<std::string_view, kInvariants> kTexts{
    "I1: what a client or the feed was told is never taken back, whatever crashes",
    "I2: an execution is told under one number and counts once",
    "I3: a trader's position and cash are the sum of what it was told, and the venue's",
    "I4: a trader's books are the venue's at the same sequence number",
    "I5: no message of the feed is passed over: it came, or a snapshot stands for it",
    "I6: no request leaves a trader that its risk limits do not allow",
    "I7: an order is in one state, which is the venue's, and ends once",
    "I8: entered is executed, canceled or open, of every order and in the venue's books",
    "I9: the journal gives the same state and the same outputs again",
    "I10: when the faults have ended, everybody trades on right books within the calm",
    "I11: what waits in the network and at the venue is bounded",
    "I12: every datagram and every byte is accounted for",
    "I13: the venue's books are never crossed while they trade, and nobody trades on crossed ones",
    "I14: a trader counts every packet that it was given"};

}  // namespace

std::string_view text_of(Invariant invariant) noexcept {
    return kTexts[static_cast<std::size_t>(invariant) - 1];
}

}  // namespace hotpath::sim::world

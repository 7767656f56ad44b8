// Where the time of a piece of own code went.
#include "hotpath/jitter/own_piece.hpp"

#include <gtest/gtest.h>

namespace hotpath::jitter {
namespace {

using timing::Stage;
using Ticks = std::array<std::uint64_t, kSegments>;

TEST(OwnPiece, EachStageReachedHasTheTimeSinceTheOneBefore) {
    OwnTicks piece{.work = Work::Order, .begun = 100, .ended = 900};
    piece.stamps.set(Stage::Rx, 150);
    piece.stamps.set(Stage::Decode, 250);
    piece.stamps.set(Stage::Book, 400);
    piece.stamps.set(Stage::Decide, 600);
    piece.stamps.set(Stage::Risk, 610);
    piece.stamps.set(Stage::Encode, 630);
    EXPECT_EQ(segments_of(piece), (Ticks{50, 100, 150, 200, 10, 20, 270}));
}

TEST(OwnPiece, AStageThatWasNotReachedHasNone) {
    OwnTicks piece{.begun = 100, .ended = 900};
    piece.stamps.set(Stage::Rx, 150);
    piece.stamps.set(Stage::Book, 400);
    EXPECT_EQ(segments_of(piece), (Ticks{50, 0, 250, 0, 0, 0, 500}));
}

TEST(OwnPiece, StampsOfAnEarlierInputAreNotItsOwn) {
    OwnTicks piece{.work = Work::Timer, .begun = 100, .ended = 900};
    piece.stamps.set(Stage::Rx, 50);
    piece.stamps.set(Stage::Decode, 70);
    EXPECT_EQ(segments_of(piece), (Ticks{0, 0, 0, 0, 0, 0, 800}));
    EXPECT_EQ(segments_of({.begun = 100, .ended = 900}), (Ticks{0, 0, 0, 0, 0, 0, 800}));
}

}  // namespace
}  // namespace hotpath::jitter

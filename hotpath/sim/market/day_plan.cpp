#include "hotpath/sim/market/day_plan.hpp"

#include <array>

namespace hotpath::sim::market {
namespace {

struct Share {
    Time until;
    std::uint64_t of_10000;  // of the day's messages, until then
};

constexpr std::array kShares{
    Share{time_of_day(7, 0), 80},      Share{time_of_day(8, 0), 180},
    Share{time_of_day(9, 0), 380},     Share{time_of_day(9, 25), 600},
    Share{time_of_day(9, 30), 820},    Share{time_of_day(9, 31), 970},
    Share{time_of_day(9, 35), 1'240},  Share{time_of_day(9, 45), 1'720},
    Share{time_of_day(10, 0), 2'280},  Share{time_of_day(10, 30), 3'180},
    Share{time_of_day(11, 0), 3'880},  Share{time_of_day(11, 30), 4'480},
    Share{time_of_day(12, 0), 4'980},  Share{time_of_day(12, 30), 5'440},
    Share{time_of_day(13, 0), 5'880},  Share{time_of_day(13, 30), 6'310},
    Share{time_of_day(14, 0), 6'750},  Share{time_of_day(14, 30), 7'200},
    Share{time_of_day(15, 0), 7'680},  Share{time_of_day(15, 30), 8'220},
    Share{time_of_day(15, 50), 8'680}, Share{time_of_day(15, 59), 9'020},
    Share{time_of_day(16, 0), 9'120},  Share{time_of_day(16, 2), 9'600},
    Share{time_of_day(16, 10), 9'800}, Share{time_of_day(17, 0), 9'900},
    Share{kEndOfSystemHours, 10'000},
};

}  // namespace

DayPlan::Piece DayPlan::piece(Time time) const noexcept {
    Piece piece{
        .from = kSystemHours, .until = kSystemHours, .messages_from = 0, .messages_until = 0};
    for (const Share& share : kShares) {
        piece = {.from = piece.until,
                 .until = share.until,
                 .messages_from = piece.messages_until,
                 .messages_until = messages_ * share.of_10000 / 10'000};
        if (time < share.until) {
            break;
        }
    }
    return piece;
}

}  // namespace hotpath::sim::market

#pragma once
/// A curve for a chart from a stream of any length: the last value of each time bucket, in bounded
/// memory.
///
/// Buckets begin at a millisecond; when more than kPointsMax are filled, neighbours merge and the
/// width doubles, so the result has between kPointsMax / 2 and kPointsMax points (fewer from a
/// sparse stream) for any span. Threads: one owner. Allocation: kPointsMax points, once.
/// Complexity: O(1) amortised a value.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/units.hpp"

namespace hotpath::app {

template <class Value>
class SampledSeries {
  public:
    static constexpr std::size_t kPointsMax = 4'096;

    struct Point {
        Time time;  // of the value, not of the bucket
        Value value;
    };

    SampledSeries() { points_.reserve(kPointsMax); }

    /// `time` never goes backwards.
    void add(Time time, const Value& value) {
        if (!points_.empty() && bucket(points_.back().time) == bucket(time)) {
            points_.back() = {time, value};
            return;
        }
        if (points_.size() == kPointsMax) {
            merge_neighbours();
        }
        points_.push_back({time, value});
    }

    [[nodiscard]] const std::vector<Point>& points() const noexcept { return points_; }

  private:
    [[nodiscard]] std::int64_t bucket(Time time) const noexcept { return time.value / width_; }

    void merge_neighbours() {
        while (points_.size() > kPointsMax / 2) {
            width_ *= 2;
            std::size_t kept = 0;
            for (const Point& point : points_) {
                const bool is_same =
                    kept > 0 && bucket(points_[kept - 1].time) == bucket(point.time);
                points_[is_same ? kept - 1 : kept++] = point;
            }
            points_.resize(kept);
        }
    }

    std::vector<Point> points_;
    std::int64_t width_ = 1'000'000;
};

}  // namespace hotpath::app

#pragma once
/// A hash map of ours beside std::unordered_map: the same random events to both, compared after each.
///
/// Threads: the test's. Allocation: the twin's. Tests only.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <gtest/gtest.h>

#include "hotpath/core/random.hpp"

namespace hotpath::support {

using Keys = std::vector<std::uint64_t>;

inline Keys dense_keys(std::size_t n, std::uint64_t step) {
    Keys keys;
    for (std::uint64_t i = 0; i < n; ++i) {
        keys.push_back(i * step);
    }
    return keys;
}

inline Keys random_keys(std::size_t n, std::uint64_t seed) {
    Random random(seed);
    Keys keys;
    for (std::size_t i = 0; i < n; ++i) {
        keys.push_back(random.next());
    }
    return keys;
}

/// Of four events.
struct EventShares {
    std::uint64_t inserts = 2;
    std::uint64_t erases = 1;
};

template <class Map>
class MapTwins {
  public:
    MapTwins(std::size_t capacity, std::uint64_t seed) : map_(capacity), random_(seed) {}

    [[nodiscard]] std::size_t size() const { return twin_.size(); }

    void run(const Keys& keys, std::uint64_t events, EventShares shares = {}) {
        for (std::uint64_t event = 0; event < events; ++event) {
            const std::uint64_t key = keys[random_.below(keys.size())];
            const std::uint64_t draw = random_.below(4);
            if (draw < shares.inserts) {
                insert(key);
            } else if (draw < shares.inserts + shares.erases) {
                ASSERT_EQ(map_.erase(key), twin_.erase(key) == 1) << "key " << key;
            } else {
                expect_equal_at(key);
            }
            ASSERT_EQ(map_.size(), twin_.size());
        }
        for (const std::uint64_t key : keys) {
            expect_equal_at(key);
        }
    }

    void clear() {
        map_.clear();
        twin_.clear();
    }

  private:
    void insert(std::uint64_t key) {
        const std::uint64_t value = random_.next();
        const bool is_accepted = twin_.size() < map_.capacity() && !twin_.contains(key);
        const std::uint64_t* const inserted = map_.try_insert(key, value);
        ASSERT_EQ(inserted != nullptr, is_accepted) << "key " << key;
        if (is_accepted) {
            twin_.emplace(key, value);
            ASSERT_EQ(*inserted, value);
        }
    }

    void expect_equal_at(std::uint64_t key) const {
        const auto expected = twin_.find(key);
        const std::uint64_t* const found = map_.find(key);
        ASSERT_EQ(found != nullptr, expected != twin_.end()) << "key " << key;
        if (found != nullptr) {
            ASSERT_EQ(*found, expected->second) << "key " << key;
        }
    }

    Map map_;
    std::unordered_map<std::uint64_t, std::uint64_t> twin_;
    Random random_;
};

}  // namespace hotpath::support

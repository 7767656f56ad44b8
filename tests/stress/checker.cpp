#include "tests/stress/checker.hpp"

#include <bit>
#include <utility>

namespace hotpath::stress {
namespace {

// How far a message is ahead of the expected one, as far as its few bytes can tell.
std::int64_t distance(Tag expected, Bytes payload) {
    const int unknown_bits = 64 - std::popcount(tag_mask(payload.size()));
    const std::uint64_t difference = tag_word(payload) - expected.word();
    return static_cast<std::int64_t>(difference << unknown_bits) >> unknown_bits;
}

}  // namespace

void Faults::add(const Faults& others) noexcept {
    dropped += others.dropped;
    duplicated += others.duplicated;
    reordered += others.reordered;
    torn += others.torn;
    miscounted += others.miscounted;
}

std::string Faults::text() const {
    std::string text;
    for (const auto& [count, name] :
         {std::pair{dropped, "dropped"}, std::pair{duplicated, "duplicated"},
          std::pair{reordered, "reordered"}, std::pair{torn, "torn"},
          std::pair{miscounted, "miscounted"}}) {
        if (count != 0) {
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + name;
        }
    }
    return text.empty() ? "none" : text;
}

void Checker::take_unexpected(std::uint64_t producer, Bytes payload) {
    const Tag expected{.producer = producer, .number = expected_[producer]};
    const std::int64_t ahead =
        distance(expected, payload) / static_cast<std::int64_t>(kProducersMax);
    const std::uint64_t number = expected.number + static_cast<std::uint64_t>(ahead);
    if (payload.size() != lengths_.of(number) || ahead > kDistanceMax || ahead < -kDistanceMax) {
        ++faults_.torn;
    } else if (std::exchange(after_gap_, false)) {
        ++faults_.miscounted;
        expected_[producer] = number + 1;
    } else if (ahead > 0) {
        for (std::uint64_t skipped = expected.number; skipped != number; ++skipped) {
            skipped_[producer].insert(skipped);
        }
        expected_[producer] = number + 1;
    } else if (skipped_[producer].erase(number) != 0) {
        ++faults_.reordered;
    } else {
        ++faults_.duplicated;
    }
}

void Checker::lost(std::uint64_t messages) noexcept {
    expected_[0] += messages;
    lost_ += messages;
    ++gaps_;
    after_gap_ = true;
}

void Checker::finish(std::span<const std::uint64_t> sent) noexcept {
    for (std::size_t producer = 0; producer < producers_; ++producer) {
        faults_.dropped += skipped_[producer].size();
        if (expected_[producer] < sent[producer]) {
            faults_.dropped += sent[producer] - expected_[producer];
        } else if (expected_[producer] > sent[producer]) {
            ++faults_.miscounted;
        }
    }
}

}  // namespace hotpath::stress

#include "bench/book_ladder/counted_levels.hpp"

#include <string>

#include "bench/book_ladder/level_flow.hpp"
#include "bench/book_ladder/level_subjects.hpp"
#include "hotpath/core/assert.hpp"

namespace hotpath::bench {
namespace {

constexpr std::uint64_t kCountedMessages = 20'000;

/// The function that callgrind counts: never inlined, and only the measured work.
template <class Subject>
[[gnu::noinline]] void measured_level_update(typename Subject::Book& book,
                                             const typename Subject::Update& update,
                                             BestSums& sums) {
    Subject::apply(book, update, sums);
}

template <class Subject>
CountedLevels count_kind(const LevelFlow& flow, LevelKind kind) {
    const Subject subject(flow);
    auto book = subject.make_book();
    subject.rewind(book);
    BestSums sums;
    CountedLevels counted;
    for (std::size_t i = 0; i < flow.timed.size(); ++i) {
        if (flow.timed[i].kind == kind) {
            measured_level_update<Subject>(book, subject.updates()[i], sums);
            ++counted.updates;
        } else {
            Subject::apply(book, subject.updates()[i], sums);
        }
    }
    counted.answer = subject.answer(book, sums);
    return counted;
}

/// "level_update.linear.new_level"
std::string name_of(const char* container, const char* kind) {
    std::string name = std::string("level_update.") + container + "." + kind;
    for (char& each : name) {
        each = each == ' ' ? '_' : each;
    }
    return name;
}

}  // namespace

std::vector<std::string> counted_level_names() {
    std::vector<std::string> names;
    for_each_level_subject([&](auto, const char* container) {
        for (const char* const kind : kLevelKindNames) {
            names.push_back(name_of(container, kind));
        }
    });
    return names;
}

CountedLevels count_level_updates(std::string_view name) {
    CountedLevels counted;
    for_each_level_subject([&]<class Subject>(std::type_identity<Subject>, const char* container) {
        for (std::size_t kind = 0; kind < kLevelKindNames.size(); ++kind) {
            if (name_of(container, kLevelKindNames[kind]) == name) {
                const auto day = generate_level_day(kCountedMessages);
                HOTPATH_ASSERT(day.has_value(), "a small day fits in memory");
                const LevelFlow flow = cut(*day, {.from = at_time(9, 30), .to = at_time(16, 0)});
                counted = count_kind<Subject>(flow, static_cast<LevelKind>(kind));
            }
        }
    });
    return counted;
}

}  // namespace hotpath::bench

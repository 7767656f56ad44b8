#include "hotpath/config/config_errors.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace hotpath::config {

namespace {

constexpr std::string_view kOneIsMissing = " is missing";
constexpr std::string_view kSomeAreMissing = " are missing";
constexpr std::string_view kBetweenKeys = ", ";

[[nodiscard]] bool names_what_is_not_known(std::string_view message) {
    return message.contains(": unknown key ") || message.contains(": unknown table ");
}

/// The keys in "limits.tick, limits.jump_bps are missing"; none in another sentence.
[[nodiscard]] std::vector<std::string> missing_keys(std::string_view sentence) {
    const std::string_view end =
        sentence.ends_with(kSomeAreMissing) ? kSomeAreMissing : kOneIsMissing;
    std::vector<std::string> keys;
    if (!sentence.ends_with(end)) {
        return keys;
    }
    sentence.remove_suffix(end.size());
    while (!sentence.empty()) {
        const std::size_t length = std::min(sentence.find(kBetweenKeys), sentence.size());
        keys.emplace_back(sentence.substr(0, length));
        sentence.remove_prefix(std::min(length + kBetweenKeys.size(), sentence.size()));
    }
    return keys;
}

[[nodiscard]] std::string said_of_missing(const std::vector<std::string>& keys) {
    return fmt::format("{}{}", fmt::join(keys, kBetweenKeys),
                       keys.size() == 1 ? kOneIsMissing : kSomeAreMissing);
}

}  // namespace

std::string missing_text(const std::filesystem::path& file, const std::vector<std::string>& keys) {
    return fmt::format("{}: {}", file.string(), said_of_missing(keys));
}

void ConfigErrors::add(const Expected<void>& read) {
    if (read) {
        return;
    }
    const std::string& message = read.error().message;
    if (names_what_is_not_known(message)) {
        unknown_ = unknown_.value_or(message);
        return;
    }
    const std::vector<std::string> keys = message.starts_with(begin_)
                                              ? missing_keys(message.substr(begin_.size()))
                                              : std::vector<std::string>{};
    if (!first_ || !missing_.empty()) {
        missing_.insert(missing_.end(), keys.begin(), keys.end());
    }
    first_ = first_.value_or(message);
}

Expected<void> ConfigErrors::first() const {
    if (unknown_) {
        return fail(*unknown_);
    }
    if (!missing_.empty()) {
        return fail(begin_ + said_of_missing(missing_));
    }
    return first_ ? fail(*first_) : Expected<void>();
}

}  // namespace hotpath::config

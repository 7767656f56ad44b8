#pragma once
/// The error of set-up and environment: one sentence for the user, with the cause and what to do
/// about it.
///
/// Libraries return std::expected<T, Error> from create() and open(); the application prints
/// `message` on one line and exits non-zero. Never used on the hot path, where refusals are
/// enumerations. Allocation: the message string.

#include <expected>
#include <string>
#include <utility>

namespace hotpath {

struct Error {
    std::string message;
};

template <class T>
using Expected = std::expected<T, Error>;

[[nodiscard]] inline std::unexpected<Error> fail(std::string message) {
    return std::unexpected(Error{std::move(message)});
}

}  // namespace hotpath

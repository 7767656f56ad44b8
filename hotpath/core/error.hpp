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

/// A value, or the reason why there is none.
template <class T>
using Expected = std::expected<T, Error>;

/// Returns the error for a function that returns Expected.
[[nodiscard]] inline std::unexpected<Error> fail(std::string message) {
    return std::unexpected(Error{std::move(message)});
}

}  // namespace hotpath

#pragma once
/// UserTable: maps users to sessions, for the lifetime of a journal.
///
///   session    0        1        2
///              ALICE    BOB      CAROL
///              removed                    may not log in; the session, and its history, stay
/// A name has one session and a session one name, independent of the order in a configuration. A
/// removed name that is added again gets its old session. Names are compared as SoupBinTCP does:
/// case-insensitively. Threads: one owner. Allocation: the constructor, save(). Complexity:
/// O(users) a search.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"

namespace hotpath::exchange {

using Username = protocols::nasdaq::soupbintcp::Username;

enum class UserAction : std::uint8_t { Added = 1, Removed };

/// The message of an event::User; its session is the event's.
struct UserChange {
    UserAction action = UserAction::Added;
    Username name = protocols::to_alpha<6>("");
};
inline constexpr std::size_t kUserChangeLength = 7;
using UserChangeBytes = std::array<std::byte, kUserChangeLength>;

[[nodiscard]] UserChangeBytes to_bytes(const UserChange& change) noexcept;
/// `change` is set only when the result is Ok.
[[nodiscard]] protocols::DecodeStatus decode(Bytes bytes, UserChange& change) noexcept;

class UserTable {
  public:
    explicit UserTable(std::uint16_t sessions_max) : users_(sessions_max) {}

    /// Sessions that have a name: 0 to this minus 1.
    [[nodiscard]] std::uint16_t size() const noexcept { return size_; }
    [[nodiscard]] std::uint16_t sessions_max() const noexcept {
        return static_cast<std::uint16_t>(users_.size());
    }
    [[nodiscard]] const Username& name_of(SessionId session) const noexcept {
        return users_[session.value].name;
    }
    [[nodiscard]] bool is_removed(SessionId session) const noexcept {
        return users_[session.value].is_removed;
    }
    /// Also for a removed user.
    [[nodiscard]] std::optional<SessionId> find(const Username& name) const noexcept;
    /// Its session, unless it was removed.
    [[nodiscard]] std::optional<SessionId> find_active(const Username& name) const noexcept;

    [[nodiscard]] bool may_apply(SessionId session, const UserChange& change) const noexcept;
    /// may_apply() was true.
    void apply(SessionId session, const UserChange& change) noexcept;

    void save(StateWriter& writer) const;
    void load(StateReader& reader);

  private:
    struct User {
        Username name{};
        bool is_removed = false;
    };
    FixedArray<User> users_;
    std::uint16_t size_ = 0;
};

}  // namespace hotpath::exchange

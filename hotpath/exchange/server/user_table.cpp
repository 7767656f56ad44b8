#include "hotpath/exchange/server/user_table.hpp"

#include <algorithm>
#include <span>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/field_bytes.hpp"

namespace hotpath::exchange {

using protocols::DecodeStatus;
using protocols::nasdaq::soupbintcp::is_same_text;

UserChangeBytes to_bytes(const UserChange& change) noexcept {
    UserChangeBytes bytes{};
    bytes[0] = static_cast<std::byte>(change.action);
    store_text(&bytes[1], change.name);
    return bytes;
}

DecodeStatus decode(Bytes bytes, UserChange& change) noexcept {
    if (const DecodeStatus length = protocols::compare_length(bytes.size(), kUserChangeLength);
        length != DecodeStatus::Ok) {
        return length;
    }
    UserChange read{.action = static_cast<UserAction>(bytes[0])};
    const bool is_action = read.action == UserAction::Added || read.action == UserAction::Removed;
    if (!is_action || !load_text(&bytes[1], read.name)) {
        return DecodeStatus::Malformed;
    }
    change = read;
    return DecodeStatus::Ok;
}

std::optional<SessionId> UserTable::find(const Username& name) const noexcept {
    for (std::uint16_t n = 0; n < size(); ++n) {
        if (is_same_text(users_[n].name, name)) {
            return SessionId{n};
        }
    }
    return std::nullopt;
}

std::optional<SessionId> UserTable::find_active(const Username& name) const noexcept {
    const std::optional<SessionId> found = find(name);
    return found && !is_removed(*found) ? found : std::nullopt;
}

bool UserTable::may_apply(SessionId session, const UserChange& change) const noexcept {
    const std::optional<SessionId> found = find(change.name);
    if (!found) {
        return change.action == UserAction::Added && session.value == size() &&
               size() < sessions_max();
    }
    return *found == session && is_removed(session) == (change.action == UserAction::Added);
}

void UserTable::apply(SessionId session, const UserChange& change) noexcept {
    HOTPATH_ASSERT(may_apply(session, change), "call may_apply() first");
    if (session.value == size()) {
        users_[size_++] = {.name = change.name};
    } else {
        users_[session.value].is_removed = change.action == UserAction::Removed;
    }
}

void UserTable::save(StateWriter& writer) const {
    writer.put(size());
    for (std::uint16_t n = 0; n < size(); ++n) {
        writer.put_bytes(std::as_bytes(std::span(users_[n].name)));
        writer.put(users_[n].is_removed);
    }
}

void UserTable::load(StateReader& reader) {
    const auto count = reader.get<std::uint16_t>();
    for (std::uint16_t n = 0; n < count && reader.is_ok(); ++n) {
        const Bytes name = reader.get_bytes();
        const bool is_gone = reader.get_bool();
        UserChange change;
        if (name.size() != change.name.size() || !load_text(name.data(), change.name) ||
            !may_apply({n}, change)) {
            return reader.refuse();
        }
        apply({n}, change);
        users_[n].is_removed = is_gone;
    }
}

}  // namespace hotpath::exchange

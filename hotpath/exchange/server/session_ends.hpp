#pragma once
/// SessionEnds: the venue's ends of one protocol's sessions, one a user of the configuration at most.
///
/// End has a name, that of its user, the connection that it has now, how many reports of the day it has
/// and may have, and save(), load(), kept_reports(). Threads: one owner. Allocation: keep(), save().
/// Complexity: O(ends) a search.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/core/error.hpp"
#include "hotpath/core/state_bytes.hpp"
#include "hotpath/exchange/server/user_table.hpp"
#include "hotpath/exchange/server/venue_server_options.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"

namespace hotpath::exchange {

template <class End>
class SessionEnds {
  public:
    [[nodiscard]] std::span<const std::unique_ptr<End>> ends() const noexcept { return ends_; }
    /// nullptr: this user has no session of the protocol; so the others.
    [[nodiscard]] End* find(const Username& name) const noexcept {
        return find_if([&](const End& end) {
            return protocols::nasdaq::soupbintcp::is_same_text(end.name, name);
        });
    }
    [[nodiscard]] End* find(ConnectionId id) const noexcept {
        return find_if([&](const End& end) { return end.connection == id; });
    }
    /// A session of the venue may have no user.
    [[nodiscard]] End* find(const UserTable& users, SessionId session) const noexcept {
        return session.value < users.size() ? find(users.name_of(session)) : nullptr;
    }

    /// How many reports it may still have today; `most` without a session of the protocol.
    [[nodiscard]] std::uint64_t free_reports(const UserTable& users, SessionId session,
                                             std::uint64_t most) const noexcept {
        const End* const end = find(users, session);
        return end == nullptr ? most
                              : std::min(most, end->reports_max -
                                                   std::min(end->reports_made, end->reports_max));
    }

    /// Counts reports that wait for the journal; calls counted(SessionId) after each.
    template <class Counted>
    void count(const UserTable& users, std::span<const Reply> reports, Counted&& counted) const {
        for (const Reply& report : reports) {
            if (End* const end = find(users, report.session)) {
                ++end->reports_made;
                ++end->reports_waiting;
                counted(report.session);
            }
        }
    }
    /// Reports from now on are those of a new day.
    void begin_counts() const noexcept {
        for (const std::unique_ptr<End>& end : ends_) {
            end->reports_made = 0;
        }
    }
    void count_kept() const noexcept {
        for (const std::unique_ptr<End>& end : ends_) {
            end->reports_made = end->kept_reports();
        }
    }

    /// Writes the end of each user of the journal; a user without one has empty bytes.
    void save(const UserTable& users, StateWriter& writer) const {
        for (std::uint16_t n = 0; n < users.size(); ++n) {
            const End* const end = find(users, SessionId{n});
            StateWriter state;
            if (end != nullptr) {
                end->save(state);
            }
            writer.put_bytes(state.bytes());
        }
    }
    /// The state of a user that has no session of the protocol any more is skipped.
    void load(const UserTable& users, StateReader& reader) const {
        for (std::uint16_t n = 0; n < users.size(); ++n) {
            const Bytes bytes = reader.get_bytes();
            End* const end = find(users, SessionId{n});
            if (end == nullptr || bytes.empty()) {
                continue;
            }
            StateReader state(bytes);
            end->load(state);
            if (!state.is_done()) {
                reader.refuse();
            }
        }
    }

  protected:
    /// An error unless `user` is one of the configuration's and has no session here yet;
    /// `what` is a session of the protocol in the error's words.
    [[nodiscard]] Expected<void> check_user(std::size_t user, const VenueServerOptions& options,
                                            std::string_view what) const {
        if (user >= options.users.size()) {
            return fail("exchange: the user of " + std::string(what) + " must be below " +
                        std::to_string(options.users.size()) + ", got " + std::to_string(user));
        }
        if (const Username& name = options.users[user].username; find(name) != nullptr) {
            return fail("exchange: the user of " + std::string(what) + " must have only one; " +
                        std::string(protocols::trimmed(name)) + " is used twice");
        }
        return {};
    }
    void keep(std::unique_ptr<End>&& end) { ends_.push_back(std::move(end)); }

  private:
    template <class IsIt>
    [[nodiscard]] End* find_if(IsIt&& is_it) const noexcept {
        const auto found = std::ranges::find_if(
            ends_, [&](const std::unique_ptr<End>& end) { return is_it(*end); });
        return found == ends_.end() ? nullptr : found->get();
    }

    std::vector<std::unique_ptr<End>> ends_;
};

}  // namespace hotpath::exchange

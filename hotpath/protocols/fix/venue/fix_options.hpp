#pragma once
/// FixOptions: the FIX sessions of a venue, and what they are allowed.
///
/// Values without behaviour. Threads: any. Allocation: the list of users.

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

struct FixDeskOptions {
    /// ClOrdIDs that the sessions may use in a day, all together; a power of two from 16 up. 0: no
    /// FIX.
    std::uint32_t ids_max = 0;
    /// Every session's orders are reported to FIX drop copies, too. Needs ids_max.
    bool has_copies = false;
};

/// A FIX session: the CompIDs of its messages are its user's, and no other's.
struct FixUser {
    std::uint16_t user = 0;  // the n-th of VenueServerOptions::users: session, limits
    std::string begin_string = "FIX.4.4";
    std::string comp_id{};  // SenderCompID of its messages, TargetCompID of the venue's
    std::string venue_comp_id{};
    std::string password{};
    /// A drop copy: it is sent copies of others' reports, enters no orders, and is the user's only
    /// way in. FIX 4.4. Needs has_copies.
    bool is_drop_copy = false;
    std::vector<protocols::nasdaq::soupbintcp::Username>
        copied{};  // of a drop copy; empty: every user
};

struct FixOptions {
    FixDeskOptions desk{};
    std::vector<FixUser> users{};
    protocols::SequencedStoreOptions reports{.messages_max = 100'000};  // a day, of each session
    protocols::SequencedStoreOptions copies{.messages_max = 200'000};   // a day, of each drop copy
    /// Messages of a session itself between reports, a day: runs of them.
    std::uint32_t own_runs_max = 131'072;
    Nanos heartbeat_min{1 * kNanosPerSecond};  // HeartBtInt that is accepted
    Nanos heartbeat_max{3'600 * kNanosPerSecond};
    Nanos sending_time_accuracy{120 * kNanosPerSecond};

    [[nodiscard]] bool has_drop_copy() const noexcept {
        return std::ranges::any_of(users, &FixUser::is_drop_copy);
    }
};

}  // namespace hotpath::exchange

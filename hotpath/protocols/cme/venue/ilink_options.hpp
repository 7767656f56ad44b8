#pragma once
/// IlinkOptions: the iLink 3 sessions of a venue, and what they are allowed.
///
/// Values without behaviour. Threads: any. Allocation: the list of users.

#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

/// An iLink 3 session: the key, the session and the firm are its user's, and no other's.
struct IlinkUser {
    std::uint16_t user = 0;  // the n-th of VenueServerOptions::users: session, limits
    std::string access_key_id{};
    std::string session{};
    std::string firm{};
    protocols::cme::ilink3::Signer* signer = nullptr;  // has the secret key; outlives the server
};

struct IlinkDeskOptions {
    bool is_taken = false;  // orders over iLink 3
};

struct IlinkOptions {
    IlinkDeskOptions desk{};
    std::vector<IlinkUser> users{};
    protocols::SequencedStoreOptions reports{.messages_max = 100'000};  // a day, of each session
    Nanos keep_alive{10 * kNanosPerSecond};                             // the venue's promise
    std::uint16_t keep_alive_min_ms = 1'000;  // that is accepted of a client
    std::uint16_t keep_alive_max_ms = 60'000;
    std::uint16_t retransmit_messages_max = 2'500;  // of one request
};

}  // namespace hotpath::exchange

#pragma once
/// IlinkAccount: a trader's iLink 3 session at a venue.
///
/// A value. Threads: any. Allocation: the texts.

#include <string>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/cme/ilink3/signed_text.hpp"

namespace hotpath::protocols::cme {

struct IlinkEntry;

struct IlinkAccount {
    using Entry = IlinkEntry;

    std::string access_key_id{};  // 1 to 20 characters
    std::string session{};        // 3
    std::string firm{};           // 1 to 5
    std::string sender_id{};      // SenderID of our orders, at most 20
    std::string location{};       // at most 5
    std::string user{};           // whose session it must be; empty: not said
    Nanos keep_alive{10 * kNanosPerSecond};
    /// Has the secret key, and outlives the trader. nullptr: signatures are zeros, as in a replay,
    /// which has no key.
    ilink3::Signer* signer = nullptr;
};

}  // namespace hotpath::protocols::cme

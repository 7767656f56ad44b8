#pragma once
/// LoginLimit: how many wrong passwords an address may send of a user. failures_max at once, then
/// one for each `wait`; a login beyond is refused without a look at its password. An address with
/// all its names, and a user from all addresses, may send kTotal times as many.
///
///   const LoginAttempt attempt{.address = peer.address, .port = port, .user = username};
///   if (limit.verdict(attempt, now) != LoginVerdict::LookAt) { cut the connection off }
///   if (!is_right(password)) { limit.on_failure(attempt, now); }
///
/// A counter is of an address, a port and a name, so that wrong passwords of one user do not
/// refuse the other users of the address: up to kTotal such users. Two more are of the address and
/// of port and name, for guesses of many names and from many addresses. Refusals do not prolong the wait: a login is looked at
/// after one `wait`, unless another attempt with this name from this address came first. The names
/// of an address share kNames counters, whether or not such a user exists: a refusal does not
/// reveal which names exist. Attempts that find no room in the table share one counter. Threads:
/// one owner. Allocation: the constructor. Complexity: O(1), three times kWays entries are looked at.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/core/units.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"

namespace hotpath::protocols::nasdaq::soupbintcp {

/// Why a connection is cut off that is refused.
inline constexpr std::string_view kTooManyFailures =
    "login refused: too many wrong passwords of this user or from this address; try again later";

struct LoginLimitOptions {
    std::uint32_t failures_max = 10;      // wrong passwords at once, at least 1
    Nanos wait{0};                        // for one more; 0: no limit
    std::uint32_t counters_max = 16'384;  // kept at one time
};

struct LoginAttempt {
    std::uint32_t address = 0;
    std::uint8_t port = 0;  // of the server: ports with the same users have the same number
    Username user = to_alpha<6>("");
};

enum class LoginVerdict : std::uint8_t {
    LookAt,
    Refused,       // the first one since a password was looked at
    RefusedAgain,  // the log has a line already
};

struct LoginLimitCounters {
    std::uint64_t refused = 0;
    std::uint64_t without_room = 0;  // attempts that shared the counter of those without room
};

class LoginLimit {
  public:
    static constexpr std::size_t kWays = 4;
    static constexpr std::uint32_t kNames = 256;
    static constexpr std::int64_t kTotal = 10;

    /// `counters_max` is rounded up to a power of two, at least kWays.
    explicit LoginLimit(const LoginLimitOptions& options)
        : options_(options),
          sets_(options.wait == Nanos{}
                    ? 0
                    : std::bit_ceil((options.counters_max + kWays - 1) / kWays)) {}

    [[nodiscard]] const LoginLimitCounters& counters() const noexcept { return counters_; }

    /// Before the password is looked at.
    [[nodiscard]] LoginVerdict verdict(const LoginAttempt& attempt, Time now) noexcept {
        if (options_.wait == Nanos{}) {
            return LoginVerdict::LookAt;
        }
        Entry* refusing = nullptr;  // its due is ahead: no other key takes its place
        for (const Counted& counted : counted_of(attempt)) {
            Entry& entry = entry_of(counted.key, now);
            const bool is_full = entry.due > now + waits(options_.failures_max) - counted.step;
            refusing = is_full && refusing == nullptr ? &entry : refusing;
        }
        if (refusing == nullptr) {
            return LoginVerdict::LookAt;
        }
        ++counters_.refused;
        const bool is_first = !refusing->is_refusing;
        refusing->is_refusing = true;
        return is_first ? LoginVerdict::Refused : LoginVerdict::RefusedAgain;
    }

    /// The password was wrong, or there is no such user.
    void on_failure(const LoginAttempt& attempt, Time now) noexcept {
        if (options_.wait == Nanos{}) {
            return;
        }
        for (const Counted& counted : counted_of(attempt)) {
            Entry& entry = entry_of(counted.key, now);
            entry.due = std::max(entry.due, now) + counted.step;
            entry.is_refusing = false;
        }
    }

  private:
    /// `due`: when all that was counted is forgotten. It is at most failures_max waits ahead.
    struct Entry {
        std::uint64_t key = 0;
        Time due{};
        bool is_refusing = false;
    };
    using Set = std::array<Entry, kWays>;

    [[nodiscard]] Nanos waits(std::uint32_t count) const noexcept {
        return {options_.wait.value * count};
    }

    /// What a failure is counted for, and the time that one takes.
    struct Counted {
        std::uint64_t key = 0;
        Nanos step{};
    };
    [[nodiscard]] std::array<Counted, 3> counted_of(const LoginAttempt& attempt) const noexcept {
        constexpr std::uint64_t kOfAddress = std::uint64_t{1} << 62U;
        constexpr std::uint64_t kOfUser = std::uint64_t{1} << 63U;
        const std::uint32_t hash = hash_of(attempt.user);
        const Nanos step{options_.wait.value / kTotal};
        return {{{key_of(attempt, hash), options_.wait},
                 {kOfAddress | attempt.address, step},
                 {kOfUser | std::uint64_t{attempt.port} << 32U | hash, step}}};
    }

    [[nodiscard]] static std::uint32_t hash_of(const Username& user) noexcept {
        constexpr std::uint32_t kPrime = 0x0100'0193;  // of FNV-1a
        std::uint32_t hash = 0x811C'9DC5;
        for (const char c : user) {
            hash = (hash ^ static_cast<unsigned char>(to_upper(c))) * kPrime;
        }
        return hash;
    }

    [[nodiscard]] static std::uint64_t key_of(const LoginAttempt& attempt,
                                              std::uint32_t hash) noexcept {
        constexpr unsigned kHighBits = 16;
        const std::uint64_t name = (hash ^ (hash >> kHighBits)) % kNames;
        return std::uint64_t{attempt.address} << 16U | std::uint64_t{attempt.port} << 8U | name;
    }

    /// The entry of this key, made if there is room for it.
    [[nodiscard]] Entry& entry_of(std::uint64_t key, Time now) noexcept {
        constexpr std::uint64_t kOdd = 0x9E37'79B9'7F4A'7C15;  // spreads neighbors
        constexpr unsigned kLowBitsDropped = 32;
        Set& set = sets_[((key * kOdd) >> kLowBitsDropped) & (sets_.size() - 1)];
        Entry* free = nullptr;
        for (Entry& entry : set) {
            keep_in_bounds(entry, now);
            if (entry.key == key) {
                return entry;
            }
            free = entry.due <= now ? &entry : free;
        }
        if (free == nullptr) {
            ++counters_.without_room;
            keep_in_bounds(without_room_, now);
            return without_room_;
        }
        *free = {.key = key, .due = now};
        return *free;
    }

    /// A clock that goes back makes no wait longer.
    void keep_in_bounds(Entry& entry, Time now) const noexcept {
        entry.due = std::min(entry.due, now + waits(options_.failures_max));
    }

    LoginLimitOptions options_;
    std::vector<Set> sets_;
    Entry without_room_;
    LoginLimitCounters counters_;
};

}  // namespace hotpath::protocols::nasdaq::soupbintcp

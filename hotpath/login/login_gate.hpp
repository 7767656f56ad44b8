#pragma once
/// LoginGate: stands before a server of users whose passwords are stored as hashes. It holds a connection's
/// Login Request (SoupBinTCP) or log-on in text (LogonFormat) back until another thread has checked the password, and then
/// gives it on with the password that the server knows: a random one made at the start, or a wrong one. All
/// else passes as it comes. So the server compares, counts, limits and logs logins as with plain passwords, and its
/// inputs are bytes at a time.
///
///   gate.on_connect(place, {.port = 0, .address = peer.address});
///   if (!gate.on_bytes(place, received, now, [&](Bytes b) { server.on_bytes(place, b, now); })) {
///       the client sends too much before its login is answered: disconnect it
///   }
///   gate.poll(now, [&](place, Bytes b) { server.on_bytes(place, b, now); });     // each turn
///   gate.on_end(place);
///
/// An unknown user, and one whose password is plain, costs a check, too. Checks that wait, of an address
/// and in all, are limited. What the server's LoginLimit refuses unseen is not checked here either.
/// Threads: one owner. Allocation: the constructor, and a connection's early bytes. Complexity: O(bytes);
/// O(places) a poll while a login waits, a load otherwise.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/crypto/password_hash.hpp"
#include "hotpath/login/logon_format.hpp"
#include "hotpath/login/password_checker.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/login_limit.hpp"

namespace hotpath::login {

/// nullopt: the password is in the user's credentials as it is.
using StoredHash = std::optional<crypto::PasswordHash>;

/// Users with what is stored of each; of a user with a hash the password is the server's random one.
struct LoginUsers {
    std::vector<protocols::nasdaq::soupbintcp::Credentials> users{};
    std::vector<StoredHash> hashes{};  // of the n-th user
    /// The number of LoginAttempt: ports with the same users have the same.
    std::uint8_t number = 0;
    const LogonFormat* logon = nullptr;  // of a port whose log-ons are text; nullptr: SoupBinTCP
    std::vector<LogonNames> sessions{};  // with a LogonFormat: of the n-th user

    [[nodiscard]] bool has_hashes() const noexcept;
};

class LoginGate {
  public:
    struct Options {
        std::vector<LoginUsers> ports{};
        std::size_t places = 0;  // connections have numbers below this
        std::uint32_t waiting_per_address_max = 4;
        protocols::nasdaq::soupbintcp::LoginLimitOptions failed_logins{};
        std::function<void()> on_answer{};  // called by the checker's thread
    };
    struct Peer {
        std::size_t port = 0;  // the n-th of Options::ports
        std::uint32_t address = 0;
    };

    explicit LoginGate(Options options);

    void on_connect(std::uint16_t place, const Peer& peer);
    void on_end(std::uint16_t place);
    /// Calls pass(Bytes) with what the server may see now. False: over kHeldMax bytes came before the
    /// login was answered.
    template <class Pass>
    [[nodiscard]] bool on_bytes(std::uint16_t place, Bytes bytes, Time now, Pass&& pass) {
        while (!bytes.empty()) {
            const Bytes piece = take(place, bytes, now);
            if (!piece.empty()) {
                pass(piece);
            }
        }
        return !clients_[place].has_overflown;
    }
    /// Calls pass(place, Bytes) with the logins whose passwords have been checked.
    template <class Pass>
    void poll(Time now, Pass&& pass) {
        while (const auto place = take_answer(now)) {
            pass(*place, request_of(clients_[*place]));
            const std::vector<std::byte> early = std::exchange(clients_[*place].early, {});
            if (!early.empty() && clients_[*place].step == Step::Open) {
                pass(*place, Bytes(early));
            }
        }
        ask_waiting();
    }

    static constexpr std::size_t kHeldMax = 4'096;

  private:
    static constexpr std::size_t kLoginLength =
        protocols::nasdaq::soupbintcp::LoginRequest::kLength;
    enum class Step : std::uint8_t { Reading, Waiting, Checking, Open };
    struct Client {
        Step step = Step::Open;
        bool is_plain_right = false;  // of a user whose password is plain
        bool has_overflown = false;
        Peer peer{};
        std::uint32_t generation = 0;       // of the place's connections
        std::size_t size = 0;               // of head
        std::size_t left = 0;               // bytes of another packet that has begun
        std::optional<std::size_t> user{};  // that the request names
        std::array<std::byte, kLoginLength> head{};
        std::string logon{};             // in text
        std::vector<std::byte> early{};  // sent before the login was answered
    };
    struct Asked {
        std::uint64_t number = 0;
        std::uint32_t address = 0;
    };

    /// Takes bytes; what the server may see of them, valid until the next call.
    [[nodiscard]] Bytes take(std::uint16_t place, Bytes& bytes, Time now);
    [[nodiscard]] Bytes take_header(Client& client);
    [[nodiscard]] Bytes take_text(std::uint16_t place, Bytes& bytes, Time now);
    [[nodiscard]] Bytes take_login(std::uint16_t place, Time now);
    /// The request of a known user is checked, unless the server will refuse it unseen.
    [[nodiscard]] Bytes judge(std::uint16_t place, Time now);
    [[nodiscard]] std::optional<std::uint16_t> take_answer(Time now);
    void ask_waiting();
    [[nodiscard]] bool try_ask(std::uint16_t place);
    [[nodiscard]] protocols::nasdaq::soupbintcp::LoginAttempt attempt_of(
        const Client& client) const noexcept;
    [[nodiscard]] std::uint64_t number_of(std::uint16_t place) const noexcept;
    [[nodiscard]] const LoginUsers& users_of(const Client& client) const noexcept {
        return options_.ports[client.peer.port];
    }
    /// nullptr: SoupBinTCP.
    [[nodiscard]] const LogonFormat* format_of(const Client& client) const noexcept {
        return users_of(client).logon;
    }
    [[nodiscard]] Bytes request_of(const Client& client) const noexcept;
    [[nodiscard]] GivenPassword password_of(const Client& client) const noexcept;
    void store_right(Client& client) const;
    void store_wrong(Client& client) const;

    Options options_;
    std::vector<crypto::PasswordHash> no_password_;  // of each port: as dear as its dearest hash
    std::vector<Client> clients_;
    std::vector<Asked> asked_;  // and not yet answered, also of connections that have ended
    std::size_t waiting_ = 0;   // clients of Step::Waiting
    protocols::nasdaq::soupbintcp::LoginLimit limit_;
    PasswordChecker checker_;  // its thread ends before what it reads
};

}  // namespace hotpath::login

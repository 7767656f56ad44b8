#include "hotpath/login/login_gate.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::login {

namespace soup = protocols::nasdaq::soupbintcp;

namespace {

constexpr std::size_t kLengthLength = 2;
constexpr unsigned kPlaceBits = 16;

/// No user has it: a configuration's passwords have no such characters, and users that may not log in
/// have a blank one.
constexpr soup::Password kNoPassword =
    protocols::to_alpha<10>("\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f\x7f");

/// Memory and time of a check, to compare hashes by.
[[nodiscard]] std::uint64_t work_of(const crypto::ScryptCost& cost) noexcept {
    return std::uint64_t{cost.r} * cost.p << cost.log2_n;
}

[[nodiscard]] crypto::PasswordHash no_password_of(const LoginUsers& users) {
    crypto::ScryptCost dearest{};
    std::uint64_t work = 0;
    for (const StoredHash& hash : users.hashes) {
        if (hash && work_of(hash->cost()) > work) {
            dearest = hash->cost();
            work = work_of(dearest);
        }
    }
    return crypto::PasswordHash::of_no_password(dearest);
}

}  // namespace

bool LoginUsers::has_hashes() const noexcept {
    return std::ranges::any_of(hashes, [](const StoredHash& hash) { return hash.has_value(); });
}

LoginGate::LoginGate(Options options)
    : options_(std::move(options)),
      clients_(options_.places),
      limit_(options_.failed_logins),
      checker_({.waiting_max = std::max<std::size_t>(options_.places, 1),
                .on_answer = options_.on_answer}) {
    for (const LoginUsers& users : options_.ports) {
        HOTPATH_ASSERT(users.users.size() == users.hashes.size(),
                       "users and hashes must have the same size");
        no_password_.push_back(no_password_of(users));
    }
    asked_.reserve(options_.places);
}

void LoginGate::on_connect(std::uint16_t place, const Peer& peer) {
    on_end(place);
    Client& client = clients_[place];
    client.peer = peer;
    client.step = options_.ports[peer.port].has_hashes() ? Step::Reading : Step::Open;
}

void LoginGate::on_end(std::uint16_t place) {
    Client& client = clients_[place];
    waiting_ -= client.step == Step::Waiting ? 1 : 0;
    client = Client{.generation = client.generation + 1};
}

Bytes LoginGate::take(std::uint16_t place, Bytes& bytes, Time now) {
    Client& client = clients_[place];
    if (client.step == Step::Open) {
        return std::exchange(bytes, {});
    }
    if (client.step != Step::Reading) {
        client.has_overflown = client.early.size() + bytes.size() > kHeldMax;
        if (!client.has_overflown) {
            client.early.insert(client.early.end(), bytes.begin(), bytes.end());
        }
        bytes = {};
        return {};
    }
    if (format_of(client) != nullptr) {
        return take_text(place, bytes, now);
    }
    if (client.left > 0) {
        const Bytes piece = bytes.first(std::min(client.left, bytes.size()));
        client.left -= piece.size();
        bytes = bytes.subspan(piece.size());
        return piece;
    }
    const std::size_t wanted =
        client.size < soup::kHeaderLength ? soup::kHeaderLength : kLoginLength;
    const Bytes piece = bytes.first(std::min(wanted - client.size, bytes.size()));
    std::ranges::copy(piece, client.head.begin() + static_cast<std::ptrdiff_t>(client.size));
    client.size += piece.size();
    bytes = bytes.subspan(piece.size());
    if (client.size == soup::kHeaderLength) {
        return take_header(client);
    }
    return client.size == kLoginLength ? take_login(place, now) : Bytes{};
}

/// A Login Request is read on; another packet passes. The server judges it.
Bytes LoginGate::take_header(Client& client) {
    const auto high = std::to_integer<std::size_t>(client.head[0]);
    const std::size_t length = high << 8U | std::to_integer<std::size_t>(client.head[1]);
    const char type = static_cast<char>(client.head[kLengthLength]);
    if (type == soup::LoginRequest::kType && length + kLengthLength == kLoginLength) {
        return {};
    }
    client.size = 0;
    if (length == 0) {
        client.step = Step::Open;  // no packet, and the server closes
    } else {
        client.left = length + kLengthLength - soup::kHeaderLength;
    }
    return Bytes(client.head).first(soup::kHeaderLength);
}

Bytes LoginGate::take_login(std::uint16_t place, Time now) {
    Client& client = clients_[place];
    const soup::LoginRequest& request = soup::LoginRequest::at(client.head.data());
    const LoginUsers& users = users_of(client);
    for (std::size_t n = 0; n < users.users.size(); ++n) {
        if (soup::is_same_text(users.users[n].username, request.load_username())) {
            client.user = n;
        }
    }
    client.is_plain_right = client.user && !users.hashes[*client.user] &&
                            soup::is_login_of(request, users.users[*client.user]);
    return judge(place, now);
}

/// The server judges any message that is no log-on.
Bytes LoginGate::take_text(std::uint16_t place, Bytes& bytes, Time now) {
    Client& client = clients_[place];
    const LogonFormat& format = *format_of(client);
    const std::size_t taken = std::min(bytes.size(), kHeldMax - client.logon.size());
    client.logon.append(reinterpret_cast<const char*>(bytes.data()), taken);
    bytes = bytes.subspan(taken);
    const std::optional<std::size_t> length = format.length(client.logon);
    if (!length || (*length == 0 && client.logon.size() == kHeldMax)) {
        client.step = Step::Open;
        return request_of(client);
    }
    if (*length == 0) {
        return {};
    }
    const Bytes rest = std::as_bytes(std::span(client.logon)).subspan(*length);
    client.early.assign(rest.begin(), rest.end());
    client.logon.resize(*length);
    const auto given = format.read(client.logon).names;
    const LoginUsers& users = users_of(client);
    const auto found = std::ranges::find_if(users.sessions, [&](const LogonNames& names) {
        return names.version == given.version && names.client == given.client &&
               names.venue == given.venue;
    });
    if (found != users.sessions.end()) {
        client.user = static_cast<std::size_t>(found - users.sessions.begin());
        client.is_plain_right = !users.hashes[*client.user];  // the server compares it
    }
    return judge(place, now);
}

Bytes LoginGate::judge(std::uint16_t place, Time now) {
    Client& client = clients_[place];
    if (limit_.verdict(attempt_of(client), now) == soup::LoginVerdict::LookAt) {
        client.step = Step::Waiting;
        ++waiting_;
        ask_waiting();
        return {};
    }
    store_wrong(client);
    client.step = Step::Open;
    if (format_of(client) != nullptr) {
        const Bytes early(client.early);
        client.logon.append(reinterpret_cast<const char*>(early.data()), early.size());
        client.early.clear();
    }
    return request_of(client);
}

void LoginGate::ask_waiting() {
    for (std::uint16_t place = 0; waiting_ > 0 && place < clients_.size(); ++place) {
        if (clients_[place].step == Step::Waiting && try_ask(place)) {
            clients_[place].step = Step::Checking;
            --waiting_;
        }
    }
}

bool LoginGate::try_ask(std::uint16_t place) {
    const Client& client = clients_[place];
    const auto of_address = std::ranges::count(asked_, client.peer.address, &Asked::address);
    if (of_address >= options_.waiting_per_address_max || asked_.size() == options_.places) {
        return false;
    }
    const LoginUsers& users = users_of(client);
    const bool has_hash = client.user && users.hashes[*client.user];
    const PasswordQuestion question{
        .number = number_of(place),
        .hash = has_hash ? &*users.hashes[*client.user] : &no_password_[client.peer.port],
        .password = password_of(client)};
    if (!checker_.try_ask(question)) {
        return false;
    }
    asked_.push_back({.number = question.number, .address = client.peer.address});
    return true;
}

std::optional<std::uint16_t> LoginGate::take_answer(Time now) {
    while (const auto answer = checker_.try_take()) {
        std::erase_if(asked_, [&](const Asked& asked) { return asked.number == answer->number; });
        const auto place = static_cast<std::uint16_t>(answer->number);
        Client& client = clients_[place];
        if (answer->number != number_of(place) || client.step != Step::Checking) {
            continue;  // its connection has ended
        }
        client.step = Step::Open;
        if (answer->is_right || client.is_plain_right) {
            store_right(client);
        } else {
            limit_.on_failure(attempt_of(client), now);
            store_wrong(client);
        }
        return place;
    }
    return std::nullopt;
}

soup::LoginAttempt LoginGate::attempt_of(const Client& client) const noexcept {
    const LoginUsers& users = users_of(client);
    const LogonFormat* const format = format_of(client);
    const soup::Username name = format == nullptr
                                    ? soup::LoginRequest::at(client.head.data()).load_username()
                                : client.user ? users.users[*client.user].username
                                              : format->alias(format->read(client.logon));
    return {.address = client.peer.address, .port = users.number, .user = name};
}

std::uint64_t LoginGate::number_of(std::uint16_t place) const noexcept {
    return std::uint64_t{clients_[place].generation} << kPlaceBits | place;
}

Bytes LoginGate::request_of(const Client& client) const noexcept {
    return format_of(client) != nullptr ? std::as_bytes(std::span(client.logon))
                                        : Bytes(client.head);
}

GivenPassword LoginGate::password_of(const Client& client) const noexcept {
    if (const LogonFormat* const format = format_of(client); format != nullptr) {
        return GivenPassword(format->read(client.logon).password);
    }
    const soup::Password given = soup::LoginRequest::at(client.head.data()).load_password();
    return GivenPassword(protocols::without_padding(given));
}

/// A plain password in text stays as it was sent.
void LoginGate::store_right(Client& client) const {
    const LoginUsers& users = users_of(client);
    const soup::Password& password = users.users[*client.user].password;
    if (const LogonFormat* const format = format_of(client); format == nullptr) {
        soup::LoginRequest::at(client.head.data()).store_password(password);
    } else if (users.hashes[*client.user]) {
        client.logon = format->with_password(client.logon, protocols::without_padding(password));
    }
}

/// A log-on in text needs a password: one that is wrong already stays, unless it is by chance the server's.
void LoginGate::store_wrong(Client& client) const {
    const LogonFormat* const format = format_of(client);
    if (format == nullptr) {
        soup::LoginRequest::at(client.head.data()).store_password(kNoPassword);
        return;
    }
    const bool is_servers = client.user && format->read(client.logon).password ==
                                               protocols::without_padding(
                                                   users_of(client).users[*client.user].password);
    if (is_servers) {
        client.logon = format->with_password(client.logon, "?");
    }
}

}  // namespace hotpath::login

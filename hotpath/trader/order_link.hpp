#pragma once
/// OrderLink: the Link of any protocol of the list (protocols/all.hpp) behind one type, chosen at
/// construction: the order-entry session of a trader whose orders do not go over SoupBinTCP.
///
/// Every call is the one of the protocol's link, which says what it does. Threads: one owner.
/// Allocation: create(). Complexity: that of the link, and a branch.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/all.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/connection.hpp"
#include "hotpath/protocols/trader/session_start.hpp"

namespace hotpath::trader {

using protocols::SessionStart;

class OrderLink {
  public:
    using CloseReason = protocols::nasdaq::soupbintcp::CloseReason;

    using Account = protocols::OrderEntries::Account;

    /// nullopt: orders of this account go over SoupBinTCP.
    [[nodiscard]] static Expected<std::optional<OrderLink>> create(
        const Account& account,
        const protocols::nasdaq::soupbintcp::ConnectionOptions& connection) {
        return std::visit(
            [&]<class A>(const A& of) -> Expected<std::optional<OrderLink>> {
                using Entry = typename A::Entry;
                if constexpr (std::is_same_v<typename Entry::Link, protocols::NoLink>) {
                    return std::nullopt;
                } else {
                    auto link = Entry::Link::create(of, connection);
                    return link ? Expected<std::optional<OrderLink>>(
                                      OrderLink(Entry::kName, std::move(*link)))
                                : std::unexpected(link.error());
                }
            },
            account);
    }

    /// The name of the protocol in refusals.
    [[nodiscard]] std::string_view protocol() const noexcept { return name_; }
    [[nodiscard]] bool is_closed() const noexcept {
        return std::visit([](const auto& link) { return link.is_closed(); }, link_);
    }
    [[nodiscard]] bool is_logged_in() const noexcept {
        return std::visit([](const auto& link) { return link.is_logged_in(); }, link_);
    }
    [[nodiscard]] CloseReason close_reason() const noexcept {
        return std::visit([](const auto& link) { return link.close_reason(); }, link_);
    }
    [[nodiscard]] std::string_view why() const noexcept {
        return std::visit([](const auto& link) { return link.why(); }, link_);
    }
    [[nodiscard]] bool is_refused() const noexcept {
        return std::visit([](const auto& link) { return link.is_refused(); }, link_);
    }
    /// The start state for the next process. Store it before output() is sent, so that it survives
    /// this process. Its utc is 0.
    [[nodiscard]] SessionStart next_start() const noexcept {
        return std::visit([](const auto& link) { return link.next_start(); }, link_);
    }
    [[nodiscard]] Bytes output() const noexcept {
        return std::visit([](const auto& link) { return link.output(); }, link_);
    }
    [[nodiscard]] std::size_t output_end() const noexcept {
        return std::visit([](const auto& link) { return link.output_end(); }, link_);
    }
    [[nodiscard]] std::array<Bytes, 2> output_since(std::size_t end) const noexcept {
        return std::visit([&](const auto& link) { return link.output_since(end); }, link_);
    }
    [[nodiscard]] std::uint64_t connections() const noexcept {
        return std::visit([](const auto& link) { return link.connections(); }, link_);
    }
    [[nodiscard]] std::uint64_t logons() const noexcept {
        return std::visit([](const auto& link) { return link.logons(); }, link_);
    }
    [[nodiscard]] Time next_deadline() const noexcept {
        return std::visit([](const auto& link) { return link.next_deadline(); }, link_);
    }

    void on_connected(Time now, const SessionStart& start) noexcept {
        std::visit([&](auto& link) { link.on_connected(now, start); }, link_);
    }
    template <class Listener>
    void on_bytes(Bytes bytes, Time now, Listener& listener) {
        std::visit([&](auto& link) { link.on_bytes(bytes, now, listener); }, link_);
    }
    void on_timer(Time now) noexcept {
        std::visit([&](auto& link) { link.on_timer(now); }, link_);
    }
    void on_written(std::size_t bytes) noexcept {
        std::visit([&](auto& link) { link.on_written(bytes); }, link_);
    }
    void on_disconnected() noexcept {
        std::visit([](auto& link) { link.on_disconnected(); }, link_);
    }
    [[nodiscard]] bool try_send(Bytes message, Time now) noexcept {
        return std::visit([&](auto& link) { return link.try_send(message, now); }, link_);
    }
    void logout(Time now) noexcept {
        std::visit([&](auto& link) { link.logout(now); }, link_);
    }
    void close(CloseReason reason) noexcept {
        std::visit([&](auto& link) { link.close(reason); }, link_);
    }

  private:
    OrderLink(std::string_view name, protocols::OrderEntries::Link link)
        : name_(name), link_(std::move(link)) {}

    std::string_view name_;
    protocols::OrderEntries::Link link_;
};

}  // namespace hotpath::trader

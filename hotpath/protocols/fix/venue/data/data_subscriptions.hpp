#pragma once
/// DataSubscriptions: the market data subscriptions of all sessions, each of one symbol, and those
/// that wait for a full refresh.
///
///   const auto index = subscriptions.add(subscription);   // it waits for its first refresh
///   subscriptions.for_each_of(instrument, [](Index, DataSubscription&) { ... });
///   while (subscriptions.waiting() > 0) { subscriptions.take_waiting() ... }
///
/// Threads: one owner. Allocation: the constructor. Complexity: O(1); a session's search
/// O(subscriptions of the session).

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "hotpath/book/ladder_section.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/fix/venue/data/data_request.hpp"

namespace hotpath::exchange {

struct DataSubscription {
    std::uint16_t session = 0;
    InstrumentId instrument{};
    std::uint32_t depth = 0;
    bool is_full_refresh = false;
    bool is_snapshot = false;  // it ends with its first refresh
    bool is_waiting = false;   // for a refresh: increments mean nothing to it
    DataEntryTypes entry_types{};
    /// The rank of the worst level that the client has, by side; kNoRank: it has them all.
    std::array<book::Rank, 2> bounds{};
    std::array<char, kMdReqIdMax> id_characters{};
    std::uint8_t id_length = 0;

    [[nodiscard]] std::string_view id() const noexcept { return {id_characters.data(), id_length}; }
};

class DataSubscriptions {
  public:
    using Index = std::uint32_t;

    DataSubscriptions(std::size_t sessions, std::uint32_t of_session_max,
                      std::size_t instruments_max);

    [[nodiscard]] const DataSubscription& at(Index index) const noexcept {
        return nodes_[index].is;
    }
    [[nodiscard]] DataSubscription& at(Index index) noexcept { return nodes_[index].is; }
    /// How many more the session may have.
    [[nodiscard]] std::uint32_t free(std::uint16_t session) const noexcept {
        return of_session_max_ - sessions_[session].count;
    }
    [[nodiscard]] std::uint32_t count(std::uint16_t session) const noexcept {
        return sessions_[session].count;
    }
    [[nodiscard]] bool has(std::uint16_t session, std::string_view id) const noexcept;
    [[nodiscard]] bool has(std::uint16_t session, std::string_view id,
                           InstrumentId instrument) const noexcept;
    /// visit(Index, DataSubscription&); it may remove this one.
    template <class Visitor>
    void for_each_of(InstrumentId instrument, Visitor&& visit) noexcept {
        for (Index index = instruments_[instrument.value].first; index != kNone;) {
            const Index next = nodes_[index].of_instrument.next;
            visit(index, nodes_[index].is);
            index = next;
        }
    }

    /// free() was above 0. It waits for a refresh.
    Index add(const DataSubscription& subscription) noexcept;
    void remove(Index index) noexcept;
    /// Removes the session's subscriptions with this id (or all), calls on_removed(), returns the count.
    template <class OnRemoved>
    std::size_t remove_of(std::uint16_t session, std::optional<std::string_view> id,
                          OnRemoved&& on_removed) noexcept {
        std::size_t removed = 0;
        for (Index index = sessions_[session].all.first; index != kNone;) {
            const Index next = nodes_[index].of_session.next;
            if (!id || nodes_[index].is.id() == *id) {
                on_removed(nodes_[index].is);
                remove(index);
                ++removed;
            }
            index = next;
        }
        return removed;
    }

    /// It waits for a refresh, behind those that wait already; without an effect when it does.
    void wait(Index index) noexcept;
    [[nodiscard]] std::size_t waiting() const noexcept { return waiting_count_; }
    /// The one that has waited longest, which waits no more. There is one.
    [[nodiscard]] Index take_waiting() noexcept;

  private:
    static constexpr Index kNone = 0xffff'ffff;

    struct Link {
        Index next = kNone;
        Index previous = kNone;
    };
    struct List {
        Index first = kNone;
        Index last = kNone;
    };
    struct Node {
        DataSubscription is{};
        Link of_session{};
        Link of_instrument{};
        Link in_line{};
    };
    struct Session {
        List all{};
        std::uint32_t count = 0;
    };

    template <class IsIt>
    [[nodiscard]] bool has_one(std::uint16_t session, IsIt&& is_it) const noexcept {
        Index index = sessions_[session].all.first;
        while (index != kNone && !is_it(nodes_[index].is)) {
            index = nodes_[index].of_session.next;
        }
        return index != kNone;
    }
    void append(List& list, Link Node::* link, Index index) noexcept;
    void unlink(List& list, Link Node::* link, Index index) noexcept;
    void stop_waiting(Index index) noexcept;

    std::uint32_t of_session_max_;
    FixedArray<Node> nodes_;
    FixedArray<Session> sessions_;
    FixedArray<List> instruments_;
    FixedArray<Index> free_;
    std::size_t free_count_;
    List line_{};  // of those that wait
    std::size_t waiting_count_ = 0;
};

}  // namespace hotpath::exchange

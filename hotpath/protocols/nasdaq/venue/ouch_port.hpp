#pragma once
/// OuchPort: OUCH 5.0 over SoupBinTCP: the sessions of order entry, each with its stream of replies
/// of the day, and the drop copy of all replies.
///
///   Unsequenced Data ── limits, rates, room ──> input          reply ──> stream ──> Sequenced Data
///                                                                └──> drop copy: user, number, reply
///
/// A session has replies to orders of every protocol. The drop copy has room for all of them, or ends
/// where it has none. Threads: the server's. Allocation: create(), make_sessions(). Complexity: O(1) a
/// message.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hotpath/protocols/nasdaq/venue/soup_port.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

class OuchPort final : public SoupPort {
  public:
    static constexpr std::array kPorts{Port::OrderEntry, Port::DropCopy};
    static constexpr std::array kKinds{OutputKind::Reply};

    [[nodiscard]] static Expected<std::unique_ptr<OuchPort>> create(const PortContext& context);
    /// create() calls it.
    OuchPort(const PortContext& context, protocols::SequencedStore&& copies);

    [[nodiscard]] const protocols::SequencedStore& replies(SessionId session) const noexcept {
        return ends_[session.value].replies;
    }
    /// Number of replies in the session's day, sent or waiting.
    [[nodiscard]] std::uint64_t replies_made(SessionId session) const noexcept {
        return ends_[session.value].replies_made;
    }

    void on_timer(ConnectionId id, Time now) noexcept override;
    void notify(ConnectionId id, bool is_suspended) noexcept override;
    [[nodiscard]] Expected<void> make_sessions(std::size_t sessions) override;
    [[nodiscard]] std::uint64_t free_reports(SessionId session,
                                             std::uint64_t most) const noexcept override;
    void look_for(TradeSearch& search, SessionId session) const noexcept override;
    void on_outputs() noexcept override;
    void begin_counts() noexcept override;
    void keep(const Output& reply, Time) noexcept override {
        keep_reply(reply.session, reply.bytes);
    }
    void end_session() noexcept override;
    void begin_day(Time now) noexcept override;
    void replay(const Input& input) noexcept override;
    void save_shared(StateWriter& writer) const override;
    void save(StateWriter& writer) const override;
    void load_shared(StateReader& reader) override;
    void load(StateReader& reader) override;
    void on_started() noexcept override;

  private:
    struct End {
        protocols::SequencedStore replies;
        std::uint64_t replies_made = 0;  // of the day, sent or waiting
    };

    [[nodiscard]] const std::vector<protocols::nasdaq::soupbintcp::Credentials>& users_of(
        Port port) const noexcept override;
    [[nodiscard]] LoginAnswer admit(ConnectionId id, Time now) noexcept override;
    void on_logged_in(ConnectionId id) noexcept override;
    void on_message(ConnectionId id, Bytes message, Time now) noexcept override;
    void keep_reply(SessionId id, Bytes message) noexcept;
    void copy_reply(SessionId session, Bytes message) noexcept;
    [[nodiscard]] bool is_drop_copy_cut_short() const noexcept;

    Intake& intake_;
    std::vector<End> ends_;  // by session
    protocols::SequencedStore drop_copies_;
};

}  // namespace hotpath::exchange

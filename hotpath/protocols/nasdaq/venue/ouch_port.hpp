#pragma once
/// OuchPort: OUCH 5.0 over SoupBinTCP: the sessions of order entry, each with its stream of replies
/// of the day, and the drop copy of all replies (OuchReplies).
///
///   Unsequenced Data ── limits, rates, room ──> input          reply ──> stream ──> Sequenced Data
///                                                                └──> drop copy: user, number, reply
///
/// A session has replies to orders of every protocol. Threads: the server's. Allocation: create(),
/// make_sessions(). Complexity: O(1) a message.

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "hotpath/protocols/nasdaq/venue/ouch_replies.hpp"
#include "hotpath/protocols/nasdaq/venue/soup_port.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

class OuchPort final : public SoupPort {
  public:
    static constexpr std::array kPorts{Port::OrderEntry, Port::DropCopy};
    static constexpr std::array kKinds{OutputKind::Reply};

    [[nodiscard]] static Expected<std::unique_ptr<OuchPort>> create(const PortContext& context);
    /// create() calls it.
    OuchPort(const PortContext& context, OuchReplies&& replies);

    [[nodiscard]] const protocols::SequencedStore& replies(SessionId session) const noexcept {
        return replies_.of(session);
    }
    /// Number of replies in the session's day, sent or waiting.
    [[nodiscard]] std::uint64_t replies_made(SessionId session) const noexcept {
        return replies_.made(session);
    }

    void on_timer(ConnectionId id, Time now) noexcept override;
    void notify(ConnectionId id, bool is_suspended) noexcept override;
    [[nodiscard]] Expected<void> make_sessions(std::size_t sessions) override {
        return replies_.make_sessions(sessions);
    }
    [[nodiscard]] std::uint64_t free_reports(SessionId session,
                                             std::uint64_t most) const noexcept override {
        return replies_.free(session, most);
    }
    void look_for(TradeSearch& search, SessionId session) const noexcept override;
    void on_outputs() noexcept override { replies_.count(); }
    void begin_counts() noexcept override { replies_.begin_counts(); }
    void keep(const Output& reply, Time) noexcept override;
    void end_session() noexcept override { replies_.end_session(); }
    void begin_day(Time now) noexcept override;
    void replay(const Input& input) noexcept override;
    void save_shared(StateWriter& writer) const override { replies_.save_copies(writer); }
    void save(StateWriter& writer) const override { replies_.save(writer); }
    void load_shared(StateReader& reader) override { replies_.load_copies(reader); }
    void load(StateReader& reader) override { replies_.load(reader); }
    void on_started() noexcept override { replies_.count_kept(); }

  private:
    [[nodiscard]] const std::vector<protocols::nasdaq::soupbintcp::Credentials>& users_of(
        Port port) const noexcept override;
    [[nodiscard]] LoginAnswer admit(ConnectionId id, Time now) noexcept override;
    void on_logged_in(ConnectionId id) noexcept override;
    void on_message(ConnectionId id, Bytes message, Time now) noexcept override;

    Intake& intake_;
    OuchReplies replies_;
};

}  // namespace hotpath::exchange

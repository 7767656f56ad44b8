#pragma once
/// OuchClient: order entry by hand over OUCH 5.0 and SoupBinTCP.
///
/// The venue answers an account query after all earlier requests: await_replies() sends one. Threads:
/// the caller's, which waits. Allocation: free. Complexity: system calls.

#include <cstdint>
#include <memory>
#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/order_entry/entry_client.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/client.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/credentials.hpp"

namespace hotpath::order_entry {

class OuchClient final : public EntryClient,
                         public protocols::nasdaq::soupbintcp::NullClientListener {
  public:
    /// Its login is on the way.
    [[nodiscard]] static Expected<std::unique_ptr<EntryClient>> create(
        const protocols::nasdaq::soupbintcp::Credentials& credentials, EntryParts&& parts);

    [[nodiscard]] std::string session() const override;
    [[nodiscard]] Expected<void> check(const OrderCommand&) const override { return {}; }
    [[nodiscard]] Expected<void> send(const OrderCommand& command) override;
    [[nodiscard]] Expected<void> await_replies() override;
    void leave() override;

    // Session state.
    void on_login_rejected(char reason) noexcept { rejected_ = reason; }
    void on_sequenced(std::uint64_t number, Bytes message) noexcept;
    void on_end_of_session() noexcept { has_ended_ = true; }
    void on_debug(Bytes text) noexcept;

  private:
    OuchClient(EntryParts&& parts, protocols::nasdaq::soupbintcp::SoupClient&& soup);

    [[nodiscard]] Expected<void> send_request(Bytes request);
    Turn take_turn(Time now) override;
    [[nodiscard]] Expected<void> catch_up() override;
    [[nodiscard]] std::string refusal() const override;
    [[nodiscard]] std::string said() const override { return said_; }

    protocols::nasdaq::soupbintcp::SoupClient soup_;
    std::string said_;  // by the venue, in debug packets
    std::uint64_t queries_answered_ = 0;
    bool has_ended_ = false;
    char rejected_ = ' ';
};

}  // namespace hotpath::order_entry

#pragma once
/// FixClient: order entry by hand over a FIX session, 4.2 or 4.4.
///
/// It expects message 1, so the venue sends every report of the day again; the number of its next
/// message is in a file, or begins at 1 with ResetSeqNumFlag: then there is no past, and the first
/// order's number is the millisecond of the day, which no earlier one of the day has had. await_replies() waits
/// for the report of the last request, then for the answer to an OrderStatusRequest behind it.
/// Threads: the caller's, which waits. Allocation: free. Complexity: system calls.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "hotpath/core/bytes.hpp"
#include "hotpath/order_entry/entry_client.hpp"
#include "hotpath/protocols/fix/by_hand/fix_account.hpp"
#include "hotpath/protocols/fix/by_hand/fix_orders.hpp"
#include "hotpath/protocols/fix/trader/fix_link.hpp"
#include "hotpath/store/number_file.hpp"

namespace hotpath::order_entry {

class FixClient final : public EntryClient {
  public:
    /// Its Logon is on the way.
    [[nodiscard]] static Expected<std::unique_ptr<EntryClient>> create(const HandFixAccount& fix,
                                                                       EntryParts&& parts);

    [[nodiscard]] std::string session() const override;
    [[nodiscard]] Expected<void> check(const OrderCommand& command) const override {
        return check_fix_command(command);
    }
    [[nodiscard]] Expected<void> send(const OrderCommand& command) override;
    [[nodiscard]] Expected<void> await_replies() override;
    void leave() override;

    // The listener of the link.
    void on_session_open() noexcept {}
    void on_reply(std::uint64_t number, Bytes message);

  private:
    FixClient(const HandFixAccount& fix, EntryParts&& parts, protocols::fix::FixLink&& link);

    [[nodiscard]] Expected<void> send_body(const std::string& body);
    void write();
    Turn take_turn(Time now) override;
    [[nodiscard]] Expected<void> catch_up() override;
    [[nodiscard]] std::string refusal() const override;
    [[nodiscard]] std::string said() const override;

    protocols::fix::FixAccount account_;
    protocols::fix::FixLink link_;
    FixOrders fix_;
    std::optional<store::NumberFile> numbers_;
};

}  // namespace hotpath::order_entry

#pragma once
/// The life of an order in a FIX session, for measurements: an ExecutionReport comes in as bytes
/// and becomes an event of the order desk, a NewOrderSingle goes out as bytes.
///
/// In: framer, BodyLength, CheckSum, fields, CompIDs, SendingTime, MsgSeqNum, the dictionary (or
/// not), the codec's decoding. Out: the codec's body of an order that the risk gate has approved,
/// header, TransactTime, CheckSum, and the session's store. The session is logged on by its peer's
/// own Logon before anything is measured. Threads: one owner. Allocation: the constructor.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/protocols/fix_flow.hpp"
#include "bench/protocols/order_to_send.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/oms/venue_events.hpp"
#include "hotpath/protocols/fix/session/memory_store.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/trader/fix_codec.hpp"

namespace hotpath::bench {

/// Orders that are accepted or trade, in no order, numbered from 2 on: number 1 is the Logon.
[[nodiscard]] FixStream make_session_reports(std::uint64_t messages);
/// Where each of them ends.
[[nodiscard]] std::vector<std::size_t> ends_of(const FixStream& stream);
/// The venue's answer to the Logon, number 1.
[[nodiscard]] std::vector<std::byte> logon_answer();
/// When report `number` (0: the first) arrives.
[[nodiscard]] Time session_time_of(std::uint64_t number) noexcept;
/// A whole NewOrderSingle of FIX 4.4 with the terms that every subject sends.
[[nodiscard]] bool is_expected_order(std::string_view message);

/// Room for what is sent between two Logons.
[[nodiscard]] protocols::fix::MemoryStore make_fix_store();
/// One end of the session between TRADER01, the initiator, and EXCHANGE. The CompIDs in `options`
/// are replaced.
[[nodiscard]] protocols::fix::Session make_fix_session(protocols::fix::SessionOptions options,
                                                       protocols::fix::MessageStore& store);

class FixOrderLife {
  public:
    explicit FixOrderLife(bool validates);
    FixOrderLife(const FixOrderLife&) = delete;
    FixOrderLife& operator=(const FixOrderLife&) = delete;

    /// Every report in, an order out after each: order, quantity and price of each report, and one
    /// for each order, added up. The reports may come again: their numbers are expected from the
    /// first on.
    [[nodiscard]] std::uint64_t run(const FixStream& reports, const std::vector<std::size_t>& ends);
    /// The reports alone.
    [[nodiscard]] std::uint64_t receive_all(const FixStream& reports,
                                            const std::vector<std::size_t>& ends);
    /// Orders alone; the bytes written.
    [[nodiscard]] std::uint64_t send_all(std::uint64_t orders);
    /// The last order that was sent.
    [[nodiscard]] std::string_view last_order() const noexcept { return as_text(last_order_); }

  private:
    struct Listener;

    /// Calls after(i, now) behind each report.
    template <class After>
    [[nodiscard]] std::uint64_t receive_each(const FixStream& reports,
                                             const std::vector<std::size_t>& ends, After&& after);
    [[nodiscard]] std::size_t send(std::uint64_t number, Time now) noexcept;

    protocols::fix::MemoryStore store_;
    protocols::fix::Session session_;
    protocols::fix::FixCodec codec_;
    gateway::Outbox outbox_;
    OrderToSend order_;
    std::uint64_t sum_ = 0;
    Bytes last_order_{};
};

}  // namespace hotpath::bench

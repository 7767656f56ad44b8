#pragma once
/// The life of an order in an iLink 3 session, for measurements: an ExecutionReport comes in as bytes
/// and becomes an event of the order desk, a NewOrderSingle goes out as bytes.
///
/// In: framing header, SBE header, SeqNum, UUID, the codec's decoding, OrderID to our order. Out: the
/// codec's message of an order that the risk gate has approved, SeqNum, SendingTimeEpoch, framing
/// header. It is a trader's own link (trader/ilink_link.hpp), established by the venue's answer before
/// anything is measured. Threads: one owner. Allocation: the constructor, make_ilink_reports().

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bench/protocols/order_to_send.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/gateway/outbox.hpp"
#include "hotpath/protocols/cme/trader/ilink_codec.hpp"
#include "hotpath/protocols/cme/trader/ilink_link.hpp"

namespace hotpath::bench {

/// Frames one behind the other, and where each begins; the last entry is where the last one ends.
struct IlinkStream {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> begins;

    [[nodiscard]] std::size_t messages() const noexcept { return begins.size() - 1; }
};

/// Report 2k is of order 2k, accepted (522); report 2k + 1 of the same order, which trades whole
/// (525). SeqNum is 0: IlinkOrderLife numbers them.
[[nodiscard]] IlinkStream make_ilink_reports(std::uint32_t messages);
/// A whole frame of a NewOrderSingle (514) with the terms that OrderToSend has.
[[nodiscard]] bool is_expected_ilink_order(Bytes frame);

class IlinkOrderLife {
  public:
    explicit IlinkOrderLife(IlinkStream reports);
    IlinkOrderLife(const IlinkOrderLife&) = delete;
    IlinkOrderLife& operator=(const IlinkOrderLife&) = delete;

    /// Every report in, an order out after each: order, quantity and price of each report, and the
    /// bytes of each order, added up. Each report is given the next SeqNum first.
    [[nodiscard]] std::uint64_t run() noexcept;
    /// The reports alone.
    [[nodiscard]] std::uint64_t receive_all() noexcept;
    /// Orders alone; the bytes written.
    [[nodiscard]] std::uint64_t send_all(std::uint32_t orders) noexcept;
    /// The frame of the last order that was sent.
    [[nodiscard]] Bytes last_order() const noexcept { return last_order_; }

  private:
    struct Listener;

    /// Calls after(i) behind each report.
    template <class After>
    [[nodiscard]] std::uint64_t receive_each(After&& after) noexcept;
    [[nodiscard]] std::size_t send(ClOrdId id) noexcept;
    void establish() noexcept;
    [[nodiscard]] Time next_time() noexcept;

    IlinkStream reports_;
    protocols::cme::IlinkLink link_;
    protocols::cme::IlinkCodec codec_;
    gateway::Outbox outbox_;
    OrderToSend order_;
    Time now_;
    std::uint32_t next_number_ = 1;
    std::uint64_t sum_ = 0;
    Bytes last_order_{};
};

}  // namespace hotpath::bench

#pragma once
/// One ITCH 5.0 message as a row: the fields that its type has, under the same names in every type.
///
///   time_ns symbol message_type order_id side price qty match_id new_order_id
///
/// A field that the type does not have is null (side: N): an execution has neither price nor side,
/// those are its order's (the table of trades has them). Threads: values. Allocation: none.
/// Complexity: O(1).

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/protocols/decode_status.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "python/src/arrow/batch.hpp"
#include "python/src/market/selection.hpp"

namespace hotpath::python {

/// A bit each: the fields that a row may lack.
struct RowHas {
    static constexpr std::uint8_t kSymbol = 1;
    static constexpr std::uint8_t kOrder = 2;
    static constexpr std::uint8_t kPrice = 4;
    static constexpr std::uint8_t kQty = 8;
    static constexpr std::uint8_t kMatch = 16;
    static constexpr std::uint8_t kNewOrder = 32;
};

inline constexpr std::string_view kMessageTypes = "SRHYLVWKJhAFECXDUPQBINO";
inline constexpr std::string_view kSides = "BSN";

struct MessageRow {
    std::uint8_t has = 0;
    char type = ' ';
    char side = 'N';
    std::uint16_t locate = 0;
    Time venue_time{};
    std::uint64_t order_id = 0;
    std::uint64_t new_order_id = 0;
    std::uint64_t match_id = 0;
    std::int64_t price = 0;
    std::int64_t qty = 0;
};

/// Fills one row from one message.
class MessageRowReader : public protocols::nasdaq::itch50::NullListener {
  public:
    explicit MessageRowReader(MessageRow& row) noexcept : row_(row) {}

    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) noexcept { add(m); }
    void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) noexcept { add(m); }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) noexcept {
        row_.has = RowHas::kOrder | RowHas::kQty | RowHas::kMatch;
        row_.order_id = m.load_order_reference_number();
        row_.qty = m.load_executed_shares();
        row_.match_id = m.load_match_number();
    }
    void on_order_executed_with_price(
        const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) noexcept {
        row_.has = RowHas::kOrder | RowHas::kQty | RowHas::kMatch | RowHas::kPrice;
        row_.order_id = m.load_order_reference_number();
        row_.qty = m.load_executed_shares();
        row_.match_id = m.load_match_number();
        row_.price = m.load_execution_price();
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) noexcept {
        row_.has = RowHas::kOrder | RowHas::kQty;
        row_.order_id = m.load_order_reference_number();
        row_.qty = m.load_cancelled_shares();
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) noexcept {
        row_.has = RowHas::kOrder;
        row_.order_id = m.load_order_reference_number();
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) noexcept {
        row_.has = RowHas::kOrder | RowHas::kQty | RowHas::kPrice | RowHas::kNewOrder;
        row_.order_id = m.load_original_order_reference_number();
        row_.new_order_id = m.load_new_order_reference_number();
        row_.qty = m.load_shares();
        row_.price = m.load_price();
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) noexcept {
        add(m);
        row_.has |= RowHas::kMatch;
        row_.match_id = m.load_match_number();
    }
    void on_cross_trade(const protocols::nasdaq::itch50::CrossTrade& m) noexcept {
        row_.has = RowHas::kQty | RowHas::kPrice | RowHas::kMatch;
        row_.qty = static_cast<std::int64_t>(m.load_shares());
        row_.price = m.load_cross_price();
        row_.match_id = m.load_match_number();
    }
    void on_broken_trade(const protocols::nasdaq::itch50::BrokenTrade& m) noexcept {
        row_.has = RowHas::kMatch;
        row_.match_id = m.load_match_number();
    }

  private:
    void add(const auto& m) noexcept {
        row_.has = RowHas::kOrder | RowHas::kQty | RowHas::kPrice;
        row_.order_id = m.load_order_reference_number();
        row_.side = m.load_buy_sell_indicator() == 'B' ? 'B' : 'S';
        row_.qty = m.load_shares();
        row_.price = m.load_price();
    }

    MessageRow& row_;
};

/// The bit kSymbol is the caller's, who has the names of the locates.
[[nodiscard]] inline protocols::DecodeStatus read_row(Bytes message, MessageRow& row) noexcept {
    MessageRowReader reader(row);
    const protocols::DecodeStatus status = protocols::nasdaq::itch50::decode(message, reader);
    if (status == protocols::DecodeStatus::Ok) [[likely]] {
        const auto& header = protocols::nasdaq::itch50::SystemEvent::at(message.data());
        row.type = header.load_message_type();
        row.locate = header.load_stock_locate();
        row.venue_time = {static_cast<std::int64_t>(header.load_timestamp())};
    }
    return status;
}

[[nodiscard]] std::vector<Field> message_fields(const RowForm& form);

}  // namespace hotpath::python

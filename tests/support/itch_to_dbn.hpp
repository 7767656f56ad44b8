#pragma once
/// An ITCH day written as a DBN recording of MBO records, of any version: what a reader of DBN must
/// make the same books of.
///
///   R            names the instrument: version 1 by a symbol mapping, 2 by a definition, 3 by the
///                metadata                       H    status
///   A F          A                              E C  T, F and C of the order
///   X D          C                              U    C of the original, A of the new
///   P Q          T                              others  nothing
///
/// F_LAST is on the last record of each message. Threads: one owner. Allocation: the file and the
/// open orders. Tests only.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "hotpath/protocols/dbn/definitions.hpp"
#include "hotpath/protocols/dbn/records.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "tests/support/dbn_files.hpp"

namespace hotpath::support {

inline constexpr std::uint64_t kItchToDbnMidnight = 1'704'153'600'000'000'000;  // 2024-01-02

/// Any number but the locate: the reader must look it up.
[[nodiscard]] inline std::uint32_t to_dbn_instrument(std::uint16_t locate) {
    return 1'000U + 7U * locate;
}

/// The symbols of a day, for version 3's metadata.
struct ListedSymbols : protocols::nasdaq::itch50::NullListener {
    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) {
        mappings.push_back(
            {m.load_stock().str(),
             {{20240102, 20240103, std::to_string(to_dbn_instrument(m.load_stock_locate()))}}});
    }
    std::vector<DbnMapping> mappings;
};

class ItchToDbn : public protocols::nasdaq::itch50::NullListener {
  public:
    /// `dataset` of the ITCH family keeps order ids; any other ranks by arrival.
    [[nodiscard]] static DbnFile file(Bytes frames, DbnFileOptions options) {
        ListedSymbols symbols;
        for_each(frames, symbols);
        if (options.version == 3) {
            options.mappings = symbols.mappings;
        }
        ItchToDbn writer(options);
        for_each(frames, writer);
        return std::move(writer.file_);
    }

    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) {
        switch (version_) {
            case 1:
                return map(protocols::dbn::SymbolMappingMsgV1{}, m);
            case 2:
                return define(protocols::dbn::InstrumentDefMsgV2{}, m);
            default:
                return;
        }
    }
    void on_stock_trading_action(const protocols::nasdaq::itch50::StockTradingAction& m) {
        auto status = header<protocols::dbn::StatusMsg>(m);
        const char state = m.load_trading_state();
        status.store_action(state == 'T' ? 7 : state == 'H' ? 8 : state == 'P' ? 9 : 3);
        status.store_is_trading(state == 'T' ? 'Y' : 'N');
        status.store_is_quoting('~');
        status.store_is_short_sell_restricted('~');
        file_.add(status);
    }
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) { add(m); }
    void on_add_order_mpid(const protocols::nasdaq::itch50::AddOrderMpid& m) { add(m); }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
        const Order order = orders_.at(m.load_order_reference_number());
        execute(m, order.price);
    }
    void on_order_executed_with_price(const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) {
        execute(m, m.load_execution_price());
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) {
        take(m, m.load_order_reference_number(), m.load_cancelled_shares(), kLast);
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) {
        const std::uint64_t id = m.load_order_reference_number();
        take(m, id, orders_.at(id).leaves, kLast);
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) {
        const std::uint64_t id = m.load_original_order_reference_number();
        Order order = orders_.at(id);
        take(m, id, order.leaves, 0);
        order.price = m.load_price();
        order.leaves = m.load_shares();
        put(m, m.load_new_order_reference_number(), order);
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) {
        record(m, 'T', 0, m.load_buy_sell_indicator() == 'B' ? 'A' : 'B',
               {.side = 'N', .price = m.load_price(), .leaves = m.load_shares()}, kLast);
    }
    void on_cross_trade(const protocols::nasdaq::itch50::CrossTrade& m) {
        record(m, 'T', 0, 'N',
               {.side = 'N',
                .price = m.load_cross_price(),
                .leaves = static_cast<std::uint32_t>(m.load_shares())},
               kLast);
    }

  private:
    static constexpr std::uint8_t kLast = protocols::dbn::flag::kLast;

    struct Order {
        char side = 'B';
        std::uint32_t price = 0;  // 1/10,000
        std::uint32_t leaves = 0;
    };

    explicit ItchToDbn(const DbnFileOptions& options) : version_(options.version), file_(options) {}

    template <class Listener>
    static void for_each(Bytes frames, Listener& listener) {
        protocols::FrameCursor cursor(frames);
        for (Bytes message; cursor.next(message);) {
            static_cast<void>(protocols::nasdaq::itch50::decode(message, listener));
        }
    }

    template <class R>
    static R header(const auto& m) {
        R record;
        record.store_publisher_id(2);
        record.store_instrument_id(to_dbn_instrument(m.load_stock_locate()));
        record.store_ts_event(kItchToDbnMidnight + m.load_timestamp());
        if constexpr (requires { record.store_ts_recv(0); }) {
            record.store_ts_recv(record.load_ts_event() + 100'000);
        }
        return record;
    }
    template <class R>
    void map(R, const protocols::nasdaq::itch50::StockDirectory& m) {
        R record = header<R>(m);
        record.store_stype_in_symbol(protocols::dbn::to_text<22>("ALL"));
        record.store_stype_out_symbol(protocols::dbn::to_text<22>(m.load_stock().view()));
        file_.add(record);
    }
    template <class R>
    void define(R, const protocols::nasdaq::itch50::StockDirectory& m) {
        R record = header<R>(m);
        record.store_raw_symbol(protocols::dbn::to_text<71>(m.load_stock().view()));
        record.store_instrument_class('K');
        record.store_match_algorithm('F');
        record.store_security_update_action('A');
        record.store_user_defined_instrument('N');
        file_.add(record);
    }

    void record(const auto& m, char action, std::uint64_t id, char side, const Order& order,
                std::uint8_t flags) {
        auto mbo = header<protocols::dbn::MboMsg>(m);
        mbo.store_order_id(id);
        mbo.store_price(std::int64_t{order.price} * 100'000);
        mbo.store_size(order.leaves);
        mbo.store_flags(flags);
        mbo.store_action(action);
        mbo.store_side(side);
        mbo.store_ts_in_delta(1'000);
        mbo.store_sequence(++sequence_);
        file_.add(mbo);
    }
    void add(const auto& m) {
        put(m, m.load_order_reference_number(),
            {.side = m.load_buy_sell_indicator() == 'B' ? 'B' : 'A',
             .price = m.load_price(),
             .leaves = m.load_shares()});
    }
    void put(const auto& m, std::uint64_t id, const Order& order) {
        orders_[id] = order;
        record(m, 'A', id, order.side, order, kLast);
    }
    void execute(const auto& m, std::uint32_t price) {
        const std::uint64_t id = m.load_order_reference_number();
        const Order traded{
            .side = orders_.at(id).side, .price = price, .leaves = m.load_executed_shares()};
        record(m, 'T', 0, traded.side == 'B' ? 'A' : 'B', traded, 0);
        record(m, 'F', id, traded.side, traded, 0);
        take(m, id, traded.leaves, kLast);
    }
    void take(const auto& m, std::uint64_t id, std::uint32_t qty, std::uint8_t flags) {
        Order& order = orders_.at(id);
        record(m, 'C', id, order.side, {order.side, order.price, qty}, flags);
        order.leaves -= qty;
        if (order.leaves == 0) {
            orders_.erase(id);
        }
    }

    std::uint8_t version_;
    DbnFile file_;
    std::unordered_map<std::uint64_t, Order> orders_;
    std::uint32_t sequence_ = 0;
};

}  // namespace hotpath::support

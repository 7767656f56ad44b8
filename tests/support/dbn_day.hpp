#pragma once
/// Records of a short DBN day in few words, and the ITCH messages that capture makes of it as words.
///
///   const auto words = read_dbn(dbn_file({mbo('A', 7, 'B', 100'0000, 10)})).words;
///
/// The day is 2024-01-02 UTC, its instruments 7 "ABC" and 8 "DEF". Threads: one. Allocation: free.
/// Tests only.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/protocols/dbn/records.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "tests/support/dbn_files.hpp"
#include "tests/support/memory_source.hpp"

namespace hotpath::support {

inline constexpr std::uint64_t kDbnMidnight = 1'704'153'600'000'000'000;  // 2024-01-02
inline constexpr std::uint64_t kDbnNine = kDbnMidnight + 32'400'000'000'000;
inline constexpr std::uint8_t kLastFlag = protocols::dbn::flag::kLast;
inline constexpr std::uint32_t kAbc = 7;
inline constexpr std::uint32_t kDef = 8;

inline DbnFileOptions dbn_day_options(std::uint16_t schema = protocols::dbn::schema::kMbo) {
    return {
        .dataset = "GLBX.MDP3",
        .schema = schema,
        .start = kDbnMidnight,
        .symbols = {"ABC", "DEF"},
        .mappings = {{"ABC", {{20240102, 20240103, "7"}}}, {"DEF", {{20240102, 20240104, "8"}}}}};
}

template <class M>
M of_day(std::uint32_t instrument = kAbc) {
    M record;
    record.store_publisher_id(1);
    record.store_instrument_id(instrument);
    record.store_ts_event(kDbnNine);
    if constexpr (requires { record.store_ts_recv(0); }) {
        record.store_ts_recv(kDbnNine + 1'000);
    }
    return record;
}

/// `price` in 1/10,000 currency units.
inline protocols::dbn::MboMsg mbo(char action, std::uint64_t id, char side, std::int64_t price,
                                  std::uint32_t size, std::uint8_t flags = kLastFlag,
                                  std::uint32_t instrument = kAbc) {
    auto record = of_day<protocols::dbn::MboMsg>(instrument);
    record.store_action(action);
    record.store_order_id(id);
    record.store_side(side);
    record.store_price(price * 100'000);
    record.store_size(size);
    record.store_flags(flags);
    return record;
}

struct DbnLevel {
    std::int64_t price = 0;  // 1/10,000
    std::uint32_t size = 0;
};

/// `M` with its levels; those that are not given are empty.
template <class M>
M mbp(char action, char side, DbnLevel change, const std::vector<DbnLevel>& bids,
      const std::vector<DbnLevel>& asks, std::uint8_t flags = kLastFlag) {
    auto record = of_day<M>();
    record.store_action(action);
    record.store_side(side);
    record.store_price(change.price * 100'000);
    record.store_size(change.size);
    record.store_flags(flags);
    for (std::size_t i = 0; i < M::kLevels; ++i) {
        const auto price_of = [i](const std::vector<DbnLevel>& levels) {
            return i < levels.size() ? levels[i].price * 100'000 : protocols::dbn::kUndefinedPrice;
        };
        record.level(i).store_bid_px(price_of(bids));
        record.level(i).store_ask_px(price_of(asks));
        record.level(i).store_bid_sz(i < bids.size() ? bids[i].size : 0);
        record.level(i).store_ask_sz(i < asks.size() ? asks[i].size : 0);
    }
    return record;
}

template <class M>
DbnFile dbn_file(const std::vector<M>& records, const DbnFileOptions& options = dbn_day_options()) {
    DbnFile file(options);
    for (const M& record : records) {
        file.add(record);
    }
    return file;
}

/// Each message as one short word; without those that begin and end a day.
struct ItchWords : protocols::nasdaq::itch50::NullListener {
    void on_stock_directory(const protocols::nasdaq::itch50::StockDirectory& m) {
        say("R", m, m.load_stock().str());
    }
    void on_stock_trading_action(const protocols::nasdaq::itch50::StockTradingAction& m) {
        say("H", m, std::string(1, m.load_trading_state()));
    }
    void on_add_order(const protocols::nasdaq::itch50::AddOrder& m) {
        say("A", m,
            id(m.load_order_reference_number()) + m.load_buy_sell_indicator() +
                level(m.load_shares(), m.load_price()));
    }
    void on_order_executed(const protocols::nasdaq::itch50::OrderExecuted& m) {
        say("E", m, id(m.load_order_reference_number()) + std::to_string(m.load_executed_shares()));
    }
    void on_order_executed_with_price(const protocols::nasdaq::itch50::OrderExecutedWithPrice& m) {
        say("C", m,
            id(m.load_order_reference_number()) +
                level(m.load_executed_shares(), m.load_execution_price()));
    }
    void on_order_cancel(const protocols::nasdaq::itch50::OrderCancel& m) {
        say("X", m,
            id(m.load_order_reference_number()) + std::to_string(m.load_cancelled_shares()));
    }
    void on_order_delete(const protocols::nasdaq::itch50::OrderDelete& m) {
        say("D", m, std::to_string(m.load_order_reference_number()));
    }
    void on_order_replace(const protocols::nasdaq::itch50::OrderReplace& m) {
        say("U", m,
            id(m.load_original_order_reference_number()) + id(m.load_new_order_reference_number()) +
                level(m.load_shares(), m.load_price()));
    }
    void on_trade(const protocols::nasdaq::itch50::Trade& m) {
        say("P", m, m.load_buy_sell_indicator() + level(m.load_shares(), m.load_price()));
    }

    static std::string id(std::uint64_t reference) { return std::to_string(reference) + ' '; }
    static std::string level(std::uint32_t shares, std::uint32_t price) {
        return std::to_string(shares) + '@' + std::to_string(price);
    }
    /// Of an instrument after the first with its locate.
    void say(std::string_view type, const auto& message, const std::string& rest) {
        const auto locate = message.load_stock_locate();
        words.push_back(std::string(type) + ' ' +
                        (locate == 1 ? "" : std::to_string(locate) + ": ") + rest);
        times.push_back(message.load_timestamp());
    }

    std::vector<std::string> words;
    std::vector<std::uint64_t> times;
};

struct DbnReadBack {
    std::vector<std::string> words;  // without the R and H of the first instrument
    std::vector<std::uint64_t> times;
    std::string error;  // empty: none
    capture::StreamStats stats;
    capture::BookSource source;
};

inline DbnReadBack read_dbn(Bytes file) {
    DbnReadBack result;
    auto stream = capture::open(std::make_unique<capture::MemorySource>("day.dbn", file));
    if (!stream) {
        result.error = stream.error().message;
        return result;
    }
    ItchWords listener;
    for (;;) {
        const auto block = (*stream)->next_block();
        if (!block || block->empty()) {
            result.error = block ? "" : block.error().message;
            break;
        }
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            static_cast<void>(protocols::nasdaq::itch50::decode(message, listener));
        }
    }
    const bool has_listing =
        listener.words.size() >= 2 && listener.words[0] == "R ABC" && listener.words[1] == "H T";
    const std::ptrdiff_t skipped = has_listing ? 2 : 0;
    result.words.assign(listener.words.begin() + skipped, listener.words.end());
    result.times.assign(listener.times.begin() + skipped, listener.times.end());
    result.stats = (*stream)->stats();
    result.source = (*stream)->book_source();
    return result;
}

inline DbnReadBack read_dbn(const DbnFile& file) {
    return read_dbn(file.bytes());
}

}  // namespace hotpath::support

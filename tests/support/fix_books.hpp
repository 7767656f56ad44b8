#pragma once
/// Books that a FIX client keeps of market data: W makes one, X changes it.
///
///   class Client : public FixBooks { ... };       // the listener of its session
///   client.book("R1", "AAPL").levels(Side::Buy)
///
/// What contradicts what the client has is counted: a New that it has, a Change or Delete that it
/// has not. Threads: the test's. Allocation: free. Tests only.

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hotpath/book/types.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/group_cursor.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/values.hpp"

namespace hotpath::support {

/// A book as a client has it: by price.
struct ClientBook {
    std::array<std::map<std::int64_t, book::Level>, 2> sides;
    std::vector<book::Level> trades;        // of increments
    std::optional<book::Level> last_trade;  // of the last refresh
    int refreshes = 0;
    int increments = 0;

    [[nodiscard]] std::vector<book::Level> levels(Side side) const {
        std::vector<book::Level> all;
        for (const auto& [price, level] : sides[side_index(side)]) {
            all.push_back(level);
        }
        if (side == Side::Buy) {
            std::ranges::reverse(all);
        }
        return all;
    }
};

struct MarketDataTerms {
    std::string id = "R1";
    std::string type = "1";
    std::string depth = "0";
    std::string update_type = "1";
    std::string entry_types = "012";  // one character each
    std::vector<std::string> symbols{"AAPL"};
    std::string more{};  // fields before the groups
};
/// MsgType and body, `|` for SOH. Fields without a value are left out.
[[nodiscard]] inline std::string market_data_request(const MarketDataTerms& terms) {
    const auto field = [](std::string_view tag, const std::string& value) {
        return value.empty() ? std::string() : std::string(tag) + "=" + value + "|";
    };
    std::string text = "35=V|" + field("262", terms.id) + field("263", terms.type) +
                       field("264", terms.depth) + field("265", terms.update_type) + terms.more +
                       "267=" + std::to_string(terms.entry_types.size()) + "|";
    for (const char type : terms.entry_types) {
        text += std::string("269=") + type + "|";
    }
    text += "146=" + std::to_string(terms.symbols.size()) + "|";
    for (const std::string& symbol : terms.symbols) {
        text += "55=" + symbol + "|";
    }
    return text;
}

class FixBooks : public protocols::fix::NullSessionListener {
  public:
    /// `dictionary` outlives it.
    explicit FixBooks(const protocols::fix::Dictionary& dictionary) : dictionary_(&dictionary) {}

    [[nodiscard]] ClientBook& book(const std::string& request, const std::string& symbol) {
        return books[{request, symbol}];
    }

    void on_message(const protocols::fix::Inbound& inbound) {
        namespace tag = protocols::fix::tag;
        const auto text = [&](protocols::fix::Tag of) {
            return std::string(inbound.fields.value(of).value_or("-"));
        };
        if (inbound.msg_type == "W") {
            on_refresh(inbound.fields);
        } else if (inbound.msg_type == "X") {
            on_increment(inbound.fields);
        } else if (inbound.msg_type == "Y") {
            refusals.push_back(text(tag::kMdReqId) + " " + text(tag::kMdReqRejReason));
            refusal_text = text(tag::kText);
        } else {
            others.push_back(std::string(inbound.msg_type) + " " +
                             text(tag::kBusinessRejectReason));
        }
    }
    void on_reject(const protocols::fix::Inbound& inbound) {
        others.push_back(
            "3 " +
            std::string(
                inbound.fields.value(protocols::fix::tag::kSessionRejectReason).value_or("-")));
    }
    void on_logout(const protocols::fix::Inbound& inbound) {
        logout = inbound.fields.value(protocols::fix::tag::kText).value_or("");
    }

    std::map<std::pair<std::string, std::string>, ClientBook> books;  // by MDReqID and Symbol
    std::vector<std::string> refusals;                                // MDReqID, MDReqRejReason
    std::string refusal_text;
    std::vector<std::string> others;  // MsgType, reason
    std::string logout;
    int contradictions = 0;

  private:
    static std::string value(const protocols::fix::FieldList& fields, protocols::fix::Tag of,
                             protocols::fix::FieldRange entry) {
        return std::string(fields.value(of, entry).value_or(""));
    }
    static book::Level level_of(const protocols::fix::FieldList& fields,
                                protocols::fix::FieldRange entry) {
        namespace tag = protocols::fix::tag;
        const auto price = protocols::fix::to_decimal(value(fields, tag::kMdEntryPx, entry));
        book::Level level;
        level.price = {price ? protocols::fix::to_units(*price, 4).value_or(-1) : -1};
        level.qty = {protocols::fix::to_uint(value(fields, tag::kMdEntrySize, entry)).value_or(0)};
        level.orders = static_cast<std::uint32_t>(
            protocols::fix::to_uint(value(fields, tag::kNumberOfOrders, entry)).value_or(0));
        return level;
    }
    [[nodiscard]] protocols::fix::GroupCursor entries_of(
        std::string_view type, const protocols::fix::FieldList& fields) const {
        return {*dictionary_,
                fields,
                {*dictionary_->message(type), fields.all()},
                protocols::fix::tag::kNoMdEntries};
    }
    void on_refresh(const protocols::fix::FieldList& fields) {
        namespace tag = protocols::fix::tag;
        ClientBook& is = book(value(fields, tag::kMdReqId, fields.all()),
                              value(fields, tag::kSymbol, fields.all()));
        is.sides = {};
        is.last_trade.reset();
        ++is.refreshes;
        auto entries = entries_of("W", fields);
        for (protocols::fix::FieldRange entry; entries.next(entry);) {
            const std::string type = value(fields, tag::kMdEntryType, entry);
            const book::Level level = level_of(fields, entry);
            if (type == "2") {
                is.last_trade = level;
            } else {
                is.sides[type == "0" ? 0 : 1][level.price.value] = level;
            }
        }
    }
    void on_increment(const protocols::fix::FieldList& fields) {
        namespace tag = protocols::fix::tag;
        const std::string request = value(fields, tag::kMdReqId, fields.all());
        auto entries = entries_of("X", fields);
        ClientBook* last = nullptr;
        for (protocols::fix::FieldRange entry; entries.next(entry);) {
            ClientBook& is = book(request, value(fields, tag::kSymbol, entry));
            is.increments += last == &is ? 0 : 1;
            last = &is;
            apply(is, value(fields, tag::kMdUpdateAction, entry),
                  value(fields, tag::kMdEntryType, entry), level_of(fields, entry));
        }
    }
    void apply(ClientBook& is, const std::string& action, const std::string& type,
               const book::Level& level) {
        if (type == "2") {
            is.trades.push_back(level);
            return;
        }
        auto& side = is.sides[type == "0" ? 0 : 1];
        const bool has = side.contains(level.price.value);
        contradictions += has == (action == "0") ? 1 : 0;
        if (action == "2") {
            side.erase(level.price.value);
        } else {
            side[level.price.value] = level;
        }
    }

    const protocols::fix::Dictionary* dictionary_;
};

}  // namespace hotpath::support

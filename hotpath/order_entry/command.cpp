#include "hotpath/order_entry/command.hpp"

#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "hotpath/exchange/orders/order_rules.hpp"
#include "hotpath/wire/ascii_fields.hpp"
#include "hotpath/wire/ouch50/appendage.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::order_entry {

namespace {

namespace ouch50 = wire::ouch50;
namespace option = wire::ouch50::option;
using Words = std::span<const std::string_view>;
using Kind = OrderCommand::Kind;

constexpr std::int64_t kUnitsOfDollar = 10'000;
constexpr std::uint64_t kWaitMsMax = 3'600'000;

constexpr std::string_view kHelp =
    "enter SIDE QTY SYMBOL PRICE [OPTION...] SIDE: buy, sell, short, short-exempt\n"
    "                                        QTY: 1 to 999999 shares\n"
    "                                        PRICE: dollars, 0.0001 to 200000, or market\n"
    "replace NUMBER QTY PRICE [OPTION...]    replace the order; QTY includes executed shares\n"
    "cancel NUMBER [QTY]                     cancel the order, or reduce it to QTY in total\n"
    "query                                   print the next order's number\n"
    "orders                                  print the open orders\n"
    "wait MS                                 print replies for MS milliseconds, 1 to 3600000\n"
    "quit\n"
    "NUMBER is the number of an order, or `last`. OPTION is one of:\n"
    "ioc, fok (enter only), gtc, gtx, hidden, post-only, firm=NAME (published with the order),\n"
    "min=QTY, show=QTY (the rest in reserve), group=1..65535, stop=PRICE\n";

[[nodiscard]] Expected<std::uint32_t> parse_number(std::string_view what, std::string_view text,
                                                   std::uint64_t most) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size() || number == 0 || number > most) {
        return fail(fmt::format("{} must be 1 to {}, got {}", what, most, text));
    }
    return static_cast<std::uint32_t>(number);
}

/// Dollars with up to four decimals, exactly.
[[nodiscard]] std::optional<Price> parse_dollars(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::string_view whole = text.substr(0, point);
    const std::string_view decimals = text.substr(std::min(point + 1, text.size()));
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (whole.empty() || whole.size() > 6 || decimals.size() > 4 ||
        (point != text.size() && decimals.empty()) || !std::ranges::all_of(whole, is_digit) ||
        !std::ranges::all_of(decimals, is_digit)) {
        return std::nullopt;
    }
    std::int64_t units = 0;
    for (const char digit : whole) {
        units = units * 10 + (digit - '0');
    }
    for (std::size_t n = 0; n < 4; ++n) {
        units = units * 10 + (n < decimals.size() ? decimals[n] - '0' : 0);
    }
    return Price{units};
}

[[nodiscard]] Expected<Price> parse_order_price(std::string_view what, std::string_view text,
                                                bool may_be_market) {
    if (may_be_market && text == "market") {
        return exchange::kMarketPrice;
    }
    const auto price = parse_dollars(text);
    if (!price || *price <= Price{} || *price > exchange::kLimitPriceMax) {
        return fail(fmt::format("{} must be 0.0001 to {} dollars with up to 4 decimals{}, got {}",
                                what, exchange::kLimitPriceMax.value / kUnitsOfDollar,
                                may_be_market ? ", or market" : "", text));
    }
    return *price;
}

[[nodiscard]] Expected<char> parse_side(std::string_view text) {
    constexpr std::pair<std::string_view, char> kSideNames[] = {
        {"buy", ouch50::side::kBuy},
        {"sell", ouch50::side::kSell},
        {"short", ouch50::side::kSellShort},
        {"short-exempt", ouch50::side::kSellShortExempt}};
    for (const auto& [name, code] : kSideNames) {
        if (text == name) {
            return code;
        }
    }
    return fail(fmt::format("side must be one of buy, sell, short, short-exempt, got {}", text));
}

[[nodiscard]] Expected<std::array<char, 4>> parse_firm(std::string_view text) {
    const bool is_name = !text.empty() && text.size() <= 4 && std::ranges::all_of(text, [](char c) {
        return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    });
    if (!is_name) {
        return fail(fmt::format("firm must be 1 to 4 capital letters or digits, got {}", text));
    }
    std::array<char, 4> firm{' ', ' ', ' ', ' '};
    std::ranges::copy(text, firm.begin());
    return firm;
}

/// Into `value`, or the error.
template <class Value, class Parsed>
[[nodiscard]] Expected<void> set(Value& value, const Expected<Parsed>& parsed) {
    if (!parsed) {
        return std::unexpected(parsed.error());
    }
    value = static_cast<typename Value::value_type>(*parsed);
    return {};
}

[[nodiscard]] Expected<void> parse_named_wish(std::string_view name, std::string_view value,
                                              OrderWishes& wishes) {
    if (name == "min") {
        return set(wishes.min_qty, parse_number("min", value, ouch50::kQuantityMax));
    }
    if (name == "show") {
        return set(wishes.displayed_qty, parse_number("show", value, ouch50::kQuantityMax));
    }
    if (name == "group") {
        return set(wishes.group, parse_number("group", value, 65'535));
    }
    if (name == "stop") {
        return set(wishes.stop_price, parse_order_price("stop", value, false));
    }
    if (name == "firm") {
        wishes.display = ouch50::display::kAttributable;
        return set(wishes.firm, parse_firm(value));
    }
    return fail(fmt::format("unknown order option {}=; see help", name));
}

[[nodiscard]] Expected<OrderWishes> parse_wishes(Words words) {
    constexpr std::pair<std::string_view, char> kLifetimes[] = {
        {"ioc", ouch50::time_in_force::kIoc},
        {"fok", ouch50::time_in_force::kIoc},
        {"gtc", ouch50::time_in_force::kGtc},
        {"gtx", ouch50::time_in_force::kGtx}};
    OrderWishes wishes;
    for (const std::string_view word : words) {
        const auto* const lifetime =
            std::ranges::find(kLifetimes, word, &std::pair<std::string_view, char>::first);
        if (lifetime != std::end(kLifetimes)) {
            wishes.time_in_force = lifetime->second;
            wishes.is_fill_or_kill = word == "fok";
        } else if (word == "hidden") {
            wishes.display = ouch50::display::kHidden;
        } else if (word == "post-only") {
            wishes.is_post_only = true;
        } else if (const std::size_t equals = word.find('='); equals != word.npos) {
            const auto taken =
                parse_named_wish(word.substr(0, equals), word.substr(equals + 1), wishes);
            if (!taken) {
                return std::unexpected(taken.error());
            }
        } else {
            return fail(fmt::format("unknown order option {}; see help", word));
        }
    }
    return wishes;
}

[[nodiscard]] Expected<void> parse_terms(OrderCommand& command, std::string_view qty,
                                         std::string_view price, Words wishes) {
    const auto shares = parse_number("quantity", qty, ouch50::kQuantityMax);
    const auto limit = parse_order_price("price", price, true);
    auto wanted = parse_wishes(wishes);
    if (!shares || !limit || !wanted) {
        return std::unexpected(!shares ? shares.error() : !limit ? limit.error() : wanted.error());
    }
    if (wanted->is_fill_or_kill) {
        // On the wire it is ioc with a minimum of the whole order.
        if (command.kind == Kind::Replace || wanted->min_qty) {
            return fail(command.kind == Kind::Replace
                            ? "fok must be an option of enter: replace takes ioc min=QTY"
                            : "fok must be without min=, it is all or nothing");
        }
        wanted->min_qty = *shares;
    }
    command.qty = *shares;
    command.price = *limit;
    command.wishes = *wanted;
    return {};
}

[[nodiscard]] Expected<void> parse_enter(OrderCommand& command, Words words) {
    if (words.size() < 4) {
        return fail("enter takes SIDE QTY SYMBOL PRICE");
    }
    const auto side = parse_side(words[0]);
    const auto symbol = Symbol::from(words[2]);
    if (!side || !symbol) {
        return !side ? std::unexpected(side.error())
                     : fail(fmt::format("symbol must be 1 to 8 characters, got {}", words[2]));
    }
    command.side = *side;
    command.symbol = *symbol;
    return parse_terms(command, words[1], words[3], words.subspan(4));
}

/// 0 for the last one.
[[nodiscard]] Expected<std::uint32_t> parse_order_number(std::string_view text) {
    return text == "last" ? Expected<std::uint32_t>(0)
                          : parse_number("order number", text, 4'294'967'295);
}

[[nodiscard]] Expected<void> parse_change(OrderCommand& command, Words words) {
    const bool is_replace = command.kind == Kind::Replace;
    const bool has_size = is_replace ? words.size() >= 3 : words.size() == 1 || words.size() == 2;
    if (!has_size) {
        return fail(is_replace ? "replace takes NUMBER QTY PRICE" : "cancel takes NUMBER [QTY]");
    }
    const auto number = parse_order_number(words[0]);
    if (!number) {
        return std::unexpected(number.error());
    }
    command.number = *number;
    if (is_replace) {
        return parse_terms(command, words[1], words[2], words.subspan(3));
    }
    const auto qty = words.size() == 2 ? parse_number("quantity", words[1], ouch50::kQuantityMax)
                                       : Expected<std::uint32_t>(0);
    command.qty = qty.value_or(0);
    return qty ? Expected<void>() : std::unexpected(qty.error());
}

[[nodiscard]] Expected<void> parse_wait(OrderCommand& command, Words words) {
    if (words.size() != 1) {
        return fail("wait takes MS");
    }
    const auto ms = parse_number("wait", words[0], kWaitMsMax);
    command.wait = {ms.value_or(0) * std::int64_t{1'000'000}};
    return ms ? Expected<void>() : std::unexpected(ms.error());
}

[[nodiscard]] Expected<void> parse_rest(OrderCommand& command, Words words) {
    switch (command.kind) {
        case Kind::Enter:
            return parse_enter(command, words);
        case Kind::Replace:
        case Kind::Cancel:
            return parse_change(command, words);
        case Kind::Wait:
            return parse_wait(command, words);
        case Kind::Query:
        case Kind::Orders:
        case Kind::Help:
        case Kind::Quit:
            break;
    }
    return words.empty() ? Expected<void>()
                         : fail(fmt::format("unexpected word {}", words.front()));
}

template <class Message>
void add_wishes(const OrderWishes& wishes, ouch50::WithAppendage<Message>& request) {
    const auto add = [&]<class Option>(const auto& value) {
        if (value) {
            static_cast<void>(request.template append<Option>(*value));
        }
    };
    add.template operator()<option::Firm>(wishes.firm);
    add.template operator()<option::MinQty>(wishes.min_qty);
    add.template operator()<option::MaxFloor>(wishes.displayed_qty);
    if (wishes.is_post_only) {
        static_cast<void>(request.template append<option::PostOnly>(ouch50::post_only::kPostOnly));
    }
    add.template operator()<option::GroupId>(wishes.group);
    if (wishes.stop_price) {
        static_cast<void>(request.template append<ouch50::extension::StopPrice>(
            ouch50::to_long_price4(*wishes.stop_price)));
    }
}

/// The fields that Enter and Replace share.
template <class Message>
[[nodiscard]] std::vector<std::byte> with_terms(const OrderCommand& command, Message message,
                                                std::uint32_t next) {
    message.store_user_ref_num(next);
    message.store_quantity(command.qty);
    message.store_price(ouch50::to_long_price4(command.price));
    message.store_time_in_force(command.wishes.time_in_force);
    message.store_display(command.wishes.display);
    message.store_iso_eligibility(ouch50::iso_eligibility::kNotEligible);
    message.store_cl_ord_id(wire::to_alpha<14>(""));
    ouch50::WithAppendage<Message> request;
    request.message() = message;
    add_wishes(command.wishes, request);
    const Bytes bytes = request.bytes();
    return {bytes.begin(), bytes.end()};
}

}  // namespace

std::string_view order_command_help() {
    return kHelp;
}

Expected<OrderCommand> parse_order_command(std::string_view line) {
    constexpr std::pair<std::string_view, Kind> kCommands[] = {
        {"enter", Kind::Enter}, {"replace", Kind::Replace}, {"cancel", Kind::Cancel},
        {"query", Kind::Query}, {"orders", Kind::Orders},   {"wait", Kind::Wait},
        {"help", Kind::Help},   {"quit", Kind::Quit}};
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t begin = std::min(line.find_first_not_of(" \t\r", at), line.size());
        at = std::min(line.find_first_of(" \t\r", begin), line.size());
        if (begin != at) {
            words.push_back(line.substr(begin, at - begin));
        }
    }
    if (words.empty()) {
        return fail("a command must not be empty; see help");
    }
    const auto found =
        std::ranges::find(kCommands, words.front(), &std::pair<std::string_view, Kind>::first);
    if (found == std::end(kCommands)) {
        return fail(fmt::format("unknown command {}; see help", words.front()));
    }
    OrderCommand command{.kind = found->second};
    const auto parsed = parse_rest(command, Words(words).subspan(1));
    return parsed ? Expected<OrderCommand>(command) : std::unexpected(parsed.error());
}

std::vector<std::byte> request_of(const OrderCommand& command, std::uint32_t next) {
    if (command.kind == Kind::Cancel) {
        ouch50::CancelOrderRequest request;
        request.store_user_ref_num(command.number);
        request.store_quantity(command.qty);
        const Bytes bytes = request.bytes();
        return {bytes.begin(), bytes.end()};
    }
    if (command.kind == Kind::Replace) {
        ouch50::ReplaceOrderRequest request;
        request.store_orig_user_ref_num(command.number);
        return with_terms(command, request, next);
    }
    ouch50::EnterOrder request;
    request.store_side(command.side);
    request.store_symbol(command.symbol);
    request.store_capacity(ouch50::capacity::kPrincipal);
    request.store_cross_type(ouch50::cross_type::kContinuousMarket);
    return with_terms(command, request, next);
}

}  // namespace hotpath::order_entry

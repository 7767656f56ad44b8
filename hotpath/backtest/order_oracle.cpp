#include "hotpath/backtest/order_oracle.hpp"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "hotpath/backtest/oracle_sample.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/exchange/exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"
#include "hotpath/wire/itch50/codes.hpp"
#include "hotpath/wire/itch50/decode.hpp"
#include "hotpath/wire/ouch50/codes.hpp"
#include "hotpath/wire/ouch50/decode.hpp"
#include "hotpath/wire/ouch50/requests.hpp"

namespace hotpath::backtest {

namespace itch50 = wire::itch50;
namespace ouch50 = wire::ouch50;

namespace {

constexpr exchange::SessionId kSession{0};
constexpr std::uint32_t kSessionOrdersMin = 1'024;

/// Room for twice the orders that the hash chooses of full books.
[[nodiscard]] std::uint32_t session_orders_max(const OracleOptions& options) {
    const std::uint32_t most = options.books.orders_max;
    return std::min(most, most / options.one_in * 2 + kSessionOrdersMin);
}

}  // namespace

class OrderOracle::Venue : public itch50::NullListener {
  public:
    Venue(const OracleOptions& options, exchange::Exchange venue, sim::flow::RecordedFlow flow)
        : options_(options), venue_(std::move(venue)), flow_(std::move(flow)) {}

    [[nodiscard]] const OracleCounts& counts() const noexcept { return counts_; }
    [[nodiscard]] const OrderScores& scores() const noexcept { return scores_; }
    [[nodiscard]] const std::string& first_difference() const noexcept { return difference_; }

    void on_message(Bytes message) {
        ++messages_;
        expected_.reset();
        const std::uint64_t out_of_turn = flow_.counters().executions_out_of_turn;
        if (itch50::decode(message, *this) == wire::DecodeStatus::Ok) {
            flow_.on_message(message, venue_);
        }
        if (expected_ && flow_.counters().executions_out_of_turn != out_of_turn) {
            ++counts_.out_of_turn;
            --counts_.executions;
            shrink(*find(expected_->id), {});
            expected_.reset();
        }
        if (expected_) {
            count_fill(find(expected_->id)->recorded, expected_->qty);
        }
        compare();
        end_samples();
        venue_.clear_feed();
        venue_.clear_replies();
    }
    void finish() {
        for (const auto& [reference, sample] : samples_) {
            count_order(sample);
        }
        samples_.clear();
        by_id_.clear();
    }

    // ITCH
    void on_add_order(const itch50::AddOrder& m) { add(m); }
    void on_add_order_mpid(const itch50::AddOrderMpid& m) { add(m); }
    void on_order_executed(const itch50::OrderExecuted& m) {
        if (Sample* const sample = begin(m.load_order_reference_number(), m)) {
            const Qty qty = std::min(Qty{m.load_executed_shares()}, sample->leaves_qty);
            if (!sample->is_dropped) {
                expected_ = Expectation{.id = sample->id, .qty = qty};
                ++counts_.executions;
            }
            take(m.load_order_reference_number(), *sample, qty);
        }
    }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        if (Sample* const sample = begin(m.load_order_reference_number(), m)) {
            const Qty qty = std::min(Qty{m.load_executed_shares()}, sample->leaves_qty);
            counts_.crossed += sample->is_dropped ? 0U : 1U;
            shrink(*sample, qty);
            take(m.load_order_reference_number(), *sample, qty);
        }
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        if (Sample* const sample = begin(m.load_order_reference_number(), m)) {
            const Qty qty = std::min(Qty{m.load_cancelled_shares()}, sample->leaves_qty);
            shrink(*sample, qty);
            take(m.load_order_reference_number(), *sample, qty);
        }
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        if (Sample* const sample = begin(m.load_order_reference_number(), m)) {
            take(m.load_order_reference_number(), *sample, sample->leaves_qty);
        }
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        const std::uint64_t before = m.load_original_order_reference_number();
        Sample* const original = begin(before, m);
        if (original == nullptr) {
            highest_ = std::max(highest_, m.load_new_order_reference_number());
            return;
        }
        const Sample replaced = *original;
        count_order(replaced);
        by_id_.erase(replaced.id.value);
        samples_.erase(before);
        show_instead(replaced, m.load_new_order_reference_number(),
                     {.id = {++last_id_.value},
                      .symbol = replaced.symbol,
                      .side = replaced.side,
                      .price = itch50::to_price(m.load_price()),
                      .shown_qty = {m.load_shares()},
                      .leaves_qty = {m.load_shares()},
                      .model_leaves_qty = {m.load_shares()},
                      .arrival = now_,
                      .is_dropped = replaced.is_dropped});
    }

  private:
    using Sample = OracleSample;
    struct Expectation {
        ClOrdId id{};
        Qty qty{};
    };
    /// The venue's answers to what happened.
    struct Answers : ouch50::NullReplyListener {
        explicit Answers(Venue& of_oracle) : oracle(of_oracle) {}
        void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
            oracle.executed({m.load_user_ref_num()}, {m.load_quantity()});
        }
        void on_order_rejected(const ouch50::OrderRejected& m) {
            oracle.drop({m.load_user_ref_num()}, oracle.counts_.refused);
        }
        void on_order_canceled(const ouch50::OrderCanceled& m) {
            if (m.load_reason() == ouch50::cancel_reason::kHalted) {
                oracle.drop({m.load_user_ref_num()}, oracle.counts_.halted);
            }
        }
        Venue& oracle;
    };

    [[nodiscard]] bool is_chosen(std::uint64_t reference) const {
        return SplitMix64(reference).next() % options_.one_in == options_.part;
    }

    template <class Add>
    void add(const Add& m) {
        const std::uint64_t reference = m.load_order_reference_number();
        now_ = {static_cast<std::int64_t>(m.load_timestamp())};
        const bool is_late = reference < highest_;
        highest_ = std::max(highest_, reference);
        if (!is_chosen(reference)) {
            return;
        }
        if (is_late) {
            ++counts_.late;
            return;
        }
        flow_.take_out(reference);
        ++counts_.orders;
        const Sample sample{.id = {++last_id_.value},
                            .symbol = m.load_stock(),
                            .side = itch50::to_side(m.load_buy_sell_indicator()),
                            .price = itch50::to_price(m.load_price()),
                            .shown_qty = {m.load_shares()},
                            .leaves_qty = {m.load_shares()},
                            .model_leaves_qty = {m.load_shares()},
                            .arrival = now_};
        send_enter(remember(reference, sample));
    }

    /// A session order that the model executed too early cannot be replaced: another is entered.
    void show_instead(const Sample& replaced, std::uint64_t reference, Sample sample) {
        const bool is_alive = replaced.model_leaves_qty != Qty{};
        sample.executed_before = is_alive ? replaced.executed_qty() : Qty{};
        remember(reference, sample);
        if (sample.is_dropped) {
            return;
        }
        ++counts_.orders;
        if (is_alive) {
            send_replace(replaced.id, sample);
        } else {
            send_enter(sample);
        }
    }

    Sample& remember(std::uint64_t reference, const Sample& sample) {
        by_id_[sample.id.value] = reference;
        highest_ = std::max(highest_, reference);
        return samples_[reference] = sample;
    }

    template <class Message>
    [[nodiscard]] Sample* begin(std::uint64_t reference, const Message& m) {
        const auto found = samples_.find(reference);
        if (found == samples_.end()) {
            return nullptr;
        }
        now_ = {static_cast<std::int64_t>(m.load_timestamp())};
        return &found->second;
    }

    /// The recording takes this off the order; at its end the session's ends, too.
    void take(std::uint64_t reference, Sample& sample, Qty qty) {
        sample.leaves_qty -= qty;
        if (sample.leaves_qty == Qty{}) {
            ended_ = reference;
        }
    }
    void end_samples() {
        const auto found = ended_ ? samples_.find(*ended_) : samples_.end();
        ended_.reset();
        if (found == samples_.end()) {
            return;
        }
        flow_.put_back(found->first);
        send_cancel(found->second.id, {});
        venue_.clear_feed();
        venue_.clear_replies();
        count_order(found->second);
        by_id_.erase(found->second.id.value);
        samples_.erase(found);
    }
    void count_order(const Sample& sample) {
        if (sample.is_dropped) {
            return;
        }
        counts_.orders_exact += sample.is_exact ? 1U : 0U;
        scores_.add(sample.shown_qty, sample.arrival, sample.recorded, sample.model);
    }
    void count_fill(OrderFills& fills, Qty qty) const {
        fills.executed_qty += qty;
        fills.first = fills.first.value_or(now_);
    }

    void send_enter(const Sample& sample) {
        ouch50::EnterOrder m;
        m.store_user_ref_num(sample.id.value);
        m.store_side(ouch50::to_code(sample.side));
        m.store_quantity(sample.leaves_qty.value);
        m.store_symbol(sample.symbol);
        m.store_price(ouch50::to_long_price4(sample.price));
        m.store_time_in_force(ouch50::time_in_force::kDay);
        m.store_display(ouch50::display::kVisible);
        m.store_cross_type(ouch50::cross_type::kContinuousMarket);
        venue_.on_order_bytes(kSession, m.bytes(), now_);
    }
    void send_replace(ClOrdId original, const Sample& sample) {
        ouch50::ReplaceOrderRequest m;
        m.store_orig_user_ref_num(original.value);
        m.store_user_ref_num(sample.id.value);
        m.store_quantity((sample.executed_qty() + sample.leaves_qty).value);
        m.store_price(ouch50::to_long_price4(sample.price));
        m.store_time_in_force(ouch50::time_in_force::kDay);
        m.store_display(ouch50::display::kVisible);
        venue_.on_order_bytes(kSession, m.bytes(), now_);
    }
    /// To this size, executed shares included.
    void send_cancel(ClOrdId id, Qty size) {
        ouch50::CancelOrderRequest m;
        m.store_user_ref_num(id.value);
        m.store_quantity(size.value);
        venue_.on_order_bytes(kSession, m.bytes(), now_);
    }
    void shrink(Sample& sample, Qty qty) {
        const Qty left = sample.leaves_qty - qty;
        send_cancel(sample.id, sample.executed_qty() + left);
        sample.model_leaves_qty = std::min(sample.model_leaves_qty, left);
    }

    /// nullptr for an order that has ended.
    [[nodiscard]] Sample* find(ClOrdId id) {
        const auto reference = by_id_.find(id.value);
        return reference == by_id_.end() ? nullptr : &samples_[reference->second];
    }
    void executed(ClOrdId id, Qty qty) {
        Sample* const sample = find(id);
        if (sample == nullptr) {
            return;
        }
        count_fill(sample->model, qty);
        sample->model_leaves_qty -= qty;
        if (!expected_ || expected_->id != id) {
            ++counts_.invented;
            differ(*sample, "executed by the model, not in the recording", qty);
            return;
        }
        const bool is_exact = expected_->qty == qty;
        counts_.exact += is_exact ? 1U : 0U;
        counts_.partial += is_exact ? 0U : 1U;
        expected_.reset();
        if (!is_exact) {
            differ(*sample, "executed by the model with another quantity", qty);
        }
    }
    /// The venue refused or canceled it: out of account from here on.
    void drop(ClOrdId id, std::uint64_t& counter) {
        if (Sample* const sample = find(id); sample != nullptr && !sample->is_dropped) {
            sample->is_dropped = true;
            --counts_.orders;
            ++counter;
        }
    }
    void compare() {
        Answers answers(*this);
        for (const exchange::Reply& reply : venue_.replies()) {
            static_cast<void>(ouch50::decode_reply(reply.message, answers));
        }
        Sample* const sample = expected_ ? find(expected_->id) : nullptr;
        if (sample != nullptr) {
            ++counts_.missed;
            differ(*sample, "executed in the recording, not by the model", expected_->qty);
        }
    }
    void differ(Sample& sample, std::string_view how, Qty qty) {
        sample.is_exact = false;
        if (difference_.empty()) {
            difference_ = "message " + std::to_string(messages_) + ": " +
                          std::to_string(qty.value) + " shares of order " +
                          std::to_string(by_id_[sample.id.value]) + " (" + sample.symbol.str() +
                          ") " + std::string(how);
        }
    }

    OracleOptions options_;
    exchange::Exchange venue_;
    sim::flow::RecordedFlow flow_;
    std::unordered_map<std::uint64_t, Sample> samples_;       // by recorded reference number
    std::unordered_map<std::uint32_t, std::uint64_t> by_id_;  // the reference number, by ClOrdId
    OracleCounts counts_;
    OrderScores scores_;
    std::string difference_;
    std::uint64_t messages_ = 0;
    std::uint64_t highest_ = 0;  // reference number
    ClOrdId last_id_{};
    Time now_{};
    std::optional<Expectation> expected_;
    std::optional<std::uint64_t> ended_;
};

Expected<OrderOracle> OrderOracle::create(const OracleOptions& options) {
    if (options.one_in == 0) {
        return fail("oracle: one_in must be at least 1");
    }
    if (options.part >= options.one_in) {
        return fail("oracle: part must be below one_in, " + std::to_string(options.one_in) +
                    ", got " + std::to_string(options.part));
    }
    auto venue = exchange::Exchange::create({.books = options.books,
                                             .sessions_max = 1,
                                             .session_orders_max = session_orders_max(options)});
    if (!venue) {
        return std::unexpected(venue.error());
    }
    auto flow = sim::flow::RecordedFlow::create(options.books, options.fills);
    if (!flow) {
        return std::unexpected(flow.error());
    }
    return OrderOracle(std::make_unique<Venue>(options, std::move(*venue), std::move(*flow)));
}

OrderOracle::OrderOracle(std::unique_ptr<Venue> venue) noexcept : venue_(std::move(venue)) {}
OrderOracle::OrderOracle(OrderOracle&&) noexcept = default;
OrderOracle& OrderOracle::operator=(OrderOracle&&) noexcept = default;
OrderOracle::~OrderOracle() = default;

const OracleCounts& OrderOracle::counts() const noexcept {
    return venue_->counts();
}
const OrderScores& OrderOracle::scores() const noexcept {
    return venue_->scores();
}
const std::string& OrderOracle::first_difference() const noexcept {
    return venue_->first_difference();
}
void OrderOracle::on_message(Bytes message) {
    venue_->on_message(message);
}
void OrderOracle::finish() {
    venue_->finish();
}

}  // namespace hotpath::backtest

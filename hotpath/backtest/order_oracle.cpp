#include "hotpath/backtest/order_oracle.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "hotpath/backtest/oracle_sample.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/exchange/orders/order_ids.hpp"
#include "hotpath/protocols/nasdaq/itch50/codes.hpp"
#include "hotpath/protocols/nasdaq/itch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/codes.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/ouch50/requests.hpp"
#include "hotpath/protocols/nasdaq/venue/ouch_exchange.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"

namespace hotpath::backtest {

namespace itch50 = protocols::nasdaq::itch50;
namespace ouch50 = protocols::nasdaq::ouch50;

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
    Venue(const OracleOptions& options, exchange::OuchExchange venue, sim::flow::RecordedFlow flow)
        : options_(options), venue_(std::move(venue)), flow_(std::move(flow)) {}

    [[nodiscard]] const OracleCounts& counts() const noexcept { return counts_; }
    [[nodiscard]] const OrderScores& scores() const noexcept { return scores_; }
    [[nodiscard]] const std::string& first_difference() const noexcept { return difference_; }

    void on_message(Bytes message) {
        itch50::NullListener ignored;
        if (itch50::decode(message, ignored) != protocols::DecodeStatus::Ok) {
            ++messages_;
            return;
        }
        const Time time{
            static_cast<std::int64_t>(itch50::SystemEvent::at(message.data()).load_timestamp())};
        if (time != now_) {
            end_instant();
        }
        now_ = time;
        ++messages_;
        is_executed_ = false;
        const std::uint64_t out_of_turn = flow_.counters().executions_out_of_turn;
        static_cast<void>(itch50::decode(message, *this));
        flow_.on_message(message, venue_);
        const bool is_out_of_turn = flow_.counters().executions_out_of_turn != out_of_turn;
        counts_.out_of_turn += is_executed_ && is_out_of_turn ? 1U : 0U;
        take_answers();
        end_canceled();
    }
    void finish() {
        end_instant();
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
        const std::uint64_t reference = m.load_order_reference_number();
        if (Sample* const sample = find_recorded(reference)) {
            const Qty qty = std::min(Qty{m.load_executed_shares()}, sample->leaves_qty);
            if (qty == Qty{}) {
                return;
            }
            is_executed_ = !sample->is_dropped;
            note(*sample, reference);
            sample->now.recorded += qty;
            ++sample->now.recorded_count;
            count_fill(sample->recorded, qty);
            sample->leaves_qty -= qty;
        }
    }
    void on_order_executed_with_price(const itch50::OrderExecutedWithPrice& m) {
        if (Sample* const sample = find_recorded(m.load_order_reference_number())) {
            const Qty qty = std::min(Qty{m.load_executed_shares()}, sample->leaves_qty);
            counts_.crossed += sample->is_dropped ? 0U : 1U;
            shrink(*sample, qty);
            take(m.load_order_reference_number(), *sample, qty);
        }
    }
    void on_order_cancel(const itch50::OrderCancel& m) {
        if (Sample* const sample = find_recorded(m.load_order_reference_number())) {
            const Qty qty = std::min(Qty{m.load_cancelled_shares()}, sample->leaves_qty);
            shrink(*sample, qty);
            take(m.load_order_reference_number(), *sample, qty);
        }
    }
    void on_order_delete(const itch50::OrderDelete& m) {
        if (Sample* const sample = find_recorded(m.load_order_reference_number())) {
            take(m.load_order_reference_number(), *sample, sample->leaves_qty);
        }
    }
    void on_order_replace(const itch50::OrderReplace& m) {
        const std::uint64_t before = m.load_original_order_reference_number();
        if (!is_possible(m.load_new_order_reference_number())) {
            return;
        }
        Sample* const original = find_recorded(before);
        if (original == nullptr) {
            highest_ = std::max(highest_, m.load_new_order_reference_number());
            return;
        }
        settle(*original);
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
    /// The venue's answers to what happened.
    struct Answers : ouch50::NullReplyListener {
        explicit Answers(Venue& of_oracle) : oracle(of_oracle) {}
        void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
            oracle.executed({m.load_user_ref_num()}, {m.load_quantity()});
        }
        void on_order_rejected(const ouch50::OrderRejected& m) {
            if (oracle.drop({m.load_user_ref_num()}, oracle.counts_.refused)) {
                ++oracle.counts_.refused_for[m.load_reason()];
            }
        }
        void on_order_canceled(const ouch50::OrderCanceled& m) {
            if (m.load_reason() == ouch50::cancel_reason::kHalted) {
                static_cast<void>(oracle.drop({m.load_user_ref_num()}, oracle.counts_.halted));
            }
        }
        Venue& oracle;
    };

    [[nodiscard]] bool is_chosen(std::uint64_t reference) const {
        return SplitMix64(reference).next() % options_.one_in == options_.part;
    }
    /// Other numbers give no place, or are those of open orders: the books refuse them, too.
    [[nodiscard]] bool is_possible(std::uint64_t reference) const {
        return reference != 0 && reference <= exchange::kReferenceMax &&
               !samples_.contains(reference);
    }

    template <class Add>
    void add(const Add& m) {
        const std::uint64_t reference = m.load_order_reference_number();
        if (!is_possible(reference)) {
            return;
        }
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
        send_enter(remember(reference, sample), reference);
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
            send_replace(replaced.id, sample, reference);
        } else {
            send_enter(sample, reference);
        }
    }

    Sample& remember(std::uint64_t reference, const Sample& sample) {
        by_id_[sample.id.value] = reference;
        highest_ = std::max(highest_, reference);
        return samples_[reference] = sample;
    }

    [[nodiscard]] Sample* find_recorded(std::uint64_t reference) {
        const auto found = samples_.find(reference);
        return found == samples_.end() ? nullptr : &found->second;
    }

    /// Something of it executes in this instant.
    void note(Sample& sample, std::uint64_t reference) {
        if (sample.now.recorded_count == 0 && sample.now.model_count == 0) {
            executing_.push_back(reference);
        }
        sample.now.message = messages_;
    }

    /// The recording cancels this of the order; at its end the session's ends, too.
    void take(std::uint64_t reference, Sample& sample, Qty qty) {
        sample.leaves_qty -= qty;
        if (sample.leaves_qty == Qty{}) {
            canceled_ = reference;
        }
    }
    void end_canceled() {
        if (Sample* const sample = canceled_ ? find_recorded(*canceled_) : nullptr) {
            settle(*sample);
            end(*canceled_, *sample);
        }
        canceled_.reset();
    }
    /// Only now all of its executions are known.
    void end_instant() {
        for (const std::uint64_t reference : executing_) {
            if (Sample* const sample = find_recorded(reference)) {
                settle(*sample);
                if (sample->leaves_qty == Qty{}) {
                    end(reference, *sample);
                }
            }
        }
        executing_.clear();
    }
    void end(std::uint64_t reference, const Sample& sample) {
        flow_.put_back(reference);
        send_cancel(sample.id, {});
        venue_.clear_feed();
        venue_.clear_replies();
        count_order(sample);
        by_id_.erase(sample.id.value);
        samples_.erase(reference);
    }

    /// What was executed in this instant, by the recording and by the model.
    void settle(Sample& sample) {
        const Sample::Instant now = std::exchange(sample.now, {});
        if (sample.is_dropped) {
            return;
        }
        counts_.executions += now.recorded_count;
        if (now.recorded == now.model) {
            counts_.exact += now.recorded_count;
        } else if (now.recorded_count == 0) {
            counts_.invented += now.model_count;
            differ(sample, now, "executed by the model, not in the recording", now.model);
        } else if (now.model_count == 0) {
            counts_.missed += now.recorded_count;
            differ(sample, now, "executed in the recording, not by the model", now.recorded);
        } else {
            counts_.partial += now.recorded_count;
            differ(sample, now, "executed by the model with another quantity", now.model);
        }
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

    /// By order its place is its own; by price a recording has no numbers, and it joins the back.
    void rank(std::uint64_t reference) {
        if (!options_.fills.is_by_price()) {
            venue_.rank_next_session_order({exchange::background_order_id(reference).value - 1});
        }
    }
    void send_enter(const Sample& sample, std::uint64_t reference) {
        rank(reference);
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
    void send_replace(ClOrdId original, const Sample& sample, std::uint64_t reference) {
        rank(reference);
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
        note(*sample, by_id_[id.value]);
        sample->now.model += qty;
        ++sample->now.model_count;
        count_fill(sample->model, qty);
        sample->model_leaves_qty -= qty;
    }
    /// The venue refused or canceled it: out of account from here on. False when it is already.
    [[nodiscard]] bool drop(ClOrdId id, std::uint64_t& counter) {
        Sample* const sample = find(id);
        if (sample == nullptr || sample->is_dropped) {
            return false;
        }
        sample->is_dropped = true;
        --counts_.orders;
        ++counter;
        return true;
    }
    void take_answers() {
        Answers answers(*this);
        for (const exchange::Reply& reply : venue_.replies()) {
            static_cast<void>(ouch50::decode_reply(reply.message, answers));
        }
        venue_.clear_feed();
        venue_.clear_replies();
    }
    void differ(Sample& sample, const Sample::Instant& now, std::string_view how, Qty qty) {
        sample.is_exact = false;
        if (difference_.empty()) {
            difference_ = "message " + std::to_string(now.message) + ": " +
                          std::to_string(qty.value) + " shares of order " +
                          std::to_string(by_id_[sample.id.value]) + " (" + sample.symbol.str() +
                          ") " + std::string(how);
        }
    }

    OracleOptions options_;
    exchange::OuchExchange venue_;
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
    bool is_executed_ = false;               // the message executes an order of the account
    std::vector<std::uint64_t> executing_;   // reference numbers, in this instant
    std::optional<std::uint64_t> canceled_;  // by this message
};

Expected<OrderOracle> OrderOracle::create(const OracleOptions& options) {
    if (options.one_in == 0) {
        return fail("oracle: one_in must be at least 1");
    }
    if (options.part >= options.one_in) {
        return fail("oracle: part must be below one_in, " + std::to_string(options.one_in) +
                    ", got " + std::to_string(options.part));
    }
    auto venue =
        exchange::OuchExchange::create({.books = options.books,
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

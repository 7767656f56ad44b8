#include "hotpath/backtest/statistics/definitions.hpp"

#include <array>

namespace hotpath::backtest {

namespace {

constexpr std::array kDefinitions{
    Definition{"pnl", "P&L", "sum over days and instruments of gross - fees", "dollars", ""},
    Definition{
        "gross", "Gross P&L",
        "cash received - cash paid + open position x mark, before fees; every day begins flat",
        "dollars", ""},
    Definition{
        "mark", "Mark",
        "mid of the instrument's last market that traded and whose spread was at most the "
        "bound among the models, of its mid; in a position that has had none since it began, "
        "the price of its first fill",
        "dollars", ""},
    Definition{"fees", "Fees",
               "sum of the fees of all fills; a fee paid is positive, a rebate negative", "dollars",
               ""},
    Definition{"turnover", "Turnover", "sum of price x quantity of all fills, both sides",
               "dollars", ""},
    Definition{"return", "Return", "P&L of all days / capital. Not defined without a capital",
               "share", ""},
    Definition{
        "benchmark", "Buy and hold",
        "mean over the traded symbols of (last mark / first mark - 1), of each day that begins "
        "flat, summed; of days that are one run, from the first close to the last, with splits, "
        "and dividends reinvested. No fees. In dollars: times the capital",
        "share", ""},
    Definition{
        "sharpe", "Sharpe ratio",
        "mean(x) / sd(x) x sqrt(252); x: P&L of each day after fees, sd with n - 1, risk-free "
        "rate 0. Not defined for fewer than two days or when all are equal",
        "per year", "Sharpe (1994)"},
    Definition{"sortino", "Sortino ratio",
               "mean(x) / sqrt(sum of min(x, 0)^2 / n) x sqrt(252); x: P&L of each day after fees. "
               "Not defined for fewer than two days or without a day below 0",
               "per year", "Sortino and Price (1994)"},
    Definition{
        "interval", "95% interval",
        "2.5% and 97.5% quantiles of the ratio over 2,000 series of as many days, drawn in "
        "blocks of random length with mean cube root of n; seed 1. Not defined for fewer than "
        "10 days or when more than 2.5% of the draws have no value",
        "as the ratio", "Politis and Romano (1994)"},
    Definition{"t", "t",
               "mean(x) / (sd(x) / sqrt(n)); x: P&L of each of n days after fees, sd with n - 1. "
               "Chance alone gives more than the 97.5% quantile of Student's distribution, up or "
               "down, in one of twenty results. Not defined for fewer than two days",
               "", "Student (1908)"},
    Definition{
        "drawdown", "Maximum drawdown",
        "largest fall of the equity from an earlier peak: peak - trough over all days, with "
        "the times of peak, trough and the first return to the peak; as fine as the equity is "
        "sampled",
        "dollars", ""},
    Definition{"time_in_market", "Time in market",
               "time with a position other than 0 in any instrument / time of the data", "share",
               ""},
    Definition{
        "round_trip", "Round trip",
        "from a flat position to the next flat one. A fill that reverses the position is a "
        "close and an open, its fee divided by quantity. Result: received - paid - fees of all "
        "its fills, each once",
        "dollars", ""},
    Definition{"win_rate", "Win rate", "round trips with a result above 0 after fees / round trips",
               "share", ""},
    Definition{"profit_factor", "Profit factor",
               "sum of the results above 0 / -sum of the others. Not defined without a loss",
               "ratio", ""},
    Definition{
        "fill_ratio", "Fill ratio",
        "shares filled / shares ordered; each replacement is an order of what was still open",
        "share", ""},
    Definition{"orders_filled", "Orders filled", "orders with at least one fill / orders", "share",
               ""},
    Definition{"fill_ratio_by_age", "Fill ratio by order age",
               "of the shares still open when their orders reached the age: filled before the next "
               "age",
               "share", ""},
    Definition{"fill_ratio_by_place", "Fill ratio by queue place",
               "fill ratio of each quarter of the orders by shares ahead when the venue accepted "
               "them; orders with equally many stay together",
               "share", ""},
    Definition{
        "mark_out", "Mark-out",
        "mean over shares of sign x (mid after the horizon - fill price); sign: +1 bought, -1 "
        "sold. Positive is good for us. Fills after which no market would give a mark do not count",
        "ticks of 1 cent; basis points of the fill price", ""},
    Definition{
        "drift", "Drift of the mid",
        "mean over shares of sign x (mid after the horizon - mid at the fill). Its negative is "
        "the adverse selection",
        "ticks of 1 cent; basis points of the fill price", ""},
    Definition{"cost_to_close", "Cost to close",
               "(mark - last bid) x shares still long, (last ask - mark) x shares still short, "
               "before fees. Not defined without such an order",
               "dollars", ""},
    Definition{"latency_sensitivity", "Sensitivity to latency",
               "the same days run again with every latency multiplied by the factor", "dollars",
               ""},
    Definition{
        "size_sensitivity", "Capacity",
        "the same days run again with order sizes and position limits multiplied by the factor",
        "dollars", ""},
    Definition{"fee_sensitivity", "Sensitivity to fees",
               "gross P&L - factor x fees, the trading unchanged", "dollars", ""},
    Definition{"verdict", "Verdict",
               "the change with the largest effect |P&L' - P&L| / |P&L| among half and double of "
               "latency, size (by unit of size) and fees, other fill models, and without the best "
               "day; it survives when at least one was tested and every tested P&L is above 0. Of "
               "fewer than 10 days it is too short to tell skill from luck; else it is more than "
               "luck when t is beyond chance, the 95% interval of the Sharpe ratio leaves out 0 "
               "and, of the best point of a search that earns, the deflated Sharpe ratio is at "
               "least 95%",
               "", ""},
    Definition{
        "deflated_sharpe", "Deflated Sharpe ratio",
        "Phi((SR - SR0) sqrt(n - 1) / sqrt(1 - g3 SR + (g4 - 1) / 4 SR^2)); SR: of one day, g3 "
        "skewness, g4 kurtosis, SR0 = sqrt(V) ((1 - c) Phi^-1(1 - 1/N) + c Phi^-1(1 - 1/(N "
        "e))), N trials, V variance of their ratios, c = 0.5772. Not defined for fewer than 10 "
        "days",
        "probability", "Bailey and Lopez de Prado (2014)"},
    Definition{
        "overfitting", "Probability of overfitting",
        "CSCV: the days in at most 16 blocks; over all choices of half of them, the share in "
        "which the trial that is best there is at or below the median in the other half",
        "probability", "Bailey, Borwein, Lopez de Prado and Zhu (2015)"},
    Definition{"input_hash", "Hash of the inputs",
               "checksum of everything that was read, day by day", "", ""},
    Definition{"output_hash", "Hash of the outputs",
               "checksum of every order and fill, day by day: equal for any number of threads", "",
               ""},
};

}  // namespace

std::span<const Definition> definitions() noexcept {
    return kDefinitions;
}

}  // namespace hotpath::backtest

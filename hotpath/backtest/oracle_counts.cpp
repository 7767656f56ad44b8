#include "hotpath/backtest/oracle_counts.hpp"

namespace hotpath::backtest {

OracleCounts& OracleCounts::operator+=(const OracleCounts& other) noexcept {
    orders += other.orders;
    orders_exact += other.orders_exact;
    executions += other.executions;
    exact += other.exact;
    partial += other.partial;
    missed += other.missed;
    invented += other.invented;
    refused += other.refused;
    late += other.late;
    halted += other.halted;
    crossed += other.crossed;
    out_of_turn += other.out_of_turn;
    for (const auto& [reason, orders_refused] : other.refused_for) {
        refused_for[reason] += orders_refused;
    }
    return *this;
}

}  // namespace hotpath::backtest

#include "bench/benches.hpp"

namespace hotpath::bench {

std::vector<Bench> all_benches() {
    return {
        feed_bench(),      tick_to_order_bench(), messaging_bench(),    book_ladder_bench(),
        exchange_bench(),  journal_bench(),       telemetry_bench(),    tick_to_trade_bench(),
        warm_path_bench(), venue_bench(),         pairs_ladder_bench(), backtest_bench(),
        growth_bench(),    protocols_bench(),
#ifdef HOTPATH_XDP
        xdp_bench(),
#endif
    };
}

}  // namespace hotpath::bench

#include "hotpath/telemetry/publisher.hpp"

#include "hotpath/core/assert.hpp"

namespace hotpath::telemetry {

namespace {

template <class Record>
[[nodiscard]] std::span<const std::byte> bytes_of(const Record& record) noexcept {
    return std::as_bytes(std::span(&record, 1));
}

}  // namespace

void Publisher::publish(StateRecord& state, std::span<InstrumentRecord> rows,
                        std::uint64_t ticks) noexcept {
    HOTPATH_ASSERT(rows.size() <= kInstrumentsMax,
                   "a state must have at most kInstrumentsMax rows");
    state_at_ = ticks;
    state.header.number = states_++;
    state.session = options_.session;
    state.ticks = ticks;
    state.tick_ratio = options_.tick_ratio;
    state.events = events_;
    state.rows = static_cast<std::uint16_t>(rows.size());
    writer_->claim(sizeof state).store(0, bytes_of(state));
    for (std::size_t row = 0; row < rows.size(); ++row) {
        rows[row].header.number = state.header.number;
        rows[row].row = static_cast<std::uint16_t>(row);
        rows[row].rows = state.rows;
        writer_->claim(sizeof rows[row]).store(0, bytes_of(rows[row]));
    }
    writer_->publish();
}

}  // namespace hotpath::telemetry

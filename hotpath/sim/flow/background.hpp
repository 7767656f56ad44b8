#pragma once
/// Background: a RecordedFlow as the background flow of a venue's log.
///
/// The log holds the ITCH messages; what they make of the exchange's books is the flow's, and its
/// own books are saved with the venue's state. Threads: one owner. Allocation: the flow's.
/// Complexity: the flow's.

#include <utility>

#include "hotpath/exchange/market/background_flow.hpp"
#include "hotpath/sim/flow/recorded_flow.hpp"

namespace hotpath::sim::flow {

class Background final : public exchange::BackgroundFlow {
  public:
    explicit Background(RecordedFlow&& flow) : flow_(std::move(flow)) {}

    [[nodiscard]] const RecordedFlow& flow() const noexcept { return flow_; }

    void on_message(Bytes itch_message, exchange::Exchange& exchange) noexcept override {
        static_cast<void>(flow_.on_message(itch_message, exchange));
    }
    void save(StateWriter& writer) const override { flow_.save(writer); }
    void load(StateReader& reader) override { flow_.load(reader); }

  private:
    RecordedFlow flow_;
};

}  // namespace hotpath::sim::flow

#include "hotpath/sim/market/market_generator.hpp"

#include <cstring>
#include <string>
#include <utility>

#include "hotpath/protocols/framing.hpp"
#include "hotpath/sim/market/market_day.hpp"

namespace hotpath::sim::market {

Expected<MarketGenerator> MarketGenerator::create(const MarketOptions& options) {
    if (options.instruments == 0 || options.instruments > kInstrumentsMax) {
        return fail("a market must have 1 to " + std::to_string(kInstrumentsMax) +
                    " instruments, got " + std::to_string(options.instruments));
    }
    if (options.messages < messages_min(options.instruments)) {
        return fail("a day of " + std::to_string(options.instruments) +
                    " instruments must have at least " +
                    std::to_string(messages_min(options.instruments)) + " messages, got " +
                    std::to_string(options.messages));
    }
    return MarketGenerator(std::make_unique<MarketDay>(options));
}

MarketGenerator::MarketGenerator(std::unique_ptr<MarketDay> day) noexcept : day_(std::move(day)) {}
MarketGenerator::MarketGenerator(MarketGenerator&&) noexcept = default;
MarketGenerator& MarketGenerator::operator=(MarketGenerator&&) noexcept = default;
MarketGenerator::~MarketGenerator() = default;

const MarketOptions& MarketGenerator::options() const noexcept {
    return day_->options();
}

std::uint64_t MarketGenerator::messages_made() const noexcept {
    return day_->market().writer.written();
}

std::uint32_t MarketGenerator::live_orders() const noexcept {
    return day_->market().books.live();
}

Symbol MarketGenerator::symbol(InstrumentId instrument) const noexcept {
    return day_->market().instruments.by_id[instrument.value].listing.symbol;
}

Bytes MarketGenerator::next() noexcept {
    pop_taken();
    const Bytes message = day_->front();
    if (message.empty()) {
        return {};
    }
    is_taken_ = true;
    return message.subspan(protocols::kFramePrefixLength);
}

Bytes MarketGenerator::next_block(MutableBytes block) noexcept {
    pop_taken();
    std::size_t used = 0;
    for (Bytes message = day_->front(); !message.empty(); message = day_->front()) {
        if (used + message.size() > block.size()) {
            break;
        }
        std::memcpy(block.data() + used, message.data(), message.size());
        used += message.size();
        day_->pop();
    }
    return Bytes(block).first(used);
}

void MarketGenerator::pop_taken() noexcept {
    if (std::exchange(is_taken_, false)) {
        day_->pop();
    }
}

}  // namespace hotpath::sim::market

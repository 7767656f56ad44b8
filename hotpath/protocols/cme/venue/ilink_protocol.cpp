#include "hotpath/protocols/cme/venue/ilink_protocol.hpp"

#include "hotpath/protocols/cme/venue/ilink_numbers.hpp"
#include "hotpath/protocols/sequenced_store.hpp"

namespace hotpath::exchange {

std::unique_ptr<IlinkDesk> IlinkProtocol::make_desk(const ExchangeOptions& exchange,
                                                    const IlinkDeskOptions& options) {
    return options.is_taken ? std::make_unique<IlinkDesk>(exchange) : nullptr;
}

bool IlinkProtocol::are_numbers(Bytes message) noexcept {
    IlinkNumbers numbers;
    return decode(message, numbers) == protocols::DecodeStatus::Ok;
}

Expected<void> IlinkProtocol::check(const IlinkOptions& options) {
    return !options.users.empty() && !options.desk.is_taken
               ? fail("exchange: with iLink 3 sessions is_taken must be true")
               : Expected<void>();
}

void IlinkProtocol::complete(IlinkOptions& options) noexcept {
    options.reports.message_length_max = kIlinkReportLengthMax;
    options.reports.bytes_max = std::uint64_t{options.reports.messages_max} * kIlinkReportLengthMax;
}

/// The UUID and the one before have room.
std::uint64_t IlinkProtocol::stream_bytes(const IlinkOptions& options) noexcept {
    return 2 * protocols::SequencedStore::bytes_for(options.reports) * options.users.size();
}

}  // namespace hotpath::exchange

#include "hotpath/exchange/server/journaled_log.hpp"

#include <algorithm>
#include <span>

#include "hotpath/exchange/day/day_time.hpp"
#include "hotpath/exchange/server/stream_room.hpp"

namespace hotpath::exchange {

namespace {

/// Outputs of one input of the protocols' desks.
[[nodiscard]] std::size_t reports_max(const ExchangeOptions& options,
                                      const VenueProtocols::DeskOptions& desks) noexcept {
    return VenueProtocols::copies_of(desks) * reports_of_input_max(options);
}

}  // namespace

/// A sweep through the book, each order of which has a reserve (an execution and its two reports, an
/// add and a restatement), or all sessions' orders canceled.
OutputRoom output_room_max(const ExchangeOptions& options,
                           const VenueProtocols::DeskOptions& desks) noexcept {
    constexpr std::size_t kOther = 128;
    const std::size_t reports = reports_max(options, desks);
    const std::size_t others = std::size_t{options.executions_per_command_max} * 5 +
                               std::size_t{options.session_orders_max} * 2 + kOther;
    return {.outputs = others + reports,
            .bytes = others * kKeptReplyLengthMax + reports * VenueProtocols::kReportLengthMax};
}

JournaledLog::JournaledLog(VenueLog&& log, const VenueServerOptions& options)
    : log_(std::move(log)),
      gate_(options.gate),
      output_room_max_(output_room_max(options.exchange, desk_options_of(options))),
      record_bytes_(options.record_bytes_max) {
    records_.reserve(options.record_bytes_max / kInputHeaderLength);
}

bool JournaledLog::has_room_for_outputs_of(std::size_t inputs) const noexcept {
    return record_bytes_used_ + inputs * kInputLengthMax <= record_bytes_.size() &&
           gate_.has_room(inputs * output_room_max_.outputs,
                          inputs * output_room_max_.bytes - kKeptReplyLengthMax * 32);
}

void JournaledLog::apply(Input input) noexcept {
    // In a day venue time never goes back: a replay has only these.
    input.time = std::max(feed_time(time_of_day(input.time)), log_.time());
    input.outputs = log_.outputs_so_far();
    const Bytes record = encode(input, record_bytes_.items().subspan(record_bytes_used_));
    record_bytes_used_ += record.size();
    room_.take(record.size());
    const ApplyStatus status = log_.apply(input);
    HOTPATH_ASSERT(status == ApplyStatus::Ok,
                   "the venue must accept every input that the server makes");
    records_.push_back({.seq = next_seq_++, .time = input.time, .bytes = record});
}

void JournaledLog::hold_back_reports(OutputKind kind, std::span<const Reply> reports) noexcept {
    for (const Reply& report : reports) {
        if (report.session.value < log_.users().size()) {
            gate_.append(last_seq(),
                         {.kind = kind, .session = report.session, .bytes = report.message});
        }
    }
}

void JournaledLog::hold_back() noexcept {
    log_.for_each_output([this](OutputKind kind, std::span<const Reply> reports) {
        hold_back_reports(kind, reports);
    });
    for (const Bytes packet : log_.exchange().feed_packets()) {
        gate_.append(last_seq(), {.kind = OutputKind::Packet, .bytes = packet});
    }
    if (!log_.answer().empty()) {
        gate_.append(last_seq(), {.kind = OutputKind::Answer, .bytes = log_.answer()});
    }
    log_.clear_outputs();
}

void JournaledLog::save(StateWriter& writer) const {
    HOTPATH_ASSERT(gate_.empty(), "the output gate must be empty before a snapshot");
    log_.save(writer);
}

}  // namespace hotpath::exchange

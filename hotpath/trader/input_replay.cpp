#include "hotpath/trader/input_replay.hpp"

#include <algorithm>
#include <utility>

namespace hotpath::trader {

namespace {

/// The journal of a killed process may hold only the beginning of its output.
[[nodiscard]] bool is_beginning(Bytes recorded, Bytes replayed) {
    return recorded.size() <= replayed.size() &&
           std::ranges::equal(recorded, replayed.first(recorded.size()));
}

[[nodiscard]] bool is_same(const std::optional<ModeChange>& a, const std::optional<ModeChange>& b) {
    return a.has_value() == b.has_value() && (!a || (a->mode == b->mode && a->reason == b->reason));
}

[[nodiscard]] bool is_same(const VenueResult& recorded, const VenueResult& replayed,
                           bool may_be_cut) {
    for (std::size_t port = 0; port < kOutputPorts; ++port) {
        const Bytes before = recorded.outputs[port];
        const Bytes now = replayed.outputs[port];
        if (may_be_cut ? !is_beginning(before, now) : !std::ranges::equal(before, now)) {
            return false;
        }
    }
    const bool is_mode_cut = may_be_cut && !recorded.mode;
    return is_mode_cut || is_same(recorded.mode, replayed.mode);
}

/// A result whose beginning was recorded: the bytes after it.
[[nodiscard]] std::uint64_t unsent_bytes(const VenueResult& recorded, const VenueResult& replayed) {
    std::uint64_t unsent = 0;
    for (std::size_t port = 0; port < kOutputPorts; ++port) {
        unsent += replayed.outputs[port].size() - recorded.outputs[port].size();
    }
    return unsent;
}

}  // namespace

void InputResult::clear() noexcept {
    for (VenueResult& venue : venues) {
        for (std::vector<std::byte>& output : venue.outputs) {
            output.clear();
        }
        venue.mode.reset();
    }
}

void InputResult::add(const Output& output) {
    std::vector<std::byte>& all =
        venues[output.venue].outputs[static_cast<std::size_t>(output.port)];
    all.insert(all.end(), output.bytes.begin(), output.bytes.end());
}

std::string_view name(ApplyStatus status) noexcept {
    static constexpr std::array<std::string_view, 6> kNames{
        "it was applied",
        "it is not the next input",
        "there is no such venue",
        "there is no such port",
        "less output is waiting than was written",
        "no request is waiting"};
    return kNames[static_cast<std::size_t>(status)];
}

Expected<void> InputReplay::add(std::uint64_t seq, LogType type, Time time, Bytes payload) {
    LogRecord record;
    const protocols::DecodeStatus decoded = decode(type, time, payload, record);
    if (decoded == protocols::DecodeStatus::UnknownType) {
        ++counters_.unknown;
        return {};
    }
    if (decoded != protocols::DecodeStatus::Ok) {
        return fail("record " + std::to_string(seq) +
                    " is not a trader's record: " + std::string(protocols::name(decoded)));
    }
    if (difference_) {
        return {};
    }
    if (const auto* start = std::get_if<Start>(&record.entry)) {
        return on_start(*start, record.has_more);
    }
    if (subject_ == nullptr) {
        return fail("record " + std::to_string(seq) +
                    " is of a trader whose first record is missing");
    }
    if (const auto* input = std::get_if<Input>(&record.entry)) {
        on_input(seq, *input, record.has_more);
    } else {
        on_recorded(record.entry);
    }
    return {};
}

Expected<void> InputReplay::on_start(const Start& start, bool has_more) {
    if (text_.empty()) {
        compare(true);
        counters_.unheard += std::exchange(is_partial_, false) ? 1U : 0U;
    }
    text_ += start.text;
    if (has_more || difference_) {
        return {};
    }
    Start whole = start;
    const std::string text = std::exchange(text_, {});
    whole.text = text;
    auto subject = subjects_.make(whole);
    if (!subject) {
        return std::unexpected(subject.error());
    }
    subject_ = std::move(*subject);
    is_lost_ = false;
    ++counters_.starts;
    return {};
}

void InputReplay::on_input(std::uint64_t seq, const Input& input, bool has_more) {
    if (!is_partial_) {
        compare(false);
        bytes_.clear();
        seq_ = seq;
    }
    const Bytes piece = bytes_of(input.event);
    bytes_.insert(bytes_.end(), piece.begin(), piece.end());
    is_partial_ = has_more;
    if (has_more || is_lost_ || difference_) {
        return;
    }
    input_ = input;
    input_.event = with_bytes(input.event, bytes_);
    apply();
}

void InputReplay::apply() {
    recorded_.clear();
    replayed_.clear();
    status_ = subject_->apply(input_, replayed_);
    is_pending_ = true;
    ++counters_.inputs;
    ++counters_.by_kind[static_cast<std::size_t>(kind_of(input_.event))];
    for (const VenueResult& venue : replayed_.venues) {
        for (std::size_t port = 0; port < kOutputPorts; ++port) {
            if (!venue.outputs[port].empty()) {
                checksums_[port].add(venue.outputs[port]);
            }
            counters_.output_bytes[port] += venue.outputs[port].size();
        }
    }
}

void InputReplay::on_recorded(const LogEntry& entry) {
    if (const auto* output = std::get_if<Output>(&entry)) {
        recorded_.add(*output);
    } else if (const auto* change = std::get_if<ModeChange>(&entry); change && !is_lost_) {
        recorded_.add(*change);
        ++counters_.modes;
    } else if (std::holds_alternative<Stamps>(entry)) {
        ++counters_.stamps;
    } else if (std::holds_alternative<Lost>(entry)) {
        // The input or a part of its output is missing here.
        compare(true);
        is_partial_ = false;
        is_lost_ = true;
        ++counters_.lost;
    }
}

void InputReplay::compare(bool may_be_cut) {
    if (!std::exchange(is_pending_, false)) {
        return;
    }
    bool is_equal = status_ == ApplyStatus::Ok;
    std::uint64_t unsent = 0;
    for (std::size_t venue = 0; venue < kVenuesMax; ++venue) {
        is_equal =
            is_equal && is_same(recorded_.venues[venue], replayed_.venues[venue], may_be_cut);
        unsent += is_equal ? unsent_bytes(recorded_.venues[venue], replayed_.venues[venue]) : 0;
    }
    counters_.unsent += unsent;
    if (!is_equal) {
        difference_.emplace(Difference{.seq = seq_,
                                       .input = input_,
                                       .bytes = bytes_,
                                       .status = status_,
                                       .recorded = recorded_,
                                       .replayed = replayed_});
        difference_->input.event = with_bytes(difference_->input.event, difference_->bytes);
    }
}

void InputReplay::finish() {
    compare(true);
    counters_.unheard += std::exchange(is_partial_, false) ? 1U : 0U;
}

}  // namespace hotpath::trader

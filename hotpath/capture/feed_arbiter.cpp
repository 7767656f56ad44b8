#include "hotpath/capture/feed_arbiter.hpp"

#include <algorithm>
#include <utility>

#include "hotpath/capture/itch_frames.hpp"

namespace hotpath::capture {

namespace mold = protocols::nasdaq::moldudp64;

bool FeedArbiter::on_packet(const mold::PacketReader& packet, std::vector<std::byte>& out,
                            StreamStats& stats) {
    const Output output{out, stats};
    const Run run{.sequence_number = packet.sequence_number(),
                  .message_count = packet.message_count(),
                  .frames = packet.messages().rest()};
    if (run.sequence_number == 0) {
        append(packet.messages(), 0, output);
        return true;
    }
    auto line = lines_.find(packet.session());
    if (line == lines_.end()) {
        if (lines_.size() == kSessionsMax) {
            return false;
        }
        line = lines_.try_emplace(packet.session()).first;
        line->second.next_sequence_number = run.sequence_number;
    }
    if (run.sequence_number > line->second.next_sequence_number) {
        keep_waiting(line->second, run, stats);
        if (line->second.waiting.size() > kWaitingPacketsMax ||
            line->second.waiting_bytes > kWaitingBytesMax) {
            give_up_gap(line->second, output);
        }
        return true;
    }
    deliver(line->second, run, output);
    deliver_waiting(line->second, output);
    return true;
}

void FeedArbiter::finish(std::vector<std::byte>& out, StreamStats& stats) {
    for (auto& [session, line] : lines_) {
        while (!line.waiting.empty()) {
            give_up_gap(line, {out, stats});
        }
    }
}

/// A run that begins at or before the next number: its new part is appended.
void FeedArbiter::deliver(Line& line, const Run& run, Output output) {
    const std::uint64_t behind = line.next_sequence_number - run.sequence_number;
    const std::uint64_t known = std::min<std::uint64_t>(behind, run.message_count);
    output.stats.duplicate_messages += known;
    append(protocols::FrameCursor(run.frames), known, output);
    line.next_sequence_number += run.message_count - known;
}

void FeedArbiter::deliver_waiting(Line& line, Output output) {
    while (!line.waiting.empty() && line.waiting.begin()->first <= line.next_sequence_number) {
        const auto first = line.waiting.extract(line.waiting.begin());
        line.waiting_bytes -= first.mapped().frames.size();
        deliver(line, {first.key(), first.mapped().message_count, first.mapped().frames}, output);
    }
}

/// When two packets begin at the same message, the one with more messages waits.
void FeedArbiter::keep_waiting(Line& line, const Run& run, StreamStats& stats) {
    Waiting& kept = line.waiting[run.sequence_number];
    stats.duplicate_messages += std::min(run.message_count, kept.message_count);
    if (run.message_count < kept.message_count) {
        return;
    }
    line.waiting_bytes += run.frames.size() - kept.frames.size();
    kept = {.frames = Bytestring(run.frames.begin(), run.frames.end()),
            .message_count = run.message_count};
}

void FeedArbiter::give_up_gap(Line& line, Output output) {
    const std::uint64_t first = line.waiting.begin()->first;
    ++output.stats.sequence_gaps;
    output.stats.missing_messages += first - line.next_sequence_number;
    line.next_sequence_number = first;
    deliver_waiting(line, output);
}

/// Messages of no bytes hold a sequence number and say nothing: they are left out.
void FeedArbiter::append(protocols::FrameCursor frames, std::uint64_t skipped, Output output) {
    for (Bytes message; frames.next(message);) {
        if (skipped > 0) {
            --skipped;
            continue;
        }
        if (message.empty()) {
            continue;
        }
        const Bytes frame(message.data() - protocols::kFramePrefixLength,
                          protocols::kFramePrefixLength + message.size());
        output.out.insert(output.out.end(), frame.begin(), frame.end());
        itch_messages_ += std::uint64_t{begins_with_message(frame)};
        ++output.stats.messages;
    }
}

}  // namespace hotpath::capture

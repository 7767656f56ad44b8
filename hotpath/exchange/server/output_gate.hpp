#pragma once
/// OutputGate: holds replies, packets and answers until the input that caused them is durable in
/// the journal, in the configured mode. Nothing leaves before.
///
///   gate.append(seq, OutputKind::Reply, session, bytes);
///   gate.release(durable_seq, [&](const Output& output) { ... });     in order, each once
///
/// A ring of bytes of fixed size; an output lies in one piece, so the end of the ring may stay
/// unused. Threads: one owner. Allocation: the constructor. Complexity: one copy an output.

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "hotpath/core/assert.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/fixed_array.hpp"
#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/exchange/types.hpp"
#include "hotpath/protocols/venue/all.hpp"

namespace hotpath::exchange {

/// A Reply is the first desk's, an Answer the operators'; numbers behind Answer are of the other
/// desks: output_kind().
enum class OutputKind : std::uint8_t { Reply, Packet, Answer };
inline constexpr std::size_t kOwnOutputKinds = 3;
inline constexpr std::size_t kOutputKinds = kOwnOutputKinds + VenueProtocols::kOutputs;
/// The n-th kind of outputs of P. NOLINTBEGIN(clang-analyzer-optin.core.EnumCastOutOfRange)
template <class P>
[[nodiscard]] constexpr OutputKind output_kind(std::size_t n) noexcept {
    return static_cast<OutputKind>(kOwnOutputKinds + VenueProtocols::outputs_before<P>() + n);
}  // NOLINTEND(clang-analyzer-optin.core.EnumCastOutOfRange)

struct Output {
    OutputKind kind = OutputKind::Reply;
    SessionId session{};
    Bytes bytes{};
};

struct OutputGateOptions {
    std::size_t bytes_max = std::size_t{16} * 1024 * 1024;
    std::size_t outputs_max = std::size_t{256} * 1024;
};

class OutputGate {
  public:
    explicit OutputGate(const OutputGateOptions& options)
        : bytes_(options.bytes_max), waiting_(options.outputs_max) {}

    [[nodiscard]] bool empty() const noexcept { return waiting_.empty(); }
    [[nodiscard]] std::size_t size() const noexcept { return waiting_.size(); }
    /// Is there room for `outputs` of `bytes` in total, at any position of the ring?
    [[nodiscard]] bool has_room(std::size_t outputs, std::size_t bytes) const noexcept {
        return outputs <= waiting_.capacity() - waiting_.size() &&
               bytes + kOutputLengthMax <= bytes_.size() - used_;
    }

    /// has_room() was true.
    void append(std::uint64_t seq, const Output& output) noexcept {
        HOTPATH_ASSERT(output.bytes.size() <= kOutputLengthMax,
                       "an output must have at most kOutputLengthMax bytes");
        if (output.bytes.size() > bytes_.size() - write_at_) {
            skip(bytes_.size() - write_at_);
        }
        HOTPATH_ASSERT(output.bytes.size() <= bytes_.size() - used_, "call has_room() first");
        std::ranges::copy(output.bytes, bytes_.items().subspan(write_at_).begin());
        const bool is_taken = waiting_.try_push({.seq = seq,
                                                 .at = write_at_,
                                                 .skipped = skipped_,
                                                 .length = output.bytes.size(),
                                                 .kind = output.kind,
                                                 .session = output.session});
        HOTPATH_ASSERT(is_taken, "call has_room() first");
        skipped_ = 0;
        write_at_ += output.bytes.size();
        used_ += output.bytes.size();
    }

    /// Calls sink(const Output&) for every output of an input up to `seq`.
    template <class Sink>
    void release(std::uint64_t seq, Sink&& sink) {
        while (!waiting_.empty() && waiting_.front().seq <= seq) {
            const Waiting& first = waiting_.front();
            sink(Output{.kind = first.kind,
                        .session = first.session,
                        .bytes = bytes_.items().subspan(first.at, first.length)});
            used_ -= first.length + first.skipped;
            waiting_.pop();
        }
    }

  private:
    /// A packet of the feed.
    static constexpr std::size_t kOutputLengthMax = 1'472;

    struct Waiting {
        std::uint64_t seq = 0;
        std::size_t at = 0;
        std::size_t skipped = 0;  // bytes at the end of the ring that stayed unused before it
        std::size_t length = 0;
        OutputKind kind = OutputKind::Reply;
        SessionId session{};
    };

    void skip(std::size_t bytes) noexcept {
        skipped_ = bytes;
        used_ += bytes;
        write_at_ = 0;
    }

    FixedArray<std::byte> bytes_;
    FixedQueue<Waiting> waiting_;
    std::size_t write_at_ = 0;
    std::size_t used_ = 0;
    std::size_t skipped_ = 0;
};

}  // namespace hotpath::exchange

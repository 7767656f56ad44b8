#pragma once
/// A length-prefixed ITCH file as blocks: whole messages where they were read, the rest carried
/// over to the next block.
///
/// A length that contradicts its message's type means that the framing is lost: the error reports
/// at which byte. One odd message whose neighbour is in place again, and types that do not exist
/// (yet), are handed on for the decoder to count. Length 0 ends the session, as Nasdaq's own files
/// do. Files whose lengths are all written as 0 are mended in the buffer. Threads: one owner.
/// Allocation: none but the buffer it is given. Complexity: two loads a message.

#include <optional>
#include <utility>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/read_buffer.hpp"

namespace hotpath::capture {

enum class Prefixes : std::uint8_t { Lengths, Zeros };

class ItchFileStream final : public MessageStream {
  public:
    ItchFileStream(ReadBuffer input, Prefixes prefixes)
        : input_(std::move(input)), prefixes_(prefixes) {}

    [[nodiscard]] Progress progress() const override { return input_.progress(); }
    [[nodiscard]] StreamStats stats() const override { return {.messages = messages_}; }
    [[nodiscard]] Format format() const override { return Format::ItchFile; }

    [[nodiscard]] Expected<Bytes> next_block() override;

  private:
    enum class Stop : std::uint8_t { NeedsMore, EndMark, Damage };

    [[nodiscard]] Stop scan();
    [[nodiscard]] std::optional<Stop> judge(Bytes rest) const;
    [[nodiscard]] std::optional<Error> go_on(Stop stop);
    void mend(std::size_t at);
    [[nodiscard]] bool is_only_end_marks();
    [[nodiscard]] Error broken_off() const;
    [[nodiscard]] Error framing_lost() const;
    [[nodiscard]] Error goes_on() const;
    [[nodiscard]] Error another_protocol() const;

    ReadBuffer input_;
    Prefixes prefixes_;
    std::size_t whole_ = 0;  // bytes of whole messages at the front, handed out or about to be
    std::uint64_t messages_ = 0;
    std::uint64_t odd_messages_ = 0;  // of an unknown type or a wrong length
    std::uint64_t handed_out_ = 0;    // messages of the blocks before
    bool has_ended_ = false;
    std::optional<Error> failure_;
};

}  // namespace hotpath::capture

#pragma once
/// Writes a length-prefixed ITCH file (Nasdaq BinaryFILE), compressed by what its name ends in:
/// .gz, .zst or nothing.
///
/// Messages are gathered in 256 KiB before they go to the file. Threads: one owner. Allocation: at
/// create(), none a message. Complexity: linear, memory constant.

#include <vector>

#include "hotpath/capture/byte_sink.hpp"
#include "hotpath/capture/message_writer.hpp"

namespace hotpath::capture {

class ItchFileWriter final : public MessageWriter {
  public:
    [[nodiscard]] static Expected<std::unique_ptr<ItchFileWriter>> create(
        const std::filesystem::path& path);

    [[nodiscard]] std::uint64_t bytes_written() const override { return sink_->bytes_written(); }

    [[nodiscard]] Expected<void> write(Bytes message) override;
    [[nodiscard]] Expected<void> close() override;

  private:
    explicit ItchFileWriter(std::unique_ptr<ByteSink> sink);

    [[nodiscard]] Expected<void> flush();

    std::unique_ptr<ByteSink> sink_;
    std::vector<std::byte> buffer_;
    std::size_t used_ = 0;
};

}  // namespace hotpath::capture

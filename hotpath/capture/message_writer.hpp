#pragma once
/// Writes a recorded market day: ITCH messages in, a file out that open() reads back.
///
///   auto writer = capture::create("day.itch.zst");   // .gz and .zst compress, .pcap makes packets
///   if (auto written = (*writer)->write(add.bytes()); !written) { ... }
///   auto closed = (*writer)->close();                // the file gets its name here
///
/// Threads: one owner. Allocation: buffers at create(), none a message. Complexity: linear, memory
/// constant.

#include <cstdint>
#include <filesystem>
#include <memory>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::capture {

class MessageWriter {
  public:
    MessageWriter() = default;
    MessageWriter(const MessageWriter&) = delete;
    MessageWriter& operator=(const MessageWriter&) = delete;
    virtual ~MessageWriter() = default;

    /// Bytes of the file so far, as it is stored.
    [[nodiscard]] virtual std::uint64_t bytes_written() const = 0;

    /// One ITCH message of 1 to 65,535 bytes. An error (a full disk) is final.
    [[nodiscard]] virtual Expected<void> write(Bytes message) = 0;

    /// Writes what is still held, ends the compression and gives the file its name. Destruction
    /// without it leaves no file.
    [[nodiscard]] virtual Expected<void> close() = 0;
};

/// Creates the file, or replaces it at its end (OutputFile). The name decides the format: NAME.pcap[.gz|.zst], else an ITCH
/// file [.gz|.zst].
[[nodiscard]] Expected<std::unique_ptr<MessageWriter>> create(const std::filesystem::path& path);

}  // namespace hotpath::capture

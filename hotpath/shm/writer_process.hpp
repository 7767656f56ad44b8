#pragma once
/// A child process that shares memory with this one and exchanges lines of text: starts it,
/// sends to it and ends it.
///
/// It gets the socket as descriptor 3 and the memory, if any, as descriptor 4; its standard
/// streams are /dev/null. Its end causes no signal here. Threads: one owner. Allocation:
/// the memory, mapped at creation. Complexity: a system call a line.

#include <cstddef>
#include <expected>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <sys/types.h>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::shm {

/// Memory without a name that a process we start can map, too.
class SharedMemory {
  public:
    SharedMemory() = default;
    [[nodiscard]] static Expected<SharedMemory> create(std::size_t bytes);

    SharedMemory(SharedMemory&& other) noexcept;
    SharedMemory& operator=(SharedMemory&& other) noexcept;
    SharedMemory(const SharedMemory&) = delete;
    SharedMemory& operator=(const SharedMemory&) = delete;
    ~SharedMemory();

    [[nodiscard]] std::byte* begin() const noexcept { return begin_; }
    [[nodiscard]] std::size_t size() const noexcept { return bytes_; }
    [[nodiscard]] const Descriptor& file() const noexcept { return file_; }

  private:
    std::byte* begin_ = nullptr;
    std::size_t bytes_ = 0;
    Descriptor file_{-1};
};

class WriterProcess {
  public:
    static constexpr int kSocket = 3;
    static constexpr int kMemory = 4;

    /// `command`: the program, looked for in PATH, and its arguments.
    [[nodiscard]] static Expected<WriterProcess> start(const std::vector<std::string>& command,
                                                       const SharedMemory& memory);
    /// The same without memory.
    [[nodiscard]] static Expected<WriterProcess> start(const std::vector<std::string>& command);

    WriterProcess(WriterProcess&& other) noexcept;
    WriterProcess& operator=(WriterProcess&&) = delete;
    WriterProcess(const WriterProcess&) = delete;
    WriterProcess& operator=(const WriterProcess&) = delete;
    /// Ends it, whatever it is doing.
    ~WriterProcess();

    /// False if the process has closed its end.
    [[nodiscard]] bool try_send_line(std::string_view line) const;
    /// Its next line, without the end; false when none will come.
    [[nodiscard]] bool try_receive_line(std::string& line);
    /// Waits for its end and says how it was: "ended with exit code 3".
    [[nodiscard]] std::string await_end();

  private:
    [[nodiscard]] static Expected<WriterProcess> start(const std::vector<std::string>& command,
                                                       const SharedMemory* memory);
    WriterProcess(pid_t pid, Descriptor socket) : pid_(pid), socket_(std::move(socket)) {}

    pid_t pid_ = -1;  // -1: it has ended
    Descriptor socket_;
    std::string received_;
};

}  // namespace hotpath::shm

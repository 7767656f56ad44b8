#include "hotpath/shm/writer_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace hotpath::shm {

namespace {

std::unexpected<Error> cannot(std::string_view what) {
    return fail(fmt::format("cannot {}: {}", what, std::strerror(errno)));
}

/// A copy that is out of the way of the numbers the process is to find.
Descriptor moved_up(const Descriptor& descriptor) {
    constexpr int kAboveAllGiven = 10;
    return Descriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, kAboveAllGiven));
}

/// The number of the error, 0 for none.
int spawn(const std::vector<std::string>& command, const Descriptor& socket,
          const Descriptor& memory, pid_t& pid) {
    std::vector<char*> arguments;
    arguments.reserve(command.size() + 1);
    for (const std::string& word : command) {
        arguments.push_back(const_cast<char*>(word.c_str()));  // posix_spawn does not write to them
    }
    arguments.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_RDWR, 0);
    }
    posix_spawn_file_actions_adddup2(&actions, socket.number(), WriterProcess::kSocket);
    if (memory) {
        posix_spawn_file_actions_adddup2(&actions, memory.number(), WriterProcess::kMemory);
    }
    const int error =
        posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

}  // namespace

Expected<SharedMemory> SharedMemory::create(std::size_t bytes) {
    SharedMemory memory;
    memory.file_ = Descriptor(::memfd_create("hotpath-rows", MFD_CLOEXEC));
    if (!memory.file_ || ::ftruncate(memory.file_.number(), static_cast<off_t>(bytes)) != 0) {
        return cannot("make shared memory");
    }
    // Not shm::Mapping, which touches every page: most exports need few.
    void* const mapped =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, memory.file_.number(), 0);
    if (mapped == MAP_FAILED) {
        return cannot("map shared memory");
    }
    memory.begin_ = static_cast<std::byte*>(mapped);
    memory.bytes_ = bytes;
    return memory;
}

SharedMemory::SharedMemory(SharedMemory&& other) noexcept
    : begin_(std::exchange(other.begin_, nullptr)),
      bytes_(std::exchange(other.bytes_, 0)),
      file_(std::move(other.file_)) {}

SharedMemory& SharedMemory::operator=(SharedMemory&& other) noexcept {
    std::swap(begin_, other.begin_);
    std::swap(bytes_, other.bytes_);
    std::swap(file_, other.file_);
    return *this;
}

SharedMemory::~SharedMemory() {
    if (begin_ != nullptr) {
        ::munmap(begin_, bytes_);
    }
}

Expected<WriterProcess> WriterProcess::start(const std::vector<std::string>& command,
                                             const SharedMemory& memory) {
    return start(command, &memory);
}

Expected<WriterProcess> WriterProcess::start(const std::vector<std::string>& command) {
    return start(command, nullptr);
}

Expected<WriterProcess> WriterProcess::start(const std::vector<std::string>& command,
                                             const SharedMemory* memory) {
    std::array<int, 2> ends{};
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
        return cannot("make a socket");
    }
    Descriptor ours(ends[0]);
    const Descriptor theirs(ends[1]);
    const Descriptor given_socket = moved_up(theirs);
    const Descriptor given_memory = memory == nullptr ? Descriptor(-1) : moved_up(memory->file());
    if (!given_socket || (memory != nullptr && !given_memory)) {
        return cannot("copy a descriptor");
    }
    pid_t pid = -1;
    errno = spawn(command, given_socket, given_memory, pid);
    if (errno != 0) {
        return cannot("start " + command.front());
    }
    return WriterProcess(pid, std::move(ours));
}

WriterProcess::WriterProcess(WriterProcess&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      socket_(std::move(other.socket_)),
      received_(std::move(other.received_)) {}

WriterProcess::~WriterProcess() {
    if (pid_ > 0) {
        ::kill(pid_, SIGKILL);
        static_cast<void>(await_end());
    }
}

bool WriterProcess::try_send_line(std::string_view line) const {
    const std::string text = std::string(line) + "\n";
    std::string_view rest = text;
    while (!rest.empty()) {
        const ssize_t sent = ::send(socket_.number(), rest.data(), rest.size(), MSG_NOSIGNAL);
        if (sent >= 0) {
            rest.remove_prefix(static_cast<std::size_t>(sent));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

bool WriterProcess::try_receive_line(std::string& line) {
    std::array<char, 4'096> bytes{};
    std::size_t end = received_.find('\n');
    while (end == std::string::npos) {
        const ssize_t count = ::recv(socket_.number(), bytes.data(), bytes.size(), 0);
        if (count == 0 || (count < 0 && errno != EINTR)) {
            return false;
        }
        received_.append(bytes.data(), count > 0 ? static_cast<std::size_t>(count) : 0);
        end = received_.find('\n');
    }
    line = received_.substr(0, end);
    received_.erase(0, end + 1);
    return true;
}

std::string WriterProcess::await_end() {
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    if (WIFSIGNALED(status)) {
        return fmt::format("was ended by signal {}", WTERMSIG(status));
    }
    return fmt::format("ended with exit code {}", WEXITSTATUS(status));
}

}  // namespace hotpath::shm

// A message through the kernel, through the kernel in batches, and past it through memory.

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <concepts>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>

#include <netinet/in.h>
#include <sched.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "hotpath/core/cpu.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/technique.hpp"

namespace hotpath::lab {
namespace {

void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "kernel-bypass: %s must work here: it does not\n", what);
        std::_Exit(1);
    }
}

struct Message {
    std::uint64_t number = 0;
    std::array<std::uint64_t, 7> rest{};
};
static_assert(sizeof(Message) == 64);

/// What is written to one end comes out of the other.
struct Pair {
    int first = -1;
    int second = -1;
};

int bound_socket(sockaddr_in& address) {
    const int socket = ::socket(AF_INET, SOCK_DGRAM, 0);
    require(socket >= 0, "a UDP socket");
    address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    require(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0,
            "a UDP port of 127.0.0.1");
    socklen_t bytes = sizeof address;
    getsockname(socket, reinterpret_cast<sockaddr*>(&address), &bytes);
    const timeval wait_max{.tv_sec = 10, .tv_usec = 0};
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &wait_max, sizeof wait_max);
    return socket;
}

Pair udp_pair() {
    sockaddr_in first{};
    sockaddr_in second{};
    const Pair pair{.first = bound_socket(first), .second = bound_socket(second)};
    const auto connect = [](int socket, const sockaddr_in& to) {
        return ::connect(socket, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
    };
    require(connect(pair.first, second) && connect(pair.second, first), "UDP over loopback");
    return pair;
}

const Pair& udp() {
    static const Pair made = udp_pair();
    return made;
}

const Pair& unix_datagrams() {
    static const Pair made = [] {
        std::array<int, 2> ends{};
        require(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends.data()) == 0, "a pair of UNIX sockets");
        return Pair{.first = ends[0], .second = ends[1]};
    }();
    return made;
}

const Pair& pipes() {
    static const Pair made = [] {
        std::array<int, 2> ends{};
        require(pipe(ends.data()) == 0, "a pipe");
        return Pair{.first = ends[1], .second = ends[0]};
    }();
    return made;
}

void send_one(int socket, const Message& message) {
    require(::send(socket, &message, sizeof message, 0) == sizeof message, "send()");
}

// [before]
std::uint64_t receive_one(int socket) {
    Message message;
    require(::recv(socket, &message, sizeof message, 0) == sizeof message, "recv()");
    return message.number;
}

/// Two system calls a message.
std::uint64_t a_call_each(const Pair& sockets, std::uint64_t items) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < items; ++i) {
        send_one(sockets.first, {.number = i});
        sum += receive_one(sockets.second);
    }
    return sum;
}
// [end]

// [batches]
constexpr std::size_t kBatch = 32;

/// The same datagrams, of which two system calls take up to 32.
class Batch {
  public:
    Batch() {
        for (std::size_t i = 0; i < kBatch; ++i) {
            pieces_[i] = {.iov_base = &messages[i], .iov_len = sizeof(Message)};
            headers_[i].msg_hdr.msg_iov = &pieces_[i];
            headers_[i].msg_hdr.msg_iovlen = 1;
        }
    }
    void send(int socket, std::size_t count) {
        const int sent = sendmmsg(socket, headers_.data(), static_cast<unsigned>(count), 0);
        require(sent == static_cast<int>(count), "sendmmsg()");
    }
    void receive(int socket, std::size_t count) {
        const int received =
            recvmmsg(socket, headers_.data(), static_cast<unsigned>(count), 0, nullptr);
        require(received == static_cast<int>(count), "recvmmsg()");
    }

    std::array<Message, kBatch> messages{};

  private:
    std::array<iovec, kBatch> pieces_{};
    std::array<mmsghdr, kBatch> headers_{};
};
// [end]

std::uint64_t udp_each(std::uint64_t items) {
    return a_call_each(udp(), items);
}
std::uint64_t unix_each(std::uint64_t items) {
    return a_call_each(unix_datagrams(), items);
}

std::uint64_t udp_batches(std::uint64_t items) {
    static Batch outgoing;
    static Batch incoming;
    const Pair& sockets = udp();
    std::uint64_t sum = 0;
    for (std::uint64_t first = 0; first < items; first += kBatch) {
        const std::size_t count = std::min<std::uint64_t>(kBatch, items - first);
        for (std::size_t i = 0; i < count; ++i) {
            outgoing.messages[i].number = first + i;
        }
        outgoing.send(sockets.first, count);
        incoming.receive(sockets.second, count);
        for (std::size_t i = 0; i < count; ++i) {
            sum += incoming.messages[i].number;
        }
    }
    return sum;
}

std::uint64_t pipe_each(std::uint64_t items) {
    const Pair& ends = pipes();
    std::uint64_t sum = 0;
    Message message;
    for (std::uint64_t i = 0; i < items; ++i) {
        message.number = i;
        require(write(ends.first, &message, sizeof message) == sizeof message, "write()");
        require(read(ends.second, &message, sizeof message) == sizeof message, "read()");
        sum += message.number;
    }
    return sum;
}

// [after]
constexpr std::uint64_t kSlots = 64;

/// One sender, one receiver, in memory that two processes could share. The kernel has no part in it.
struct Ring {
    alignas(kCacheLine) std::atomic<std::uint64_t> sent{0};
    alignas(kCacheLine) std::atomic<std::uint64_t> received{0};
    alignas(kCacheLine) std::array<Message, kSlots> slots{};

    bool try_send(const Message& message) {
        const std::uint64_t place = sent.load(std::memory_order_relaxed);
        if (place - received.load(std::memory_order_acquire) == kSlots) {
            return false;
        }
        slots[place % kSlots] = message;
        sent.store(place + 1, std::memory_order_release);
        return true;
    }
    bool try_receive(Message& message) {
        const std::uint64_t place = received.load(std::memory_order_relaxed);
        if (place == sent.load(std::memory_order_acquire)) {
            return false;
        }
        message = slots[place % kSlots];
        received.store(place + 1, std::memory_order_release);
        return true;
    }
};
// [end]

Ring* shared_ring() {
    void* const memory = mmap(nullptr, sizeof(Ring), PROT_READ | PROT_WRITE,
                              MAP_SHARED | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    require(memory != MAP_FAILED, "shared memory");
    return std::construct_at(static_cast<Ring*>(memory));
}

Ring& there() {
    static Ring* const made = shared_ring();
    return *made;
}
Ring& back() {
    static Ring* const made = shared_ring();
    return *made;
}

std::uint64_t through_memory(std::uint64_t items) {
    Ring& ring = there();
    std::uint64_t sum = 0;
    Message message;
    for (std::uint64_t i = 0; i < items; ++i) {
        require(ring.try_send({.number = i}) && ring.try_receive(message), "a ring with room");
        sum += message.number;
    }
    return sum;
}

// Polling that lets the other thread run where there is one core for both, and ends with an error when nothing comes.
template <std::predicate F>
void poll_until(F is_done) {
    constexpr std::uint64_t kPollsPerYield = 2'000;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    for (std::uint64_t polls = 1; !is_done(); ++polls) {
        if (polls % kPollsPerYield == 0) {
            sched_yield();
            require(std::chrono::steady_clock::now() < end, "an answer within 10 s");
        }
    }
}

/// Sends to the second thread, which sends back what it got; one round trip a sample.
template <void (*send)(bool is_back, const Message&), std::uint64_t (*receive)(bool is_back)>
std::uint64_t round_trips(std::span<std::uint32_t> samples) {
    const SecondThread second([count = samples.size()] {
        for (std::size_t i = 0; i < count; ++i) {
            send(true, {.number = receive(false) + 1});
        }
    });
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const std::uint64_t begin = ticks();
        send(false, {.number = i});
        sum += receive(true);
        samples[i] = static_cast<std::uint32_t>(ticks() - begin);
    }
    return sum;
}

void udp_send(bool is_back, const Message& message) {
    send_one(is_back ? udp().second : udp().first, message);
}
std::uint64_t udp_receive(bool is_back) {
    return receive_one(is_back ? udp().first : udp().second);
}

// [polling]
/// The receiver never sleeps, so that it need not be woken; it is still a system call a look.
std::uint64_t udp_receive_polling(bool is_back) {
    const int socket = is_back ? udp().first : udp().second;
    Message message;
    poll_until(
        [&] { return ::recv(socket, &message, sizeof message, MSG_DONTWAIT) == sizeof message; });
    return message.number;
}
// [end]

void memory_send(bool is_back, const Message& message) {
    Ring& ring = is_back ? back() : there();
    poll_until([&] { return ring.try_send(message); });
}
std::uint64_t memory_receive(bool is_back) {
    Ring& ring = is_back ? back() : there();
    Message message;
    poll_until([&] { return ring.try_receive(message); });
    return message.number;
}

// Sixteen sources, of which one at a time has something.
constexpr std::size_t kSources = 16;
using Sources = std::array<Pair, kSources>;

const Sources& sources() {
    static const Sources made = [] {
        Sources pairs;
        for (Pair& pair : pairs) {
            pair = udp_pair();
        }
        return pairs;
    }();
    return made;
}

constexpr std::size_t source_of(std::uint64_t i) {
    return i * 7 % kSources;
}

std::uint64_t look_at_each(std::uint64_t items) {
    std::uint64_t sum = 0;
    Message message;
    for (std::uint64_t i = 0; i < items; ++i) {
        send_one(sources()[source_of(i)].first, {.number = i});
        for (const Pair& pair : sources()) {
            if (::recv(pair.second, &message, sizeof message, MSG_DONTWAIT) == sizeof message) {
                sum += message.number;
            }
        }
    }
    return sum;
}

std::uint64_t look_with_epoll(std::uint64_t items) {
    static const int epoll = [] {
        const int made = epoll_create1(0);
        require(made >= 0, "epoll");
        for (const Pair& pair : sources()) {
            epoll_event event{.events = EPOLLIN, .data = {.fd = pair.second}};
            require(epoll_ctl(made, EPOLL_CTL_ADD, pair.second, &event) == 0, "epoll_ctl()");
        }
        return made;
    }();
    std::uint64_t sum = 0;
    std::array<epoll_event, kSources> events;
    for (std::uint64_t i = 0; i < items; ++i) {
        send_one(sources()[source_of(i)].first, {.number = i});
        const int ready = epoll_wait(epoll, events.data(), kSources, 10'000);
        require(ready > 0, "epoll_wait()");
        for (int n = 0; n < ready; ++n) {
            sum += receive_one(events[static_cast<std::size_t>(n)].data.fd);
        }
    }
    return sum;
}

std::uint64_t look_into_memory(std::uint64_t items) {
    static const std::array<Ring*, kSources> rings = [] {
        std::array<Ring*, kSources> made{};
        std::ranges::generate(made, shared_ring);
        return made;
    }();
    std::uint64_t sum = 0;
    Message message;
    for (std::uint64_t i = 0; i < items; ++i) {
        require(rings[source_of(i)]->try_send({.number = i}), "a ring with room");
        for (Ring* const ring : rings) {
            if (ring->try_receive(message)) {
                sum += message.number;
            }
        }
    }
    return sum;
}

// The kernel's instructions are not counted, only the calls and what is around them: more than ten a system call, of which a batch
// makes two for 32 messages. A message of 64 bytes is at least one load and one store.
constexpr std::array kOneThread{
    Variant{.name = "udp", .work = udp_each, .instructions_min = 20},
    Variant{.name = "udp_batches_of_32", .work = udp_batches, .instructions_min = 2},
    Variant{.name = "unix_datagram", .work = unix_each, .instructions_min = 20},
    Variant{.name = "pipe", .work = pipe_each, .instructions_min = 20},
    Variant{.name = "shared_memory", .work = through_memory, .instructions_min = 10}};

constexpr std::array kRoundTrips{Variant{.name = "udp_sleeping",
                                         .timed_work = round_trips<udp_send, udp_receive>,
                                         .instructions_min = 40},
                                 Variant{.name = "udp_polling",
                                         .timed_work = round_trips<udp_send, udp_receive_polling>,
                                         .instructions_min = 40},
                                 Variant{.name = "shared_memory",
                                         .timed_work = round_trips<memory_send, memory_receive>,
                                         .instructions_min = 20}};

constexpr std::array kSixteen{
    Variant{.name = "udp_each", .work = look_at_each, .instructions_min = 17 * 8},
    Variant{.name = "epoll", .work = look_with_epoll, .instructions_min = 30},
    Variant{.name = "shared_memory", .work = look_into_memory, .instructions_min = 17 * 2}};

constexpr std::array kComparisons{Comparison{.name = "one_thread",
                                             .unit = "ns/message",
                                             .items = 2'000,
                                             .variants = kOneThread,
                                             .items_counted = 128},
                                  Comparison{.name = "two_threads",
                                             .unit = "ns/round trip",
                                             .items = 200,
                                             .variants = kRoundTrips,
                                             .items_counted = 20},
                                  Comparison{.name = "sixteen_sources",
                                             .unit = "ns/message",
                                             .items = 500,
                                             .variants = kSixteen,
                                             .items_counted = 64}};

constexpr Technique kTechnique{
    .name = "kernel-bypass",
    .question = "what does a message cost through the kernel, and what without it?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}

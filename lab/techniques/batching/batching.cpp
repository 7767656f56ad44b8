// Handing messages over one at a time, or several at once.

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <span>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "hotpath/core/cpu.hpp"
#include "lab/techniques/measuring.hpp"
#include "lab/techniques/rings/published.hpp"
#include "lab/techniques/technique.hpp"
#include "lab/techniques/two_threads.hpp"

namespace hotpath::lab {
namespace {

struct Message {
    std::uint64_t id = 0;
    std::uint64_t arrived_at = 0;  // ticks
    std::uint32_t price = 0;
    std::uint32_t qty = 0;
    std::uint64_t order = 0;
};

Message message_of(std::uint64_t i) {
    return {.id = i,
            .arrived_at = 0,
            .price = static_cast<std::uint32_t>(1'000'000 + (i * 7) % 1'000),
            .qty = static_cast<std::uint32_t>(i % 500),
            .order = i * 3};
}

std::uint64_t mixed(std::uint64_t sum, const Message& message) {
    return sum * 3 + message.id + message.price * std::uint64_t{message.qty} + message.order;
}

// [ring]
class Ring {
  public:
    static constexpr std::uint64_t kSlots = 1'024;

    /// Into its place, not yet seen by the other thread.
    [[nodiscard]] bool try_add(const Message& message) {
        if (added_ - taken_seen_ == kSlots) {
            taken_seen_ = taken_.load(std::memory_order_acquire);
            if (added_ - taken_seen_ == kSlots) {
                return false;
            }
        }
        messages_[added_ % kSlots] = message;
        ++added_;
        return true;
    }

    /// All that were added.
    void publish() { published_.store(added_, std::memory_order_release); }

    /// Takes what there is; how many.
    template <class Take>
    std::uint64_t take_all(const Take& take) {
        const std::uint64_t end = published_.load(std::memory_order_acquire);
        const std::uint64_t begin = taken_.load(std::memory_order_relaxed);
        for (std::uint64_t at = begin; at < end; ++at) {
            take(messages_[at % kSlots]);
        }
        taken_.store(end, std::memory_order_release);
        return end - begin;
    }

  private:
    alignas(kCacheLine) std::atomic<std::uint64_t> published_{0};
    alignas(kCacheLine) std::uint64_t added_ = 0;  // the producer's
    std::uint64_t taken_seen_ = 0;
    alignas(kCacheLine) std::atomic<std::uint64_t> taken_{0};
    alignas(kCacheLine) std::array<Message, kSlots> messages_{};
};
// [end]

// [stream]
template <std::uint64_t Batch>
std::uint64_t stream(std::uint64_t items) {
    const auto ring = std::make_unique<Ring>();
    std::uint64_t sum = 0;
    {
        const SecondThread consumer([&, items] {
            std::uint64_t taken = 0;
            spin_until([&] {
                taken += ring->take_all([&](const Message& message) { sum = mixed(sum, message); });
                return taken == items;
            });
        });
        for (std::uint64_t i = 1; i <= items; ++i) {
            const Message message = message_of(i);
            spin_until([&] { return ring->try_add(message); });
            if (i % Batch == 0 || i == items) {
                ring->publish();
            }
        }
    }
    return sum;
}
// [end]

constexpr std::uint64_t kPacket = 24;           // messages of a packet
constexpr std::uint64_t kPacketTicks = 15'000;  // between two packets
constexpr int kLooks = 20'000;                  // longer than until the next packet

struct EachMessage {
    static bool is_time(std::uint64_t /*i*/) { return true; }
};
struct Every16 {
    static bool is_time(std::uint64_t i) { return i % 16 == 0; }
};
struct EndOfPacket {
    static bool is_time(std::uint64_t i) { return i % kPacket == 0; }
};

// [packets]
/// A packet brings 24 messages; each one's time is from the packet's arrival until the other thread has the message.
template <class Publish>
std::uint64_t packets(std::span<std::uint32_t> took) {
    const auto ring = std::make_unique<Ring>();
    std::uint64_t sum = 0;
    {
        const SecondThread consumer([&] {
            std::uint64_t taken = 0;
            look_until<kLooks>([&] {
                ring->take_all([&](const Message& message) {
                    took[taken++] = static_cast<std::uint32_t>(std::min<std::uint64_t>(
                        ticks() - message.arrived_at, std::numeric_limits<std::uint32_t>::max()));
                    sum = mixed(sum, message);
                });
                return taken == took.size();
            });
        });
        std::uint64_t arrived_at = ticks();
        for (std::uint64_t i = 1; i <= took.size(); ++i) {
            Message message = message_of(i);
            message.arrived_at = arrived_at;
            spin_until([&] { return ring->try_add(message); });
            if (Publish::is_time(i) || i == took.size()) {
                ring->publish();
            }
            if (i % kPacket == 0) {
                spin_until([&] { return ticks() - arrived_at >= kPacketTicks; });
                arrived_at = ticks();
            }
        }
    }
    return sum;
}
// [end]

constexpr std::size_t kTogether = 16;

/// Sends to itself, by the loopback interface.
class Loopback {
  public:
    Loopback() {
        sockaddr_in address{};
        address.sin_family = AF_INET;
        address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t bytes = sizeof(address);
        auto* const place = reinterpret_cast<sockaddr*>(&address);
        constexpr timeval kPatience{.tv_sec = 10, .tv_usec = 0};
        if (bind(socket_, place, bytes) != 0 || getsockname(socket_, place, &bytes) != 0 ||
            connect(socket_, place, bytes) != 0 ||
            setsockopt(socket_, SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof(kPatience)) != 0) {
            fail("cannot open a UDP socket on 127.0.0.1");
        }
    }
    Loopback(const Loopback&) = delete;
    Loopback& operator=(const Loopback&) = delete;
    ~Loopback() { close(socket_); }

    void send_one(std::span<const Message> messages) {
        if (send(socket_, messages.data(), messages.size_bytes(), 0) < 0) {
            fail("cannot send to 127.0.0.1");
        }
    }

    void send_each(std::span<Message> messages) {
        std::array<iovec, kTogether> parts{};
        std::array<mmsghdr, kTogether> headers{};
        for (std::size_t i = 0; i < messages.size(); ++i) {
            parts[i] = {.iov_base = &messages[i], .iov_len = sizeof(Message)};
            headers[i].msg_hdr.msg_iov = &parts[i];
            headers[i].msg_hdr.msg_iovlen = 1;
        }
        const auto count = static_cast<unsigned>(messages.size());
        if (sendmmsg(socket_, headers.data(), count, 0) != static_cast<int>(count)) {
            fail("cannot send to 127.0.0.1");
        }
    }

    /// The next datagram's messages.
    std::span<const Message> receive() {
        const ssize_t bytes = recv(socket_, room_.data(), sizeof(room_), 0);
        if (bytes < 0) {
            fail("no datagram came from 127.0.0.1 within 10 seconds");
        }
        return std::span(room_).first(static_cast<std::size_t>(bytes) / sizeof(Message));
    }

  private:
    [[noreturn]] static void fail(const char* sentence) {
        std::perror(sentence);
        std::abort();
    }

    int socket_ = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    std::array<Message, kTogether> room_{};
};

// [send]
struct SendEach {
    static void send(Loopback& socket, std::span<Message> messages) {
        for (const Message& message : messages) {
            socket.send_one(std::span(&message, 1));
        }
    }
};

/// One system call for 16 datagrams.
struct SendTogether {
    static void send(Loopback& socket, std::span<Message> messages) { socket.send_each(messages); }
};

/// One datagram for 16 messages.
struct SendAsOne {
    static void send(Loopback& socket, std::span<Message> messages) { socket.send_one(messages); }
};
// [end]

template <class Send>
std::uint64_t datagrams(std::uint64_t items) {
    static Loopback socket;
    std::uint64_t sum = 0;
    std::array<Message, kTogether> batch{};
    for (std::uint64_t i = 0; i < items; i += kTogether) {
        const std::size_t count = std::min<std::uint64_t>(kTogether, items - i);
        for (std::size_t at = 0; at < count; ++at) {
            batch[at] = message_of(i + at);
        }
        Send::send(socket, std::span(batch).first(count));
        for (std::size_t received = 0; received < count;) {
            for (const Message& message : socket.receive()) {
                sum = mixed(sum, message);
                ++received;
            }
        }
    }
    return sum;
}

std::int64_t kernel_nanos() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

/// Reads one at a time, as published.
template <class Write>
std::uint64_t bus(std::uint64_t items, const Write& write) {
    const auto ring = std::make_unique<rings::LockFreeBus>();
    std::uint64_t sum = 0;
    {
        const SecondThread reader([&, items] {
            rings::BufferData message;
            for (std::uint64_t i = 0; i < items; ++i) {
                spin_until([&] { return ring->try_read(static_cast<std::int64_t>(i), message); });
                sum = sum * 3 + static_cast<std::uint64_t>(message.payload);
            }
        });
        write(*ring);
    }
    return sum;
}

// [published]
std::uint64_t published_each(std::uint64_t items) {
    std::int64_t latencies = 0;
    const std::uint64_t sum = bus(items, [&](rings::LockFreeBus& ring) {
        rings::BufferData message;
        for (std::uint64_t i = 0; i < items; ++i) {
            message.payload = static_cast<std::int64_t>(i);
            const std::int64_t begin = kernel_nanos();  // a part of what is measured
            ring.write(message);
            latencies += kernel_nanos() - begin;
        }
    });
    keep(latencies);
    return sum;
}

std::uint64_t published_batches(std::uint64_t items) {
    constexpr std::size_t kBatch = 256;
    return bus(items, [&](rings::LockFreeBus& ring) {
        std::array<rings::BufferData, kBatch> batch{};
        for (std::uint64_t i = 0; i < items; i += kBatch) {
            const std::size_t count = std::min<std::uint64_t>(kBatch, items - i);
            for (std::size_t at = 0; at < count; ++at) {
                batch[at].payload = static_cast<std::int64_t>(i + at);
            }
            ring.write(std::span<const rings::BufferData>(batch).first(count));
        }
    });
}
// [end]

constexpr std::array kPublished{
    Variant{.name = "one_at_a_time", .work = published_each, .instructions_min = 30},
    Variant{.name = "batches", .work = published_batches, .instructions_min = 25}};

// 32 bytes written, 32 read, the answer's arithmetic.
constexpr std::array kStreams{Variant{.name = "each", .work = stream<1>, .instructions_min = 15},
                              Variant{.name = "by_4", .work = stream<4>, .instructions_min = 15},
                              Variant{.name = "by_16", .work = stream<16>, .instructions_min = 15},
                              Variant{.name = "by_64", .work = stream<64>, .instructions_min = 15}};

constexpr std::array kPackets{
    Variant{.name = "each_message", .timed_work = packets<EachMessage>, .instructions_min = 15},
    Variant{.name = "end_of_packet", .timed_work = packets<EndOfPacket>, .instructions_min = 15},
    Variant{.name = "every_16", .timed_work = packets<Every16>, .instructions_min = 15}};

// The kernel's instructions are not counted.
constexpr std::array kDatagrams{
    Variant{.name = "send_each", .work = datagrams<SendEach>, .instructions_min = 15},
    Variant{.name = "sendmmsg_16", .work = datagrams<SendTogether>, .instructions_min = 15},
    Variant{.name = "one_datagram_of_16", .work = datagrams<SendAsOne>, .instructions_min = 25}};

constexpr std::array kComparisons{Comparison{.name = "published",
                                             .unit = "ns/message",
                                             .items = 50'000,
                                             .variants = kPublished,
                                             .published_ratio = 11.0 / 66.0,
                                             .items_counted = 2'000},
                                  Comparison{.name = "stream",
                                             .unit = "ns/message",
                                             .items = 300'000,
                                             .variants = kStreams,
                                             .items_counted = 4'000},
                                  Comparison{.name = "packets",
                                             .unit = "ns/message",
                                             .items = 4'800,
                                             .variants = kPackets,
                                             .items_counted = 960},
                                  Comparison{.name = "system_calls",
                                             .unit = "ns/message",
                                             .items = 1'600,
                                             .variants = kDatagrams,
                                             .items_counted = 320}};

constexpr Technique kTechnique{
    .name = "batching",
    .question =
        "what does a message save when several are handed over at once, and what does it wait?",
    .comparisons = kComparisons};

}  // namespace
}  // namespace hotpath::lab

const hotpath::lab::Technique* hotpath_technique() {
    return &hotpath::lab::kTechnique;
}

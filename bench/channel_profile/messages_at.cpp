// channel-messages: messages through a named channel in shared memory, for callgrind (bench/channel_profile/channel_profile.py).
//
//   channel-messages single MESSAGES     a lap of the ring is written one by one, then read one by one, until all are through
//   channel-messages batch MESSAGES      the same by batches of 64
//
// One process holds both ends, so that nothing waits and the counts are the same in every run. The
// functions measured_write and measured_read hold the calls of one lap and nothing else. The answer
// is checked: with a wrong one it exits with 1.

#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <unistd.h>

#include "bench/messaging/payload.hpp"
#include "hotpath/shm/channels.hpp"
#include "hotpath/shm/spsc_channel.hpp"

namespace hotpath::bench {
namespace {

constexpr std::size_t kSlots = 1'024;
constexpr std::size_t kBatch = 64;
constexpr int kFailed = 1;
constexpr int kUsage = 2;

using Channel = shm::SpscChannel<Message>;
using Writer = queue::SpscProducer<Message>;
using Reader = queue::SpscConsumer<Message>;
using Lap = std::array<Message, kSlots>;

[[gnu::noinline]] void measured_write_single(Writer& writer, const Lap& lap) {
    for (const Message& message : lap) {
        while (!writer.try_push(message)) {
        }
    }
}
[[gnu::noinline]] void measured_read_single(Reader& reader, Received& received) {
    Message message;
    for (std::size_t i = 0; i < kSlots; ++i) {
        while (!reader.try_pop(message)) {
        }
        received.add(message);
    }
}
[[gnu::noinline]] void measured_write_batch(Writer& writer, const Lap& lap) {
    for (std::span<const Message> left = lap; !left.empty();) {
        left = left.subspan(writer.try_push_batch(left.first(kBatch)));
    }
}
[[gnu::noinline]] void measured_read_batch(Reader& reader, Received& received) {
    for (std::size_t i = 0; i < kSlots;) {
        i += reader.poll([&](const Message& message) { received.add(message); }, kBatch);
    }
}

bool run(Channel& channel, bool is_batch, std::uint64_t messages) {
    auto write_end = channel.attach_producer({});
    auto read_end = channel.attach_consumer({});
    if (!write_end || !read_end) {
        return false;
    }
    Writer writer(std::move(**write_end));
    Reader reader(std::move(**read_end));
    Lap lap;
    Received received;
    for (std::uint64_t k = 0; k < messages; k += kSlots) {
        for (std::size_t i = 0; i < kSlots; ++i) {
            lap[i] = message_of(k + i);
        }
        is_batch ? measured_write_batch(writer, lap) : measured_write_single(writer, lap);
        is_batch ? measured_read_batch(reader, received) : measured_read_single(reader, received);
    }
    const std::uint64_t laps = (messages + kSlots - 1) / kSlots;
    return received.count() == laps * kSlots;
}

std::optional<std::uint64_t> number_from(const char* text) {
    std::uint64_t value = 0;
    const char* const end = text + std::strlen(text);
    const auto [at, error] = std::from_chars(text, end, value);
    return error == std::errc{} && at == end ? std::optional(value) : std::nullopt;
}

int run_named(bool is_batch, std::uint64_t messages) {
    const std::string name = "channel-messages-" + std::to_string(getpid());
    const shm::ChannelFolder folder = shm::ChannelFolder::standard();
    auto channel = Channel::create(folder, {.name = name, .slots = kSlots});
    if (!channel) {
        std::fprintf(stderr, "channel-messages: %s\n", channel.error().message.c_str());
        return kFailed;
    }
    const bool is_right = run(*channel, is_batch, messages);
    const auto removed =
        shm::remove_channel(folder, *shm::ChannelName::from(name), shm::Removal::IfUnused);
    if (!removed) {
        std::fprintf(stderr, "channel-messages: %s\n", removed.error().message.c_str());
        return kFailed;
    }
    if (!is_right) {
        std::fputs("channel-messages: a message was lost, or an end was not to be had\n", stderr);
        return kFailed;
    }
    return 0;
}

}  // namespace
}  // namespace hotpath::bench

int main(int argc, char** argv) {
    constexpr int kArguments = 3;
    if (argc == kArguments) {
        const std::string_view way = argv[1];
        const auto messages = hotpath::bench::number_from(argv[2]);
        if (messages && (way == "single" || way == "batch")) {
            return hotpath::bench::run_named(way == "batch", *messages);
        }
    }
    std::fputs("usage: channel-messages single|batch MESSAGES\n", stderr);
    return hotpath::bench::kUsage;
}

#pragma once
/// Support for tests of recorded files: files of given bytes, sample ITCH messages, and a file read
/// back whole.
///
/// Threads: any. Allocation: free. Tests only.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/protocols/framing.hpp"
#include "hotpath/protocols/nasdaq/itch50/messages.hpp"

namespace hotpath::support {

using OwnedBytes = std::vector<std::byte>;

[[nodiscard]] inline OwnedBytes bytes_of(std::string_view text) {
    const Bytes bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

inline void append(OwnedBytes& to, Bytes bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

[[nodiscard]] inline OwnedBytes operator+(OwnedBytes a, Bytes b) {
    append(a, b);
    return a;
}

inline void write_file(const std::filesystem::path& path, Bytes bytes) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
}

[[nodiscard]] inline OwnedBytes read_file(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return bytes_of(std::string(std::istreambuf_iterator<char>(file), {}));
}

/// An add, an execution, a cancel or a delete, in turn, with the index in its fields.
[[nodiscard]] inline OwnedBytes sample_message(std::uint64_t index) {
    const auto filled = [index](auto message) {
        message.store_timestamp(34'200'000'000'000 + index * 1000);
        message.store_stock_locate(1);
        message.store_order_reference_number(index / 4 + 1);
        return OwnedBytes(message.bytes().begin(), message.bytes().end());
    };
    switch (index % 4) {
        case 0: {
            protocols::nasdaq::itch50::AddOrder add;
            add.store_shares(100 + static_cast<std::uint32_t>(index % 1000));
            add.store_price(1'000'000);
            return filled(add);
        }
        case 1:
            return filled(protocols::nasdaq::itch50::OrderExecuted{});
        case 2:
            return filled(protocols::nasdaq::itch50::OrderCancel{});
        default:
            return filled(protocols::nasdaq::itch50::OrderDelete{});
    }
}

// Not inlined: GCC 12 would warn of a free that cannot happen (-Wfree-nonheap-object).
[[nodiscard, gnu::noinline]] inline OwnedBytes framed(Bytes message) {
    OwnedBytes frame(protocols::kFramePrefixLength + message.size());
    static_cast<void>(protocols::append_frame(frame, message));
    return frame;
}

/// The contents of a length-prefixed file of the first `count` sample messages.
[[nodiscard]] inline OwnedBytes sample_frames(std::uint64_t count) {
    OwnedBytes frames;
    for (std::uint64_t index = 0; index < count; ++index) {
        append(frames, framed(sample_message(index)));
    }
    return frames;
}

/// Everything a file gave until its end or its error.
struct ReadBack {
    OwnedBytes frames;
    std::uint64_t messages = 0;
    std::size_t blocks = 0;
    std::size_t block_bytes_max = 0;
    bool is_opened = false;
    std::string error;  // empty: none
    std::optional<capture::Format> format;
    capture::StreamStats stats;
    capture::Progress progress;
};

inline void drain(capture::MessageStream& stream, ReadBack& result) {
    for (;;) {
        const auto block = stream.next_block();
        if (!block) {
            result.error = block.error().message;
            break;
        }
        if (block->empty()) {
            break;
        }
        ++result.blocks;
        result.block_bytes_max = std::max(result.block_bytes_max, block->size());
        append(result.frames, *block);
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            ++result.messages;
        }
    }
    result.stats = stream.stats();
    result.progress = stream.progress();
    result.format = stream.format();
}

[[nodiscard]] inline ReadBack read_back(const std::filesystem::path& path) {
    ReadBack result;
    auto stream = capture::open(path);
    result.is_opened = stream.has_value();
    if (stream) {
        drain(**stream, result);
    } else {
        result.error = stream.error().message;
    }
    return result;
}

[[nodiscard]] inline bool is_prefix(Bytes part, Bytes whole) {
    return part.size() <= whole.size() && std::ranges::equal(part, whole.first(part.size()));
}

}  // namespace hotpath::support

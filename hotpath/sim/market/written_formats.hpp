#pragma once
/// WrittenFormats: the files that a generated market can be written to, of one protocol of market data.
/// Each protocol has its own in its folder (protocols/*/sim).
///
/// Values and functions of their arguments. Threads: any. Allocation: a writer's.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string_view>

#include "hotpath/capture/message_writer.hpp"
#include "hotpath/core/error.hpp"

namespace hotpath::sim::market {

struct WrittenMarket {
    std::uint64_t messages = 0;
    std::uint32_t instruments = 0;
};

struct WrittenFormat {
    std::string_view key{};  // on a command line
    Expected<std::unique_ptr<capture::MessageWriter>> (*create)(
        const std::filesystem::path& file, const WrittenMarket& market) = nullptr;
};

struct WrittenFormats {
    std::string_view product{};  // "a file of ..."
    std::string_view note{};     // about the keys; "": there is nothing to say
    std::span<const WrittenFormat> formats{};
};

}  // namespace hotpath::sim::market

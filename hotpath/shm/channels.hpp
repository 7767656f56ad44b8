#pragma once
/// Lists channels with their attached processes, and removes them: used by `hotpath shm`.
///
/// Looking changes nothing: no lock is taken, memory is mapped for reading only. A file that is no
/// channel of ours is reported with the reason, not skipped. Threads: any. Allocation: the reports.
/// Complexity: a few system calls a file.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/shm/channel_folder.hpp"
#include "hotpath/shm/channel_name.hpp"
#include "hotpath/shm/end_locks.hpp"
#include "hotpath/shm/segment_header.hpp"

namespace hotpath::shm {

struct ChannelReport {
    std::string name{};
    std::filesystem::path path{};
    std::string damage{};  // why it is no channel that can be opened; the rest is then empty
    SegmentHeader header{};
    PageKind page_kind = PageKind::Plain;
    EndState writer{};
    EndState reader{};                       // of an spsc channel
    std::uint32_t readers = 0;               // attached now
    std::optional<std::uint64_t> waiting{};  // spsc: messages not popped yet, about

    [[nodiscard]] bool is_in_use() const noexcept {
        return writer.presence == Presence::Attached || readers > 0;
    }
};

/// Every file of the folders, by name. An empty list when there is no folder yet.
[[nodiscard]] Expected<std::vector<ChannelReport>> list_channels(const ChannelFolder& where);

/// One of them; an error when there is no such file, or when it is no channel.
[[nodiscard]] Expected<ChannelReport> inspect_channel(const ChannelFolder& where,
                                                      const ChannelName& name);

enum class Removal : std::uint8_t { IfUnused, Forced };

/// Removes the channel's name. Refused while a process is attached, unless forced: attached
/// processes continue with a channel that no other can open. A file that is damaged is removed like
/// any other.
[[nodiscard]] Expected<void> remove_channel(const ChannelFolder& where, const ChannelName& name,
                                            Removal removal);

/// Removes what creators left that were killed before their channel was complete; how many. The
/// next one to make a channel of that name does so, too.
[[nodiscard]] Expected<std::uint32_t> remove_leftovers(const ChannelFolder& where);

}  // namespace hotpath::shm

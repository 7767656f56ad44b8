#pragma once
/// A channel's file: created under its lock, complete before it gets its name, checked before use.
///
/// A Segment is the checked file: its path and a private copy of its header. It holds nothing open;
/// attach() (attachment.hpp) reopens the file, takes a lock and maps it. Threads: values.
/// Allocation: set-up only. Complexity: linear in the ring at creation (pages are reserved: a full
/// /dev/shm is an error here and not a signal later), O(1) else.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>
#include <utility>

#include "hotpath/core/arena.hpp"
#include "hotpath/core/bytes.hpp"
#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/core/units.hpp"
#include "hotpath/shm/channel_folder.hpp"
#include "hotpath/shm/channel_name.hpp"
#include "hotpath/shm/segment_header.hpp"

namespace hotpath::shm {

/// The end of the name of a file that is to become a channel; its beginning is a dot, and no one
/// opens it.
inline constexpr std::string_view kPartSuffix = ".part";

/// When there is a channel of that name already.
enum class IfPresent : std::uint8_t {
    Refuse,
    Resume,   // opened, when it is what is wanted
    Replace,  // removed with its contents, when no process is attached
};

/// A new segment's header without the fields that create() fills, and how to create it.
struct SegmentPlan {
    ChannelName name;
    Wanted wanted;  // all of it
    std::uint64_t ring_bytes = 0;
    Time created_at{};
    HugePages huge_pages = HugePages::Try;
    IfPresent if_present = IfPresent::Refuse;
};

class Segment {
  public:
    /// Lays out the ring in zeroed memory.
    using Format = std::function<void(MutableBytes ring)>;

    [[nodiscard]] static Expected<Segment> create(const ChannelFolder& where,
                                                  const SegmentPlan& plan, const Format& format);
    /// Opens any kind; check_wanted() decides whether the caller can use it.
    [[nodiscard]] static Expected<Segment> open(const ChannelFolder& where,
                                                const ChannelName& name);
    /// The file at that path as a segment, or the reason why it is not one.
    [[nodiscard]] static Expected<Segment> read(const std::filesystem::path& path,
                                                const Descriptor& file);

    [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
    [[nodiscard]] const SegmentHeader& header() const noexcept { return header_; }
    [[nodiscard]] SegmentFile file() const { return {path_, header_.segment_bytes}; }

  private:
    Segment(std::filesystem::path path, const SegmentHeader& header)
        : path_(std::move(path)), header_(header) {}

    std::filesystem::path path_;
    SegmentHeader header_;
};

/// Opens the file for reading and writing: it must be regular, owned by us, private, and no
/// symbolic link.
[[nodiscard]] Expected<Descriptor> open_own_file(const std::filesystem::path& path);

/// The path of a channel of that name; the plain folder's file when there is none.
[[nodiscard]] std::filesystem::path path_of(const ChannelFolder& where, const ChannelName& name);

/// Removes the file's name when no process is attached. The caller holds the folder's lock.
[[nodiscard]] Expected<void> remove_unused(const std::filesystem::path& path);

}  // namespace hotpath::shm

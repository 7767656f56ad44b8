#pragma once
/// A disk in memory that fails at chosen operations, for tests of journal writers and for
/// simulations. Every operation is counted. At the one named by a FaultPlan it fails (an error, no
/// space), is half done, or the machine stops: from then on nothing works until restart(). After the
/// end of the process restart() finds everything written; after a power failure, everything made
/// durable, and of the rest any sectors and any names, by the plan's seed. What a failed sync was
/// to make durable never is, as where the kernel marks the pages clean. A disk at rest may lose a
/// sector, or have written a group to another place than it said; repair() takes that back.
/// Threads: one owner. Allocation: free. Complexity: linear in the bytes.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hotpath/core/random.hpp"
#include "hotpath/journal/storage.hpp"

namespace hotpath::journal {

enum class FaultKind : std::uint8_t {
    None,
    IoError,      // EIO, nothing done; a sync's data is lost for good
    ShortWrite,   // a part of a write done, EAGAIN once
    NoRoom,       // ENOSPC, half of a write done
    NoRoomOnce,   // the same, and the next attempt finds room
    Stop,         // before the operation
    StopHalfway,  // in the middle of a write; after any other operation
};

struct FaultPlan {
    FaultKind kind = FaultKind::None;
    std::uint64_t at_operation = 0;  // counted from 1; later ones as well, but for NoRoomOnce
    std::uint64_t seed = 0;
};

enum class Ending : std::uint8_t { Process, Power };

class MemoryStorage final : public DirectCommits {
  public:
    static constexpr std::uint64_t kSector = 512;

    explicit MemoryStorage(FaultPlan plan = {}) : plan_(plan), random_(plan.seed) {}

    [[nodiscard]] std::uint64_t operations() const noexcept { return operations_; }
    [[nodiscard]] bool is_stopped() const noexcept { return is_stopped_; }
    /// A file's current contents, for tests to read and to damage.
    [[nodiscard]] std::vector<std::byte>& bytes_of(const std::string& name);
    [[nodiscard]] bool has(const std::string& name) const { return names_.contains(name); }
    /// The most bytes that may be written; a file's reserved bytes count once.
    void set_room(std::uint64_t bytes) noexcept { room_bytes_ = bytes; }

    /// From here on: at the next operation, or behind so many.
    void fail_next(FaultKind kind, std::uint64_t skipped = 0) noexcept {
        plan_ = {.kind = kind, .at_operation = operations_ + 1 + skipped, .seed = plan_.seed};
    }

    /// From here on reads of this sector of the file fail. False where the file does not reach.
    bool lose_sector(const std::string& name, std::uint64_t sector);
    /// The write `back` writes before the last one went `sectors` further than it was to (or less
    /// far), and reported success. False when there is no such write or place in its file.
    bool misdirect(std::size_t back, std::int64_t sectors);
    /// Files with a sector that cannot be read, or with misdirected bytes.
    [[nodiscard]] bool is_damaged() const noexcept;
    void repair();

    /// The machine restarts, with no faults but those of the new plan.
    void restart(Ending ending, FaultPlan plan = {});

    [[nodiscard]] std::string path_of(const std::string& name) const override;
    [[nodiscard]] Io<std::vector<std::string>> list() override;
    [[nodiscard]] Io<File> create(const std::string& name) override;
    [[nodiscard]] Io<File> open(const std::string& name) override;
    void close(File file) override;
    [[nodiscard]] Io<std::uint64_t> size(File file) override;
    [[nodiscard]] Io<void> reserve(File file, std::uint64_t bytes) override;
    [[nodiscard]] Io<void> write(File file, std::uint64_t offset, Bytes bytes) override;
    [[nodiscard]] Io<void> sync(File file) override;
    [[nodiscard]] Io<std::size_t> read(File file, std::uint64_t offset, MutableBytes into) override;
    [[nodiscard]] Io<void> truncate(File file, std::uint64_t bytes) override;
    [[nodiscard]] Io<void> rename(const std::string& from, const std::string& to) override;
    [[nodiscard]] Io<void> remove(const std::string& name) override;
    [[nodiscard]] Io<void> sync_folder() override;
    void start_writeback(File, std::uint64_t, std::uint64_t) override {}

  private:
    struct Node {
        std::vector<std::byte> bytes{};    // as the process sees it
        std::vector<std::byte> durable{};  // as the disk has it
        std::set<std::uint64_t> dirty{};   // sectors that differ, or may
        std::uint64_t reserved = 0;
        std::set<std::uint64_t> unreadable{};                 // sectors
        std::optional<std::vector<std::byte>> misdirected{};  // what is read instead of bytes
    };
    struct Written {
        std::shared_ptr<Node> node{};
        std::uint64_t offset = 0;
        std::vector<std::byte> bytes{};
    };
    using Names = std::map<std::string, std::shared_ptr<Node>>;

    enum class Outcome : std::uint8_t { Done, Refused, Half };

    /// The outcome of the next operation; `error` when it is refused or half done.
    [[nodiscard]] Outcome next_operation(int& error);
    [[nodiscard]] Io<void> whole_operation();
    void put(Node& node, std::uint64_t offset, Bytes bytes);
    static void make_durable(Node& node);
    void lose_unsynced(Node& node);
    [[nodiscard]] std::uint64_t used_bytes() const;

    FaultPlan plan_;
    Random random_;
    std::uint64_t operations_ = 0;
    std::uint64_t room_bytes_ = ~std::uint64_t{0};
    bool is_stopped_ = false;
    std::deque<Written> last_writes_;  // at most kWritesKept
    Names names_;
    // Names on the disk, and each later state: a power failure may leave any of them.
    std::vector<Names> names_since_sync_{Names{}};
    std::vector<std::shared_ptr<Node>> open_;
};

}  // namespace hotpath::journal

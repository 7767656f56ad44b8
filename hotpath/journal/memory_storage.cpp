#include "hotpath/journal/memory_storage.hpp"

#include <algorithm>

#include "hotpath/core/assert.hpp"

namespace hotpath::journal {

namespace {

constexpr std::uint64_t kSector = MemoryStorage::kSector;
constexpr std::size_t kWritesKept = 64;

/// Part of the file at this place, or of another length than the file's end allows.
void put_at(std::vector<std::byte>& file, std::uint64_t offset, Bytes bytes) {
    const std::size_t at = std::min<std::size_t>(file.size(), static_cast<std::size_t>(offset));
    std::ranges::copy(bytes.first(std::min(bytes.size(), file.size() - at)),
                      file.begin() + static_cast<std::ptrdiff_t>(at));
}

[[nodiscard]] bool holds(const std::vector<std::byte>& file, std::uint64_t offset, Bytes bytes) {
    return offset + bytes.size() <= file.size() &&
           std::ranges::equal(Bytes(file).subspan(static_cast<std::size_t>(offset), bytes.size()),
                              bytes);
}

}  // namespace

std::vector<std::byte>& MemoryStorage::bytes_of(const std::string& name) {
    const auto found = names_.find(name);
    HOTPATH_ASSERT(found != names_.end(), "the file must exist");
    return found->second->bytes;
}

MemoryStorage::Outcome MemoryStorage::next_operation(int& error) {
    error = EIO;
    if (is_stopped_) {
        return Outcome::Refused;
    }
    ++operations_;
    const bool is_now = operations_ == plan_.at_operation;
    const bool is_later = plan_.at_operation != 0 && operations_ > plan_.at_operation;
    switch (plan_.kind) {
        case FaultKind::None:
            return Outcome::Done;
        case FaultKind::IoError:
            return is_now ? Outcome::Refused : Outcome::Done;
        case FaultKind::ShortWrite:
            error = EAGAIN;
            return is_now ? Outcome::Half : Outcome::Done;
        case FaultKind::NoRoom:
            error = ENOSPC;
            return is_now || is_later ? Outcome::Half : Outcome::Done;
        case FaultKind::NoRoomOnce:
            error = ENOSPC;
            return is_now ? Outcome::Half : Outcome::Done;
        case FaultKind::Stop:
        case FaultKind::StopHalfway:
            break;
    }
    is_stopped_ = is_now;
    if (!is_now) {
        return Outcome::Done;
    }
    return plan_.kind == FaultKind::Stop ? Outcome::Refused : Outcome::Half;
}

/// For operations that are done or not: half is done, without an error.
Io<void> MemoryStorage::whole_operation() {
    int error = 0;
    const Outcome outcome = next_operation(error);
    const bool is_done = outcome == Outcome::Done || (outcome == Outcome::Half && error != ENOSPC);
    return is_done ? Io<void>{} : std::unexpected(error);
}

void MemoryStorage::put(Node& node, std::uint64_t offset, Bytes bytes) {
    const std::uint64_t end = offset + bytes.size();
    node.bytes.resize(std::max<std::size_t>(node.bytes.size(), static_cast<std::size_t>(end)));
    std::ranges::copy(bytes, node.bytes.begin() + static_cast<std::ptrdiff_t>(offset));
    if (node.misdirected) {
        node.misdirected->resize(node.bytes.size());
        put_at(*node.misdirected, offset, bytes);
    }
    for (std::uint64_t sector = offset / kSector; sector * kSector < end; ++sector) {
        node.dirty.insert(sector);
    }
}

/// Sectors that were written since; not those of a sync that failed.
void MemoryStorage::make_durable(Node& node) {
    node.durable.resize(node.bytes.size());
    for (const std::uint64_t sector : node.dirty) {
        const std::size_t from = static_cast<std::size_t>(sector * kSector);
        if (from < node.bytes.size()) {
            const std::size_t length = std::min<std::size_t>(kSector, node.bytes.size() - from);
            put_at(node.durable, from, Bytes(node.bytes).subspan(from, length));
        }
    }
    node.dirty.clear();
}

/// Each sector by itself: there or not.
void MemoryStorage::lose_unsynced(Node& node) {
    std::vector<std::byte> after = node.durable;
    for (const std::uint64_t sector : node.dirty) {
        if (random_.one_in(2)) {
            continue;
        }
        const std::size_t from = static_cast<std::size_t>(sector * kSector);
        const std::size_t to = std::min(node.bytes.size(), from + kSector);
        if (from >= to) {
            continue;  // truncated meanwhile
        }
        after.resize(std::max(after.size(), to));
        std::copy(node.bytes.begin() + static_cast<std::ptrdiff_t>(from),
                  node.bytes.begin() + static_cast<std::ptrdiff_t>(to),
                  after.begin() + static_cast<std::ptrdiff_t>(from));
    }
    node.bytes = after;
}

bool MemoryStorage::lose_sector(const std::string& name, std::uint64_t sector) {
    const auto found = names_.find(name);
    if (found == names_.end() || sector * kSector >= found->second->bytes.size()) {
        return false;
    }
    return found->second->unreadable.insert(sector).second;
}

/// Where the bytes were to be, there is what was there before: zeros, in a file that is only added
/// to. Later writes are over what went astray.
bool MemoryStorage::misdirect(std::size_t back, std::int64_t sectors) {
    if (back >= last_writes_.size() || sectors == 0) {
        return false;
    }
    const std::size_t index = last_writes_.size() - 1 - back;
    const Written& astray = last_writes_[index];
    const std::int64_t to =
        static_cast<std::int64_t>(astray.offset) + sectors * static_cast<std::int64_t>(kSector);
    Node& node = *astray.node;
    if (to < 0 || static_cast<std::uint64_t>(to) >= node.bytes.size() ||
        !holds(node.bytes, astray.offset, astray.bytes)) {  // lost with the power
        return false;
    }
    node.misdirected = node.bytes;
    std::fill_n(node.misdirected->begin() + static_cast<std::ptrdiff_t>(astray.offset),
                astray.bytes.size(), std::byte{});
    put_at(*node.misdirected, static_cast<std::uint64_t>(to), astray.bytes);
    for (std::size_t later = index + 1; later < last_writes_.size(); ++later) {
        const Written& write = last_writes_[later];
        if (write.node == astray.node && holds(node.bytes, write.offset, write.bytes)) {
            put_at(*node.misdirected, write.offset, write.bytes);
        }
    }
    return true;
}

bool MemoryStorage::is_damaged() const noexcept {
    return std::ranges::any_of(names_, [](const auto& named) {
        return !named.second->unreadable.empty() || named.second->misdirected.has_value();
    });
}

void MemoryStorage::repair() {
    for (const auto& [name, node] : names_) {
        node->unreadable.clear();
        node->misdirected.reset();
    }
}

void MemoryStorage::restart(Ending ending, FaultPlan plan) {
    if (ending == Ending::Power) {
        names_ =
            names_since_sync_[static_cast<std::size_t>(random_.below(names_since_sync_.size()))];
        for (auto& [name, node] : names_) {
            lose_unsynced(*node);
        }
    }
    for (auto& [name, node] : names_) {
        if (ending == Ending::Power) {
            node->durable = node->bytes;
            node->dirty.clear();
        }
    }
    if (ending == Ending::Power) {
        names_since_sync_ = {names_};
    }
    open_.clear();
    is_stopped_ = false;
    operations_ = 0;
    plan_ = plan;
    random_ = Random(plan.seed);
}

std::string MemoryStorage::path_of(const std::string& name) const {
    return "memory/" + name;
}

Io<std::vector<std::string>> MemoryStorage::list() {
    if (auto done = whole_operation(); !done) {
        return std::unexpected(done.error());
    }
    std::vector<std::string> names;
    for (const auto& [name, node] : names_) {
        names.push_back(name);
    }
    return names;
}

Io<File> MemoryStorage::create(const std::string& name) {
    if (auto done = whole_operation(); !done) {
        return std::unexpected(done.error());
    }
    if (names_.contains(name)) {
        return std::unexpected(EEXIST);
    }
    names_[name] = std::make_shared<Node>();
    names_since_sync_.push_back(names_);
    open_.push_back(names_[name]);
    return File{static_cast<int>(open_.size() - 1)};
}

Io<File> MemoryStorage::open(const std::string& name) {
    if (auto done = whole_operation(); !done) {
        return std::unexpected(done.error());
    }
    const auto found = names_.find(name);
    if (found == names_.end()) {
        return std::unexpected(ENOENT);
    }
    open_.push_back(found->second);
    return File{static_cast<int>(open_.size() - 1)};
}

void MemoryStorage::close(File file) {
    if (file.is_open() && static_cast<std::size_t>(file.number) < open_.size()) {
        open_[static_cast<std::size_t>(file.number)].reset();
    }
}

Io<std::uint64_t> MemoryStorage::size(File file) {
    if (auto done = whole_operation(); !done) {
        return std::unexpected(done.error());
    }
    return std::uint64_t{open_[static_cast<std::size_t>(file.number)]->bytes.size()};
}

std::uint64_t MemoryStorage::used_bytes() const {
    std::uint64_t used = 0;
    for (const auto& [name, node] : names_) {
        used += std::max<std::uint64_t>(node->bytes.size(), node->reserved);
    }
    return used;
}

Io<void> MemoryStorage::reserve(File file, std::uint64_t bytes) {
    if (auto done = whole_operation(); !done) {
        return done;
    }
    Node& node = *open_[static_cast<std::size_t>(file.number)];
    const std::uint64_t has = std::max<std::uint64_t>(node.bytes.size(), node.reserved);
    if (bytes > has && used_bytes() + (bytes - has) > room_bytes_) {
        return std::unexpected(ENOSPC);
    }
    node.reserved = std::max(node.reserved, bytes);
    return {};
}

Io<void> MemoryStorage::write(File file, std::uint64_t offset, Bytes bytes) {
    int error = 0;
    const Outcome outcome = next_operation(error);
    if (outcome == Outcome::Refused) {
        return std::unexpected(error);
    }
    Node& node = *open_[static_cast<std::size_t>(file.number)];
    if (outcome == Outcome::Half) {
        put(node, offset, bytes.first(static_cast<std::size_t>(random_.below(bytes.size() + 1))));
        return std::unexpected(error);
    }
    const std::uint64_t has = std::max<std::uint64_t>(node.bytes.size(), node.reserved);
    const std::uint64_t end = offset + bytes.size();
    if (end > has && used_bytes() + (end - has) > room_bytes_) {
        return std::unexpected(ENOSPC);
    }
    put(node, offset, bytes);
    last_writes_.push_back({.node = open_[static_cast<std::size_t>(file.number)],
                            .offset = offset,
                            .bytes = std::vector<std::byte>(bytes.begin(), bytes.end())});
    if (last_writes_.size() > kWritesKept) {
        last_writes_.pop_front();
    }
    return {};
}

Io<void> MemoryStorage::sync(File file) {
    Node& node = *open_[static_cast<std::size_t>(file.number)];
    if (auto done = whole_operation(); !done) {
        if (plan_.kind == FaultKind::IoError && !is_stopped_) {
            node.dirty.clear();  // the pages count as clean: a later sync does not write them
        }
        return done;
    }
    make_durable(node);
    return {};
}

Io<std::size_t> MemoryStorage::read(File file, std::uint64_t offset, MutableBytes into) {
    if (auto done = whole_operation(); !done) {
        return std::unexpected(done.error());
    }
    const Node& node = *open_[static_cast<std::size_t>(file.number)];
    const std::vector<std::byte>& from = node.misdirected ? *node.misdirected : node.bytes;
    if (offset >= from.size()) {
        return std::size_t{0};
    }
    const auto lost = node.unreadable.lower_bound(offset / kSector);
    if (lost != node.unreadable.end() && *lost * kSector < offset + into.size()) {
        return std::unexpected(EIO);
    }
    const Bytes there = Bytes(from).subspan(static_cast<std::size_t>(offset));
    const std::size_t bytes = std::min(into.size(), there.size());
    std::ranges::copy(there.first(bytes), into.begin());
    return bytes;
}

/// A truncated file is as durable as its names: assumed durable at once, which is harder to survive
/// except where nothing that counts is cut, as here.
Io<void> MemoryStorage::truncate(File file, std::uint64_t bytes) {
    if (auto done = whole_operation(); !done) {
        return done;
    }
    Node& node = *open_[static_cast<std::size_t>(file.number)];
    node.bytes.resize(static_cast<std::size_t>(bytes));
    if (node.misdirected) {
        node.misdirected->resize(node.bytes.size());
    }
    node.durable.resize(std::min(node.durable.size(), static_cast<std::size_t>(bytes)));
    node.reserved = bytes;
    return {};
}

Io<void> MemoryStorage::rename(const std::string& from, const std::string& to) {
    if (auto done = whole_operation(); !done) {
        return done;
    }
    const auto found = names_.find(from);
    if (found == names_.end()) {
        return std::unexpected(ENOENT);
    }
    const auto node = found->second;
    names_.erase(found);
    names_[to] = node;
    names_since_sync_.push_back(names_);
    return {};
}

Io<void> MemoryStorage::remove(const std::string& name) {
    if (auto done = whole_operation(); !done) {
        return done;
    }
    if (names_.erase(name) == 0) {
        return std::unexpected(ENOENT);
    }
    names_since_sync_.push_back(names_);
    return {};
}

Io<void> MemoryStorage::sync_folder() {
    if (auto done = whole_operation(); !done) {
        return done;
    }
    names_since_sync_ = {names_};
    return {};
}

}  // namespace hotpath::journal

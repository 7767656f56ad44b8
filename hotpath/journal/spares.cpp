#include "hotpath/journal/spares.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "hotpath/journal/files.hpp"
#include "hotpath/journal/zeros.hpp"

namespace hotpath::journal {

namespace {

constexpr std::array<std::byte, SpareKeeper::kStepBytes> kBlank{};

}  // namespace

SpareKeeper::SpareKeeper(Storage& storage, std::uint64_t segment_bytes, std::uint32_t wanted)
    : storage_(storage),
      segment_bytes_(segment_bytes),
      wanted_(wanted),
      out_(queue_.producer()),
      in_(queue_.consumer()) {
    HOTPATH_ASSERT(wanted > 0 && wanted <= kSparesMax, "wanted must be 1..kSparesMax");
}

SpareKeeper::~SpareKeeper() {
    storage_.close(making_.file);
    while (const auto spare = take()) {
        storage_.close(spare->file);
    }
}

bool SpareKeeper::is_blank(std::uint64_t number) {
    std::vector<std::byte> memory;
    const auto bytes = read_file(storage_, spare_name(number), memory);
    return bytes && bytes->size() == segment_bytes_ && is_zero(*bytes);
}

Expected<void> SpareKeeper::adopt() {
    const auto listing = list_files(storage_);
    if (!listing) {
        return std::unexpected(listing.error());
    }
    for (const std::uint64_t number : listing->spares) {
        const std::string name = spare_name(number);
        next_number_ = std::max(next_number_, number + 1);
        const auto file = ready() < wanted_ && is_blank(number) ? storage_.open(name)
                                                                : Io<File>(std::unexpected(0));
        // Zeros that were read are not yet zeros on disk.
        if (file && storage_.sync(*file)) {
            publish({.file = *file, .number = number});
            continue;
        }
        if (file) {
            storage_.close(*file);
        }
        if (const auto removed = storage_.remove(name); !removed) {
            return fail_on(storage_, name, "removed", removed.error());
        }
    }
    return {};
}

bool SpareKeeper::poll() {
    if (!making_.file.is_open() && ready() >= wanted_) {
        return false;
    }
    if (const auto stepped = step(); !stepped) {
        give_up(stepped.error());
        return false;
    }
    failure_.store(0, std::memory_order_release);
    return making_.file.is_open() || ready() < wanted_;
}

Io<void> SpareKeeper::step() {
    if (!making_.file.is_open()) {
        const auto file = storage_.create(spare_name(next_number_));
        if (!file) {
            return std::unexpected(file.error());
        }
        making_ = {.file = *file, .number = next_number_++};
        written_ = 0;
        return storage_.reserve(making_.file, segment_bytes_);
    }
    if (written_ < segment_bytes_) {
        const std::uint64_t bytes = std::min(kStepBytes, segment_bytes_ - written_);
        const Bytes zeros = Bytes(kBlank).first(static_cast<std::size_t>(bytes));
        if (auto written = storage_.write(making_.file, written_, zeros); !written) {
            return written;
        }
        storage_.start_writeback(making_.file, written_, bytes);
        written_ += bytes;
        return {};
    }
    if (auto synced = storage_.sync(making_.file); !synced) {
        return synced;
    }
    publish(making_);
    making_ = {};
    return {};
}

void SpareKeeper::publish(const Spare& spare) {
    const bool is_there_room = out_.try_push(spare);
    HOTPATH_ASSERT(is_there_room, "the queue of spares must have room");
    made_.fetch_add(1, std::memory_order_release);
}

void SpareKeeper::give_up(int error) {
    failed_number_.store(making_.file.is_open() ? making_.number : next_number_,
                         std::memory_order_relaxed);
    failure_.store(error, std::memory_order_release);
    if (making_.file.is_open()) {
        storage_.close(making_.file);
        remove_if_there(storage_, spare_name(making_.number));
        making_ = {};
    }
}

std::optional<Spare> SpareKeeper::take() {
    Spare spare;
    if (!in_.try_pop(spare)) {
        return std::nullopt;
    }
    taken_.fetch_add(1, std::memory_order_release);
    return spare;
}

}  // namespace hotpath::journal

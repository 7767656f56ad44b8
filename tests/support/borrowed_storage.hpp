#pragma once
/// A storage that belongs to the test, for a journal that wants one of its own: what the journal
/// leaves is there after it.
///
///   MemoryStorage disk;
///   { auto journal = Journal::open(std::make_unique<BorrowedStorage>(disk), {}, now); ... }
///   disk.restart(Ending::Power);
///
/// Threads: the test's. Allocation: the storage's. Tests only.

#include <string>
#include <vector>

#include "hotpath/journal/storage.hpp"

namespace hotpath::support {

class BorrowedStorage final : public journal::DirectCommits {
  public:
    explicit BorrowedStorage(journal::Storage& storage) : storage_(storage) {}

    [[nodiscard]] std::string path_of(const std::string& name) const override {
        return storage_.path_of(name);
    }
    [[nodiscard]] journal::Io<std::vector<std::string>> list() override { return storage_.list(); }
    [[nodiscard]] journal::Io<journal::File> create(const std::string& name) override {
        return storage_.create(name);
    }
    [[nodiscard]] journal::Io<journal::File> open(const std::string& name) override {
        return storage_.open(name);
    }
    void close(journal::File file) override { storage_.close(file); }
    [[nodiscard]] journal::Io<std::uint64_t> size(journal::File file) override {
        return storage_.size(file);
    }
    [[nodiscard]] journal::Io<void> reserve(journal::File file, std::uint64_t bytes) override {
        return storage_.reserve(file, bytes);
    }
    [[nodiscard]] journal::Io<void> write(journal::File file, std::uint64_t offset,
                                          Bytes bytes) override {
        return storage_.write(file, offset, bytes);
    }
    [[nodiscard]] journal::Io<void> sync(journal::File file) override {
        return storage_.sync(file);
    }
    [[nodiscard]] journal::Io<std::size_t> read(journal::File file, std::uint64_t offset,
                                                MutableBytes into) override {
        return storage_.read(file, offset, into);
    }
    [[nodiscard]] journal::Io<void> truncate(journal::File file, std::uint64_t bytes) override {
        return storage_.truncate(file, bytes);
    }
    [[nodiscard]] journal::Io<void> rename(const std::string& from,
                                           const std::string& to) override {
        return storage_.rename(from, to);
    }
    [[nodiscard]] journal::Io<void> remove(const std::string& name) override {
        return storage_.remove(name);
    }
    [[nodiscard]] journal::Io<void> sync_folder() override { return storage_.sync_folder(); }
    void start_writeback(journal::File file, std::uint64_t offset, std::uint64_t bytes) override {
        storage_.start_writeback(file, offset, bytes);
    }

  private:
    journal::Storage& storage_;
};

}  // namespace hotpath::support

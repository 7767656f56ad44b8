#pragma once
/// Bytes that lie in memory as a ByteSource: recorded messages received by other means, and tests.
///
/// The bytes outlive the source. Threads: one owner. Allocation: the name. Complexity: one copy.

#include <algorithm>
#include <string>
#include <utility>

#include "hotpath/capture/byte_source.hpp"

namespace hotpath::capture {

class MemorySource final : public ByteSource {
  public:
    MemorySource(std::string name, Bytes bytes) : name_(std::move(name)), bytes_(bytes) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    [[nodiscard]] std::string content_name() const override { return name_; }
    [[nodiscard]] Compression compression() const override { return Compression::None; }
    [[nodiscard]] std::uint64_t stored_offset() const override { return offset_; }
    [[nodiscard]] std::uint64_t stored_size() const override { return bytes_.size(); }

    [[nodiscard]] Expected<std::size_t> read(MutableBytes room) override {
        const std::size_t count = std::min(room.size(), bytes_.size() - offset_);
        std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset_), count, room.begin());
        offset_ += count;
        return count;
    }

  private:
    std::string name_;
    Bytes bytes_;
    std::size_t offset_ = 0;
};

}  // namespace hotpath::capture

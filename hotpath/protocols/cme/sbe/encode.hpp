#pragma once
/// How generated encoders write into the caller's buffer: each part once, in the schema's order.
///
///   const sbe::Encoded sent = car::Car::encode(buffer, [&](auto& car) {
///       car.store_serial_number(1234);
///       car.put_fuel_figures(2, [&](auto& figure, std::size_t i) {
///           figure.store_speed(speeds[i]);
///           figure.put_usage_description("urban");
///       });
///       car.put_make("Honda");
///   });
///   if (sent.status == sbe::EncodeStatus::Ok) { send(sent.bytes); }
///
/// A part that is left out is written empty; an optional field that is not stored is null, any
/// other zero. The first error stays: later parts are not written, and there are no bytes to send.
/// Threads: one. Allocation: none. Complexity: one comparison a part, one a group of flat entries.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "hotpath/core/bytes.hpp"

namespace hotpath::protocols::cme::sbe {

enum class EncodeStatus : std::uint8_t {
    Ok,
    NoRoom,      // the buffer is too short
    OutOfOrder,  // a part was put after one that follows it in the schema, or twice
    TooMany,     // more entries, or longer data, than the schema can say
};

struct Encoded {
    EncodeStatus status = EncodeStatus::Ok;
    Bytes bytes = {};  ///< empty unless the status is Ok
};

class Output {
  public:
    explicit Output(MutableBytes room) noexcept
        : begin_(room.data()), at_(room.data()), end_(room.data() + room.size()) {}

    /// The next `length` bytes; null, and the status NoRoom, if they are not there.
    [[nodiscard]] std::byte* claim(std::size_t length) noexcept {
        if (static_cast<std::size_t>(end_ - at_) < length) [[unlikely]] {
            refuse(EncodeStatus::NoRoom);
            return nullptr;
        }
        std::byte* const claimed = at_;
        at_ += length;
        return claimed;
    }

    void refuse(EncodeStatus why) noexcept {
        status_ = status_ == EncodeStatus::Ok ? why : status_;
    }
    [[nodiscard]] bool is_ok() const noexcept { return status_ == EncodeStatus::Ok; }

    /// `count` entries; calls fill(encoder, index) for each.
    template <class Entry, class Dimensions, class Fill>
    void put_group(std::size_t count, Fill&& fill) noexcept {
        if (count > Dimensions::kNumInGroupMax) {
            refuse(EncodeStatus::TooMany);
            return;
        }
        std::byte* const head = claim(Dimensions::kLength);
        if (head == nullptr) {
            return;
        }
        Entry::store_dimensions(Dimensions::at(head), count);
        if constexpr (Entry::kIsFlat) {
            put_flat<Entry>(count, fill);
        } else {
            for (std::size_t i = 0; i < count && is_ok(); ++i) {
                if (std::byte* const block = claim(Entry::kBlockLength); block != nullptr) {
                    put_entry<Entry>(block, i, fill);
                }
            }
        }
    }

    template <class Entry, class Dimensions>
    void put_empty_group() noexcept {
        put_group<Entry, Dimensions>(0, [](auto&, std::size_t) {});
    }

    template <class Head>
    void put_data(Bytes bytes) noexcept {
        if (bytes.size() > Head::kLengthMax) {
            refuse(EncodeStatus::TooMany);
            return;
        }
        std::byte* const head = claim(Head::kLength + bytes.size());
        if (head == nullptr) {
            return;
        }
        std::memset(head, 0, Head::kLength);
        Head::at(head).store_length(static_cast<typename Head::Length>(bytes.size()));
        if (!bytes.empty()) {
            std::memcpy(head + Head::kLength, bytes.data(), bytes.size());
        }
    }

    [[nodiscard]] Encoded result() const noexcept {
        return {status_, is_ok() ? Bytes{begin_, at_} : Bytes{}};
    }

  private:
    template <class Entry, class Fill>
    void put_entry(std::byte* block, std::size_t index, Fill& fill) noexcept {
        Entry::clear(block);
        typename Entry::Encoder encoder(block, *this);
        fill(encoder, index);
        encoder.finish();
    }

    template <class Entry, class Fill>
    void put_flat(std::size_t count, Fill& fill) noexcept {
        std::byte* block = claim(count * Entry::kBlockLength);
        for (std::size_t i = 0; block != nullptr && i < count; ++i) {
            put_entry<Entry>(block, i, fill);
            block += Entry::kBlockLength;
        }
    }

    std::byte* begin_;
    std::byte* at_;
    std::byte* end_;
    EncodeStatus status_ = EncodeStatus::Ok;
};

}  // namespace hotpath::protocols::cme::sbe

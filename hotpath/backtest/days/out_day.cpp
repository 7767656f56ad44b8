#include "hotpath/backtest/days/out_day.hpp"

#include <concepts>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "hotpath/core/checksum.hpp"

namespace hotpath::backtest {

namespace {

/// A value without padding: its bytes are the value.
template <class T>
concept Plain = std::is_trivially_copyable_v<T> && std::has_unique_object_representations_v<T>;

template <class T, class Record>
concept Either = std::same_as<std::remove_const_t<T>, Record>;

// The fields of each record, for the writer and the reader. A structured binding names all of them:
// a field that is added to a record and not here does not compile.
template <class Archive>
void visit_fields(Archive& archive, Either<FillRecord> auto& record) {
    auto& [at, order, instrument, side, liquidity, qty, price, fee, position, mid, mid_after,
           order_entered, queue_ahead] = record;
    archive(at, order, instrument, side, liquidity, qty, price, fee, position, mid, mid_after,
            order_entered, queue_ahead);
}
template <class Archive>
void visit_fields(Archive& archive, Either<OrderRecord> auto& record) {
    auto& [id, instrument, side, qty, price, entered, closed, filled, queue_ahead, total_qty,
           is_rejected, time_in_force, is_post_only, reduced, cancel_sent] = record;
    archive(id, instrument, side, qty, price, entered, closed, filled, queue_ahead, total_qty,
            is_rejected, time_in_force, is_post_only, reduced, cancel_sent);
}
template <class Archive>
void visit_fields(Archive& archive, Either<EquityPoint> auto& record) {
    auto& [at, instrument, pnl, position, mid] = record;
    archive(at, instrument, pnl, position, mid);
}
template <class Archive>
void visit_fields(Archive& archive, Either<InstrumentResult> auto& record) {
    auto& [id, symbol, gross, fees, position_before, position, mark, mark_age, cost_to_close,
           hold_from, hold_to] = record;
    archive(id, symbol, gross, fees, position_before, position, mark, mark_age, cost_to_close,
            hold_from, hold_to);
}
template <class Archive>
void visit_fields(Archive& archive, Either<OrderCounts> auto& record) {
    auto& [entered, replaced, reduced, canceled, by_risk, by_venue, in_flight, decisions, refused] =
        record;
    archive(entered, replaced, reduced, canceled, by_risk, by_venue, in_flight, decisions, refused);
}
template <class Archive>
void visit_fields(Archive& archive, Either<TradingStop> auto& record) {
    auto& [at, instrument, reason, used_up, mode] = record;
    archive(at, instrument, reason, used_up, mode);
}
template <class Archive>
void visit_fields(Archive& archive, Either<DayResult> auto& record) {
    auto& [day, data, since_first, begin, end, messages, instruments, orders, fills, equity, counts,
           stop, input_hash, output_hash] = record;
    archive(day, data, since_first, begin, end, messages, instruments, orders, fills, equity,
            counts, stop, input_hash, output_hash);
}

class DayWriter {
  public:
    void operator()(const auto&... fields) { (write(fields), ...); }

    [[nodiscard]] std::string& bytes() noexcept { return bytes_; }

  private:
    void write(const Plain auto& value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void write(const auto& record) { visit_fields(*this, record); }
    template <class T>
    void write(const std::optional<T>& value) {
        write(std::uint8_t{value.has_value()});
        write(value.value_or(T{}));
    }
    void write(const std::string& text) {
        write(std::uint64_t{text.size()});
        bytes_ += text;
    }
    template <class T>
    void write(const std::vector<T>& records) {
        write(std::uint64_t{records.size()});
        for (const T& record : records) {
            write(record);
        }
    }

    std::string bytes_;
};

/// Reads no byte after the end: what is missing is remembered.
class DayReader {
  public:
    explicit DayReader(std::string_view bytes) : rest_(bytes) {}

    void operator()(auto&... fields) { (read(fields), ...); }

    [[nodiscard]] bool is_complete() const noexcept { return !is_short_ && rest_.empty(); }

  private:
    [[nodiscard]] std::string_view take(std::uint64_t size) {
        is_short_ = is_short_ || size > rest_.size();
        const std::string_view taken = rest_.substr(0, is_short_ ? 0 : size);
        rest_.remove_prefix(taken.size());
        return taken;
    }
    void read(Plain auto& value) {
        const std::string_view taken = take(sizeof value);
        std::memcpy(&value, taken.data(), taken.size());
    }
    void read(auto& record) { visit_fields(*this, record); }
    template <class T>
    void read(std::optional<T>& value) {
        std::uint8_t has_value = 0;
        T read_value{};
        read(has_value);
        read(read_value);
        value = has_value != 0 ? std::optional(read_value) : std::nullopt;
    }
    void read(std::string& text) {
        std::uint64_t size = 0;
        read(size);
        text = take(size);
    }
    template <class T>
    void read(std::vector<T>& records) {
        std::uint64_t count = 0;
        read(count);
        is_short_ = is_short_ || count > rest_.size();  // a record has a byte at least
        for (std::uint64_t n = 0; n < count && !is_short_; ++n) {
            read(records.emplace_back());
        }
    }

    std::string_view rest_;
    bool is_short_ = false;
};

[[nodiscard]] std::uint64_t checksum_of(std::string_view bytes, std::uint64_t identity) {
    Checksum checksum(identity);
    checksum.add(std::as_bytes(std::span(bytes)));
    return checksum.value();
}

}  // namespace

std::string to_bytes(const DayResult& day, std::uint64_t identity) {
    DayWriter writer;
    visit_fields(writer, day);
    writer(checksum_of(writer.bytes(), identity));
    return std::move(writer.bytes());
}

Expected<DayResult> day_from_bytes(std::string_view bytes, std::uint64_t identity) {
    DayResult day;
    std::uint64_t checksum = 0;
    const std::size_t size = bytes.size() - std::min(bytes.size(), sizeof checksum);
    DayReader reader(bytes.substr(0, size));
    DayReader end(bytes.substr(size));
    end(checksum);
    if (!end.is_complete() || checksum != checksum_of(bytes.substr(0, size), identity)) {
        return fail("is damaged, or belongs to another run");
    }
    visit_fields(reader, day);
    return reader.is_complete() ? Expected<DayResult>(std::move(day))
                                : fail("has a correct checksum, but records of another layout");
}

}  // namespace hotpath::backtest

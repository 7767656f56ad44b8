#include "bench/backtest/peer_rows.hpp"

#include <bit>
#include <fstream>
#include <span>
#include <string>
#include <unordered_map>

#include <nlohmann/json.hpp>

#include "bench/backtest/book_changes.hpp"
#include "hotpath/protocols/framing.hpp"

namespace hotpath::bench::backtests {

namespace {

static_assert(std::endian::native == std::endian::little, "the array's type says so");

/// The head of a NumPy file of version 1.0: the magic number, the length of the description, the
/// description, spaces up to a multiple of 64 bytes.
[[nodiscard]] std::string array_head(std::size_t rows) {
    std::string description =
        "{'descr': [('time', '<i8'), ('id', '<u8'), ('price', '<i8'), ('qty', '<u8'), "
        "('action', 'u1'), ('is_sell', 'u1'), ('is_last', 'u1'), ('unused_1', 'u1'), "
        "('instrument', '<u2'), ('unused_2', '<u2')], 'fortran_order': False, 'shape': (" +
        std::to_string(rows) + ",), }";
    constexpr std::size_t kPreludeBytes = 10;
    constexpr std::size_t kAlignment = 64;
    const std::size_t used = kPreludeBytes + description.size() + 1;
    description.append((kAlignment - used % kAlignment) % kAlignment, ' ');
    description += '\n';
    std::string head("\x93NUMPY\x01\x00", 8);
    head += static_cast<char>(description.size() % 256);
    head += static_cast<char>(description.size() / 256);
    return head + description;
}

class RowWriter {
  public:
    RowWriter(const Day& day, BookKind kind) : kind_(kind) {
        for (const DayInstrument& one : day.instruments) {
            index_.emplace(one.id.value, static_cast<std::uint16_t>(index_.size()));
        }
    }

    void on_change(const OrderChange& change) {
        using Kind = OrderChange::Kind;
        using Action = PeerRow::Action;
        const bool is_by_price = kind_ == BookKind::ByPrice;
        if (is_by_price && !change.is_last) {
            is_growing_ = true;  // the level is replaced by itself
            return;
        }
        if (change.kind == Kind::Execute) {
            put(change, Action::Trade, change.qty).is_last = 0;
        }
        const bool is_gone = change.leaves == Qty{};
        const bool is_new = change.kind == Kind::Add && !is_growing_;
        is_growing_ = false;
        put(change,
            is_new    ? Action::Add
            : is_gone ? Action::Delete
                      : Action::Update,
            change.leaves);
    }

    [[nodiscard]] std::vector<PeerRow> rows() && { return std::move(rows_); }

  private:
    PeerRow& put(const OrderChange& change, PeerRow::Action action, Qty qty) {
        return rows_.emplace_back(
            PeerRow{.time = change.time.value,
                    .id = kind_ == BookKind::ByOrder ? change.id.value : 0,
                    .price = change.price.value,
                    .qty = qty.value,
                    .action = action,
                    .is_sell = static_cast<std::uint8_t>(side_index(change.side)),
                    .is_last = static_cast<std::uint8_t>(change.is_last ? 1 : 0),
                    .instrument = index_.at(change.instrument.value)});
    }

    BookKind kind_;
    std::unordered_map<std::uint16_t, std::uint16_t> index_;
    bool is_growing_ = false;
    std::vector<PeerRow> rows_;
};

[[nodiscard]] nlohmann::ordered_json description_of(const Day& day) {
    nlohmann::ordered_json instruments;
    for (const DayInstrument& one : day.instruments) {
        instruments.push_back({{"symbol", one.symbol.str()},
                               {"tick", one.tick},
                               {"low", one.low.value},
                               {"high", one.high.value}});
    }
    return {{"events", day.events}, {"instruments", instruments}};
}

[[nodiscard]] Expected<void> write_file(const std::filesystem::path& path,
                                        std::initializer_list<std::span<const std::byte>> parts) {
    std::ofstream file(path, std::ios::binary);
    for (const auto& part : parts) {
        file.write(reinterpret_cast<const char*>(part.data()),
                   static_cast<std::streamsize>(part.size()));
    }
    file.close();
    return file ? Expected<void>{} : fail("backtest: cannot write " + path.string());
}

[[nodiscard]] std::filesystem::path with_suffix(std::filesystem::path stem, const char* suffix) {
    return stem += suffix;
}

}  // namespace

std::vector<PeerRow> peer_rows(const Day& day, BookKind kind) {
    RowWriter writer(day, kind);
    BookChanges changes;
    protocols::FrameCursor frames(day.messages);
    for (Bytes message; frames.next(message);) {
        changes.on_message(message, [&](const OrderChange& change) { writer.on_change(change); });
    }
    return std::move(writer).rows();
}

Expected<void> write_day(const Day& day, BookKind kind, const std::filesystem::path& stem) {
    const std::vector<PeerRow> rows = peer_rows(day, kind);
    const std::string head = array_head(rows.size());
    const std::string description = description_of(day).dump(1) + "\n";
    if (auto written = write_file(with_suffix(stem, ".itch"), {day.messages}); !written) {
        return written;
    }
    if (auto written = write_file(with_suffix(stem, ".npy"),
                                  {std::as_bytes(std::span(head)), std::as_bytes(std::span(rows))});
        !written) {
        return written;
    }
    return write_file(with_suffix(stem, ".json"), {std::as_bytes(std::span(description))});
}

}  // namespace hotpath::bench::backtests

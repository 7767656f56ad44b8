#include "python/src/live/journal_source.hpp"

#include <string_view>
#include <utility>

#include "hotpath/journal/journal_input.hpp"
#include "hotpath/journal/reader.hpp"
#include "hotpath/messages/record_json.hpp"
#include "hotpath/messages/venue_input_text.hpp"

namespace hotpath::python {

namespace {

/// A journal and its reader, which refers to it.
struct OpenJournal {
    journal::JournalInput input;
    journal::JournalReader reader;
};

Expected<OpenJournal> open_journal(const JournalSelection& selection) {
    auto input = journal::open_journal_input(selection.path);
    if (!input) {
        return std::unexpected(input.error());
    }
    auto reader = journal::open_reader(*input, selection.first_seq);
    if (!reader) {
        return std::unexpected(reader.error());
    }
    return OpenJournal{.input = std::move(*input), .reader = std::move(*reader)};
}

/// Texts or bytes of which some may be missing.
struct TextColumn {
    Texts texts;
    std::vector<std::uint8_t> bits;
    std::int64_t nulls = 0;

    void add(std::string_view text, bool is_there) {
        const std::size_t row = texts.size();
        if (row % 8 == 0) {
            bits.push_back(0);
        }
        bits.back() = static_cast<std::uint8_t>(bits.back() | (is_there ? 1U << (row % 8) : 0U));
        nulls += is_there ? 0 : 1;
        texts.add(text);
    }
};

/// The columns of one batch.
struct JournalColumns {
    std::vector<std::uint64_t> seq, epoch, segment, offset;
    std::vector<std::int64_t> time;
    std::vector<std::uint16_t> type, flags;
    TextColumn payload, input, fields;

    void put(const journal::Record& record, const journal::JournalReader& reader) {
        seq.push_back(record.seq);
        time.push_back(record.time.value);
        type.push_back(record.type);
        flags.push_back(record.flags);
        epoch.push_back(reader.segment()->header.epoch);
        segment.push_back(reader.segment()->header.first_seq);
        offset.push_back(reader.record_offset());
        payload.add({reinterpret_cast<const char*>(record.payload.data()), record.payload.size()},
                    true);
        const std::string words = messages::record_text(record);
        input.add(words, !words.empty());
        const nlohmann::ordered_json values = record.type == messages::kVenueInputRecord
                                                  ? messages::input_fields(record.payload)
                                                  : nlohmann::ordered_json();
        fields.add(values.empty() ? "" : values.dump(), !values.empty());
    }
};

class JournalSource final : public BatchSource {
  public:
    JournalSource(OpenJournal journal, std::size_t batch_rows)
        : journal_(std::move(journal)), batch_rows_(batch_rows) {}

    [[nodiscard]] Expected<std::optional<Batch>> next(ReadWatcher& watcher) override {
        auto columns = std::make_shared<JournalColumns>();
        std::size_t payload_bytes = 0;
        while (columns->seq.size() < batch_rows_ && payload_bytes < kPayloadBytesMax) {
            ++records_;
            if (records_ % kRecordsPerLook == 0 && !watcher.goes_on({.messages = records_})) {
                return std::nullopt;
            }
            journal::Record record;
            const auto more = journal_.reader.next(record);
            if (!more && columns->seq.empty()) {
                return std::unexpected(more.error());
            }
            if (!more || !*more) {
                break;  // of damage the next call has the error again
            }
            payload_bytes += record.payload.size();
            columns->put(record, journal_.reader);
        }
        return columns->seq.empty() ? std::nullopt : std::optional(batch_of(columns));
    }

  private:
    static constexpr std::uint64_t kRecordsPerLook = 4'096;
    static constexpr std::size_t kPayloadBytesMax = std::size_t{8} << 20U;

    [[nodiscard]] static Batch batch_of(const std::shared_ptr<JournalColumns>& columns) {
        const auto numbers = [&](const auto& values) {
            return Column{.owner = columns, .values = values.data()};
        };
        const auto texts = [&](const TextColumn& column) {
            return Column{.owner = columns,
                          .values = column.texts.bytes.data(),
                          .validity = column.nulls == 0 ? nullptr : column.bits.data(),
                          .nulls = column.nulls,
                          .offsets = column.texts.offsets.data()};
        };
        return {
            .rows = columns->seq.size(),
            .columns = {numbers(columns->seq), numbers(columns->time), numbers(columns->type),
                        numbers(columns->flags), numbers(columns->epoch), numbers(columns->segment),
                        numbers(columns->offset), texts(columns->payload), texts(columns->input),
                        texts(columns->fields)}};
    }

    OpenJournal journal_;
    std::size_t batch_rows_;
    std::uint64_t records_ = 0;
};

class LinesOf final : public JournalLines {
  public:
    explicit LinesOf(OpenJournal journal) : journal_(std::move(journal)) {}

    [[nodiscard]] Expected<std::optional<std::string>> next() override {
        journal::Record record;
        const auto more = journal_.reader.next(record);
        if (!more) {
            return std::unexpected(more.error());
        }
        return *more ? std::optional(messages::record_json(record, journal_.reader).dump())
                     : std::nullopt;
    }

  private:
    OpenJournal journal_;
};

}  // namespace

std::vector<Field> journal_fields() {
    return {{.name = "seq", .format = format::kUInt64},
            {.name = "time_ns", .format = format::kInt64},
            {.name = "type", .format = format::kUInt16},
            {.name = "flags", .format = format::kUInt16},
            {.name = "epoch", .format = format::kUInt64},
            {.name = "segment", .format = format::kUInt64},
            {.name = "offset", .format = format::kUInt64},
            {.name = "payload", .format = format::kBinary},
            {.name = "input", .format = format::kText, .is_nullable = true},
            {.name = "fields", .format = format::kText, .is_nullable = true}};
}

Expected<std::unique_ptr<BatchSource>> open_journal_source(const JournalSelection& selection,
                                                           std::size_t batch_rows) {
    auto journal = open_journal(selection);
    if (!journal) {
        return std::unexpected(journal.error());
    }
    return std::make_unique<JournalSource>(std::move(*journal), batch_rows);
}

Expected<std::unique_ptr<JournalLines>> open_journal_lines(const JournalSelection& selection) {
    auto journal = open_journal(selection);
    if (!journal) {
        return std::unexpected(journal.error());
    }
    return std::make_unique<LinesOf>(std::move(*journal));
}

}  // namespace hotpath::python

#include "python/src/table.hpp"

#include <utility>

#include "hotpath/core/assert.hpp"

namespace hotpath::python {

namespace {

/// The batch, once.
class TableSource final : public BatchSource {
  public:
    explicit TableSource(Batch batch) : batch_(std::move(batch)) {}

    [[nodiscard]] Expected<std::optional<Batch>> next(ReadWatcher&) override {
        const bool is_there = batch_ && batch_->rows != 0;
        return is_there ? std::exchange(batch_, std::nullopt) : std::optional<Batch>();
    }

  private:
    std::optional<Batch> batch_;
};

/// Bit n of the bytes is value n.
template <class IsSet>
[[nodiscard]] std::vector<std::uint8_t> bits_of(std::size_t count, IsSet&& is_set) {
    std::vector<std::uint8_t> bits((count + 7) / 8);
    for (std::size_t n = 0; n < count; ++n) {
        if (is_set(n)) {
            bits[n / 8] = static_cast<std::uint8_t>(bits[n / 8] | (1U << (n % 8)));
        }
    }
    return bits;
}

template <class T>
[[nodiscard]] Column column_of(std::vector<T> values) {
    auto owner = std::make_shared<const std::vector<T>>(std::move(values));
    return {.owner = owner, .values = owner->data()};
}

template <class T>
[[nodiscard]] Column optional_column_of(const std::vector<std::optional<T>>& values) {
    struct Owner {
        std::vector<T> values;
        std::vector<std::uint8_t> validity;
    };
    auto owner = std::make_shared<Owner>();
    std::int64_t nulls = 0;
    for (const std::optional<T>& value : values) {
        owner->values.push_back(value.value_or(T{}));
        nulls += value ? 0 : 1;
    }
    owner->validity = bits_of(values.size(), [&](std::size_t n) { return values[n].has_value(); });
    return {.owner = owner,
            .values = owner->values.data(),
            .validity = nulls == 0 ? nullptr : owner->validity.data(),
            .nulls = nulls};
}

}  // namespace

Rows to_rows(Table table) {
    return Rows(
        std::move(table.fields),
        [batch = std::move(table.batch)]() -> Expected<std::unique_ptr<BatchSource>> {
            return std::make_unique<TableSource>(batch);
        },
        nanobind::none());
}

void TableBuilder::add_field(std::string name, const char* format, std::string unit) {
    Field field{.name = std::move(name), .format = format};
    if (!unit.empty()) {
        field.metadata.emplace_back("unit", std::move(unit));
    }
    table_.fields.push_back(std::move(field));
}

void TableBuilder::add(std::string name, std::string unit, std::vector<std::int64_t> values) {
    HOTPATH_ASSERT(values.size() == table_.batch.rows, "a column must have a value a row");
    add_field(std::move(name), format::kInt64, std::move(unit));
    table_.batch.columns.push_back(column_of(std::move(values)));
}

void TableBuilder::add(std::string name, std::string unit, std::vector<std::uint64_t> values) {
    HOTPATH_ASSERT(values.size() == table_.batch.rows, "a column must have a value a row");
    add_field(std::move(name), format::kUInt64, std::move(unit));
    table_.batch.columns.push_back(column_of(std::move(values)));
}

void TableBuilder::add(std::string name, std::string unit,
                       const std::vector<std::optional<std::int64_t>>& values) {
    HOTPATH_ASSERT(values.size() == table_.batch.rows, "a column must have a value a row");
    add_field(std::move(name), format::kInt64, std::move(unit));
    table_.fields.back().is_nullable = true;
    table_.batch.columns.push_back(optional_column_of(values));
}

void TableBuilder::add(std::string name, std::string unit,
                       const std::vector<std::optional<double>>& values) {
    HOTPATH_ASSERT(values.size() == table_.batch.rows, "a column must have a value a row");
    add_field(std::move(name), format::kDouble, std::move(unit));
    table_.fields.back().is_nullable = true;
    table_.batch.columns.push_back(optional_column_of(values));
}

void TableBuilder::add(std::string name, std::vector<std::int32_t> places,
                       std::shared_ptr<const Texts> texts) {
    HOTPATH_ASSERT(places.size() == table_.batch.rows, "a column must have a value a row");
    add_field(std::move(name), format::kInt32, "");
    table_.fields.back().is_dictionary = true;
    Column column = column_of(std::move(places));
    column.dictionary = std::move(texts);
    table_.batch.columns.push_back(std::move(column));
}

void TableBuilder::add(std::string name, const std::vector<bool>& values) {
    HOTPATH_ASSERT(values.size() == table_.batch.rows, "a column must have a value a row");
    add_field(std::move(name), format::kBool, "");
    table_.batch.columns.push_back(
        column_of(bits_of(values.size(), [&](std::size_t n) { return values[n]; })));
}

}  // namespace hotpath::python

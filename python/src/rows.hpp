#pragma once
/// The Python classes of tables: Rows, a table that is read when it is asked for; Batches, one
/// reading of it; Batch, so many rows.
///
/// Each reading opens the file, so a table can be read any number of times. Threads: a reading
/// has one owner; it runs without the GIL. Allocation: that of the source.

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include "hotpath/core/error.hpp"
#include "python/src/arrow/batch.hpp"

namespace hotpath::python {

class Rows {
  public:
    using Open = std::function<Expected<std::unique_ptr<BatchSource>>()>;

    Rows(std::vector<Field> fields, Open open, nanobind::object progress)
        : fields_(std::make_shared<const std::vector<Field>>(std::move(fields))),
          open_(std::move(open)),
          progress_(std::move(progress)) {}

    [[nodiscard]] const std::shared_ptr<const std::vector<Field>>& fields() const {
        return fields_;
    }
    /// Raises hotpath.Error.
    [[nodiscard]] std::unique_ptr<BatchSource> open() const;
    [[nodiscard]] const nanobind::object& progress() const { return progress_; }
    void forget_progress() { progress_ = nanobind::none(); }

  private:
    std::shared_ptr<const std::vector<Field>> fields_;
    Open open_;
    nanobind::object progress_;  // a function, or None
};

void bind_rows(nanobind::module_& module);

}  // namespace hotpath::python

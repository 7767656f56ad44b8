#pragma once
/// A backtest as Python describes it: the text of a configuration, as backtest.toml is, and the
/// strategies of Python that it may name.
///
/// Threads: set-up, with the GIL. Allocation: free.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "hotpath/backtest/config/config_file.hpp"
#include "hotpath/strategy/registry.hpp"
#include "python/src/strategy/python_strategy.hpp"

namespace hotpath::python {

struct ConfigurationText {
    std::string text{};
    std::string name{};  // the file in errors, and what relative paths are relative to
};

/// A configuration with the run that its Python strategies belong to.
struct Configured {
    backtest::BacktestConfig config{};
    std::shared_ptr<PythonRun> run = std::make_shared<PythonRun>();
    bool is_python = false;  // some strategy of it is Python's
};

/// Raises hotpath.Error, or what a strategy's class has raised. `descriptions`: of hotpath/strategy.py.
[[nodiscard]] Configured configure(const ConfigurationText& from,
                                   const nanobind::list& descriptions);

/// The house's strategies and these. Choices may outlive it.
class PythonRegistry {
  public:
    /// With the GIL. Raises hotpath.Error.
    PythonRegistry(const nanobind::list& descriptions, const std::shared_ptr<PythonRun>& run);

    [[nodiscard]] const strategy::Registry& registry() const noexcept { return *registry_; }

  private:
    std::vector<PythonRegistration> own_;
    std::optional<strategy::Registry> registry_;
};

}  // namespace hotpath::python

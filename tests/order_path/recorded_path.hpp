#pragma once
/// Which functions are entered between begin_recording() and end_recording(), and whether a page of
/// docs/ names them in that order. The compiler calls __cyg_profile_func_enter at the begin of each
/// function (CMakeLists.txt).
///
/// Threads: one. Allocation: strings. Tests only.

#include <string>
#include <vector>

namespace hotpath::order_path {

void begin_recording();
/// The functions entered since, in order, by their plain names.
std::vector<std::string> end_recording();

/// Without template arguments and parameters: "hotpath::engine::Engine::on_packet".
std::string plain_name(const std::string& demangled);
/// A name may lack its namespaces: "Engine::on_packet" names "hotpath::engine::Engine::on_packet".
bool is_named(const std::string& entered_name, const std::string& name);

/// The names of one row of a table; each may be entered, the first of them must be.
using Row = std::vector<std::string>;

/// The rows of this heading's tables: "| what | [file](../file) | `Class::function`, `other` |".
std::vector<Row> rows_of(const std::string& page, const std::string& heading);

/// The first function of each row is entered, and not before that of the row above.
void expect_entered_in_order(const std::vector<std::string>& entered, const std::vector<Row>& rows);

}  // namespace hotpath::order_path

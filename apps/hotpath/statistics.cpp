#include "apps/hotpath/commands.hpp"

namespace hotpath::app {

void add_statistics(CLI::App&, Run&) {}

}  // namespace hotpath::app

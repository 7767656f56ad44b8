#include "hotpath/protocols/fix/dialect_dictionary.hpp"

#include <utility>

#include "hotpath/core/assert.hpp"

namespace hotpath::protocols::fix {
namespace {

Dictionary made_of(const Dialect& dialect) {
    auto made = Dictionary::create(*dialect.tables);
    HOTPATH_ASSERT(made.has_value(), "the dictionaries of the library must be whole");
    return std::move(*made);
}

}  // namespace

const Dictionary& dictionary_of(const Dialect& dialect) {
    static const Dictionary k44 = made_of(kDialect44);
    if (dialect.begin_string == kDialect44.begin_string) {
        return k44;
    }
    static const Dictionary k42 = made_of(kDialect42);
    HOTPATH_ASSERT(dialect.begin_string == kDialect42.begin_string, "a dialect must be known");
    return k42;
}

}  // namespace hotpath::protocols::fix

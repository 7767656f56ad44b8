#pragma once
/// The dictionaries of the FIX versions that the venue speaks, each made for the first session of
/// its version.
///
/// Threads: one owner. Allocation: of(), for a version's first session. Dictionaries stay where they
/// are when this moves.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/wire/fix/dialect.hpp"
#include "hotpath/wire/fix/dictionary.hpp"

namespace hotpath::exchange {

class FixDictionaries {
  public:
    [[nodiscard]] Expected<const wire::fix::Dictionary*> of(const std::string& begin_string) {
        const wire::fix::Dialect* const dialect = wire::fix::dialect_of(begin_string);
        if (dialect == nullptr) {
            return fail("exchange: FIX must be FIX.4.2 or FIX.4.4, got " + begin_string);
        }
        std::unique_ptr<wire::fix::Dictionary>& known = known_[dialect->begin_string];
        if (known == nullptr) {
            auto made = wire::fix::Dictionary::create(*dialect->tables);
            if (!made) {
                return std::unexpected(std::move(made.error()));
            }
            known = std::make_unique<wire::fix::Dictionary>(std::move(*made));
        }
        return known.get();
    }

  private:
    std::map<std::string_view, std::unique_ptr<wire::fix::Dictionary>> known_;  // by BeginString
};

}  // namespace hotpath::exchange

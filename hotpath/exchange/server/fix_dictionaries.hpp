#pragma once
/// The dictionaries of the FIX versions that the venue speaks, each made for the first session of
/// its version.
///
/// Threads: one owner. Allocation: of(), for a version's first session. Dictionaries stay where they
/// are when this moves.

#include <array>
#include <memory>
#include <string>
#include <utility>

#include "hotpath/core/error.hpp"
#include "hotpath/wire/fix/dialect.hpp"
#include "hotpath/wire/fix/dictionary.hpp"
#include "hotpath/wire/fix/dictionary_tables.hpp"

namespace hotpath::exchange {

class FixDictionaries {
  public:
    [[nodiscard]] Expected<const wire::fix::Dictionary*> of(const std::string& begin_string) {
        const bool is_42 = begin_string == wire::fix::kDialect42.begin_string;
        if (!is_42 && begin_string != wire::fix::kDialect44.begin_string) {
            return fail("exchange: the venue speaks FIX.4.2 and FIX.4.4, not " + begin_string);
        }
        std::unique_ptr<wire::fix::Dictionary>& known = known_[is_42 ? 0 : 1];
        if (known == nullptr) {
            auto made =
                wire::fix::Dictionary::create(is_42 ? wire::fix::kFix42 : wire::fix::kFix44);
            if (!made) {
                return std::unexpected(std::move(made.error()));
            }
            known = std::make_unique<wire::fix::Dictionary>(std::move(*made));
        }
        return known.get();
    }

  private:
    std::array<std::unique_ptr<wire::fix::Dictionary>, 2> known_{};  // of 4.2, of 4.4
};

}  // namespace hotpath::exchange

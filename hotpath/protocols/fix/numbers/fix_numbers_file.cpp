#include "hotpath/protocols/fix/numbers/fix_numbers_file.hpp"

#include "hotpath/protocols/fix/trader/fix_entry.hpp"
#include "hotpath/store/session_numbers.hpp"

namespace hotpath::protocols::fix {

const store::SessionNumbers* FixEntry::numbers() noexcept {
    static constexpr store::SessionNumbers kNumbers{
        .kind = kFixNumbers,
        .start_at = [](store::NumberFile& file,
                       Time utc) { return SessionStart{.utc = utc, .next_number = file.next()}; },
        .keep = [](store::NumberFile& file,
                   const SessionStart& next) { file.keep(next.next_number); }};
    return &kNumbers;
}

}  // namespace hotpath::protocols::fix

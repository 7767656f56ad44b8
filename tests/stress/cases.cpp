#include "tests/stress/cases.hpp"

#include <algorithm>
#include <iterator>

namespace hotpath::stress {

std::ostream& operator<<(std::ostream& stream, const Case& form) {
    return stream << form.queue << ' ' << form.form;
}

Cases all_cases() {
    Cases all;
    for (const auto cases_of :
         {spsc_cases, mpsc_cases, broadcast_cases, disruptor_cases, seqlock_cases, shm_cases}) {
        std::ranges::move(cases_of(), std::back_inserter(all));
    }
    return all;
}

}  // namespace hotpath::stress

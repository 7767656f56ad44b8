#include "hotpath/queue/seqlock.hpp"
#include "tests/stress/cases.hpp"
#include "tests/stress/message.hpp"

namespace hotpath::stress {
namespace {

/// Every value is a message; those that were overwritten before a reader came are its losses. Their
/// number follows from the version, which is equal before and after the load.
template <std::size_t kBytes, std::size_t kReaders>
class LatestValue {
  public:
    using Lock = queue::Seqlock<Message<kBytes>>;

    static constexpr std::size_t kProducers = 1;
    static constexpr std::size_t kConsumers = kReaders;
    static constexpr bool kLossy = true;
    static constexpr Lengths kLengths{.least = kBytes, .most = kBytes};
    static constexpr std::size_t kSlots = 64;

    struct Producer {
        Lock* lock;

        std::size_t send(const Source& source, Request request) {
            for (std::size_t i = 0; i < request.messages; ++i) {
                lock->store(Message<kBytes>::from(source, i));
            }
            return request.messages;
        }
    };

    struct Consumer {
        const Lock* lock;

        bool receive(Checker& checker, Request request) {
            const std::uint64_t version = lock->version();
            if (version == checker.expected()) {
                return false;
            }
            Message<kBytes> message;
            if (request.call == Call::Copy) {
                message = lock->load();
            } else if (!lock->try_load(message)) {
                return false;
            }
            if (lock->version() != version) {
                return false;  // whole, but of which version is not known
            }
            if (version - 1 != checker.expected()) {
                checker.lost(version - 1 - checker.expected());
            }
            checker.take(message.bytes);
            return true;
        }
    };

    Producer producer(std::size_t) { return {&lock_}; }
    Consumer consumer(std::size_t) { return {&lock_}; }

  private:
    Lock lock_;
};

}  // namespace

Cases seqlock_cases() {
    return {
        case_of<LatestValue<16, 1>>("seqlock", "16_bytes", Share::Most),
        case_of<LatestValue<1, 1>>("seqlock", "1_byte", Share::Small),
        case_of<LatestValue<40, 3>>("seqlock", "40_bytes_3_readers", Share::Small),
        case_of<LatestValue<73, 2>>("seqlock", "73_bytes_2_readers", Share::Small),
        case_of<LatestValue<4096, 2>>("seqlock", "4096_bytes_2_readers", Share::Large),
    };
}

}  // namespace hotpath::stress

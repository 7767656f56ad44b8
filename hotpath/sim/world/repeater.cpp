#include "hotpath/sim/world/repeater.hpp"

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/ascii_fields.hpp"
#include "hotpath/protocols/nasdaq/ouch50/decode.hpp"
#include "hotpath/protocols/nasdaq/soupbintcp/packets.hpp"

namespace hotpath::sim::world {

namespace {

namespace ouch50 = protocols::nasdaq::ouch50;
namespace soup = protocols::nasdaq::soupbintcp;

void append(std::vector<std::byte>& to, Bytes bytes) {
    to.insert(to.end(), bytes.begin(), bytes.end());
}

}  // namespace

class Repeater::Reader : public ouch50::NullReplyListener {
  public:
    explicit Reader(std::map<std::uint32_t, std::uint32_t>& open_qty) : open_qty_(open_qty) {}

    [[nodiscard]] bool is_partial_cancel() const { return is_partial_cancel_; }

    void on_order_accepted(const ouch50::OrderAccepted& m, ouch50::Appendage) { open(m); }
    void on_order_replaced(const ouch50::OrderReplaced& m, ouch50::Appendage) {
        open_qty_.erase(m.load_orig_user_ref_num());
        open(m);
    }
    void on_order_executed(const ouch50::OrderExecuted& m, ouch50::Appendage) {
        take_off(m.load_user_ref_num(), m.load_quantity());
    }
    void on_order_canceled(const ouch50::OrderCanceled& m) {
        take_off(m.load_user_ref_num(), m.load_quantity());
        is_partial_cancel_ = open_qty_.contains(m.load_user_ref_num());
    }
    void on_aiq_canceled(const ouch50::AiqCanceled& m) {
        take_off(m.load_user_ref_num(), m.load_decrement_shares());
        is_partial_cancel_ = open_qty_.contains(m.load_user_ref_num());
    }

  private:
    template <class Message>
    void open(const Message& m) {
        open_qty_[m.load_user_ref_num()] = m.load_quantity();
    }
    void take_off(std::uint32_t number, std::uint32_t qty) {
        if (const auto open = open_qty_.find(number); open != open_qty_.end()) {
            open->second -= qty;
            if (open->second == 0) {
                open_qty_.erase(open);
            }
        }
    }

    std::map<std::uint32_t, std::uint32_t>& open_qty_;
    bool is_partial_cancel_ = false;
};

Repeater::Repeater(std::uint64_t seed, std::uint64_t one_in)
    : seed_(seed), one_in_(one_in), to_venue_(kPacketMax), to_client_(kPacketMax) {}

void Repeater::on_connection() {
    to_venue_.clear();
    to_client_.clear();
}

void Repeater::note(std::uint64_t number, Bytes reply) {
    if (number == comes_once_.size() + 1) {
        Reader reader(open_qty_);
        static_cast<void>(ouch50::decode_reply(reply, reader));
        comes_once_.push_back(reader.is_partial_cancel());
    }
}

bool Repeater::is_twice(std::uint64_t number) const {
    if (number != 0 && number <= comes_once_.size() && comes_once_[number - 1]) {
        return false;
    }
    return SplitMix64(seed_ ^ number * 0x9e37ULL).next() % one_in_ == 0;
}

std::uint64_t Repeater::to_client(std::uint64_t number) const {
    std::uint64_t count = number;
    for (std::uint64_t before = 1; before < number; ++before) {
        count += is_twice(before) ? 1U : 0U;
    }
    return count;
}

std::uint64_t Repeater::to_venue(std::uint64_t number) const {
    std::uint64_t of_client = 1;
    std::uint64_t of_venue = 1;
    while (of_client < number) {
        of_client += is_twice(of_venue) ? 2U : 1U;
        ++of_venue;
    }
    return number == 0 ? 0 : of_venue;  // 0 asks for the newest
}

std::vector<std::byte> Repeater::from_client(Bytes bytes) {
    std::vector<std::byte> passed;
    for (Bytes packet; to_venue_.next(bytes, packet) == soup::AssemblyStatus::Whole;) {
        if (soup::type_of(packet) != soup::LoginRequest::kType) {
            append(passed, packet);
            continue;
        }
        soup::LoginRequest login = soup::LoginRequest::at(packet.data());
        const auto wanted =
            protocols::to_number(login.load_requested_sequence_number()).value_or(1);
        login.store_requested_sequence_number(
            protocols::to_digits<soup::kSequenceNumberLength>(to_venue(wanted)));
        append(passed, login.bytes());
    }
    return passed;
}

std::vector<std::byte> Repeater::from_venue(Bytes bytes) {
    std::vector<std::byte> passed;
    for (Bytes packet; to_client_.next(bytes, packet) == soup::AssemblyStatus::Whole;) {
        if (soup::type_of(packet) == soup::LoginAccepted::kType) {
            soup::LoginAccepted accepted = soup::LoginAccepted::at(packet.data());
            next_ = protocols::to_number(accepted.load_sequence_number()).value_or(1);
            if (accepted.load_session() != session_) {  // of another day
                session_ = accepted.load_session();
                open_qty_.clear();
                comes_once_.clear();
            }
            accepted.store_sequence_number(
                protocols::to_digits<soup::kSequenceNumberLength>(to_client(next_)));
            append(passed, accepted.bytes());
            continue;
        }
        append(passed, packet);
        if (soup::type_of(packet) != soup::SequencedData::kType) {
            continue;
        }
        note(next_, packet.subspan(soup::kHeaderLength));
        if (is_twice(next_++)) {
            append(passed, packet);
            ++repeated_;
        }
    }
    return passed;
}

}  // namespace hotpath::sim::world

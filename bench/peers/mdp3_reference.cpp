#include "bench/peers/mdp3_reference.hpp"

#include "mdp3/MDIncrementalRefreshBook.h"
#include "mdp3/MDIncrementalRefreshOrderBook.h"
#include "mdp3/MessageHeader.h"

namespace hotpath::bench::peers {

namespace tool = ::mdp3;

namespace {

using Levels = tool::MDIncrementalRefreshBook;
using Orders = tool::MDIncrementalRefreshOrderBook;

/// The tool's code takes a buffer that may be written, and only reads it here.
char* as_chars(Bytes bytes) {
    return const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
}

template <class T>
std::uint64_t unless_null(T value, T null) {
    return value == null ? 0 : static_cast<std::uint64_t>(value);
}

template <class M>
std::uint64_t sum_of_root(M& message) {
    return message.transactTime() + message.matchEventIndicator().rawValue();
}

template <class Entry>
std::uint64_t sum_of_price_and_side(Entry& entry) {
    return unless_null(entry.mDEntryPx().mantissa(), tool::PriceNull9::mantissaNullValue()) +
           static_cast<std::uint64_t>(entry.securityID()) + entry.mDUpdateActionRaw() +
           static_cast<std::uint64_t>(entry.mDEntryTypeRaw());
}

std::uint64_t sum_of_levels(Levels& message) {
    using Level = Levels::NoMDEntries;
    using Order = Levels::NoOrderIDEntries;
    std::uint64_t sum = sum_of_root(message);
    Level& levels = message.noMDEntries();
    while (levels.hasNext()) {
        levels.next();
        sum += sum_of_price_and_side(levels);
        sum += unless_null(levels.mDEntrySize(), Level::mDEntrySizeNullValue());
        sum += levels.rptSeq();
        sum += unless_null(levels.numberOfOrders(), Level::numberOfOrdersNullValue());
        sum += levels.mDPriceLevel();
    }
    Order& orders = message.noOrderIDEntries();
    while (orders.hasNext()) {
        orders.next();
        sum += orders.orderID();
        sum += unless_null(orders.mDOrderPriority(), Order::mDOrderPriorityNullValue());
        sum += unless_null(orders.mDDisplayQty(), Order::mDDisplayQtyNullValue());
        sum += unless_null(orders.referenceID(), Order::referenceIDNullValue());
        sum += orders.orderUpdateActionRaw();
    }
    return sum;
}

std::uint64_t sum_of_orders(Orders& message) {
    using Order = Orders::NoMDEntries;
    std::uint64_t sum = sum_of_root(message);
    Order& orders = message.noMDEntries();
    while (orders.hasNext()) {
        orders.next();
        sum += sum_of_price_and_side(orders);
        sum += unless_null(orders.orderID(), Order::orderIDNullValue());
        sum += unless_null(orders.mDOrderPriority(), Order::mDOrderPriorityNullValue());
        sum += unless_null(orders.mDDisplayQty(), Order::mDDisplayQtyNullValue());
    }
    return sum;
}

template <class M, class Sum>
std::uint64_t open(Bytes bytes, const tool::MessageHeader& header, Sum sum) {
    M message;
    message.wrapForDecode(as_chars(bytes), tool::MessageHeader::encodedLength(),
                          header.blockLength(), header.version(), bytes.size());
    return sum(message);
}

struct ReferenceEncoder {
    static protocols::cme::sbe::Encoded encode_levels(const Mdp3Update& update, MutableBytes room) {
        Levels message;
        begin(message, update, room);
        const auto count = static_cast<std::uint8_t>(update.entries);
        Levels::NoMDEntries& levels = message.noMDEntriesCount(count);
        for (const Mdp3Entry& of : update.all()) {
            levels.next();
            levels.mDEntryPx().mantissa(of.price);
            levels.mDEntrySize(of.qty).securityID(of.security).rptSeq(of.rpt_seq);
            levels.numberOfOrders(of.orders).mDPriceLevel(of.level);
            levels.mDUpdateAction(action_of(of)).mDEntryType(type_of(of));
        }
        Levels::NoOrderIDEntries& orders = message.noOrderIDEntriesCount(count);
        std::uint8_t reference = 0;
        for (const Mdp3Entry& of : update.all()) {
            orders.next().orderID(of.order).mDOrderPriority(of.priority).mDDisplayQty(of.qty);
            orders.referenceID(++reference).orderUpdateAction(tool::OrderUpdateAction::New);
        }
        return end(message, room);
    }

    static protocols::cme::sbe::Encoded encode_orders(const Mdp3Update& update, MutableBytes room) {
        Orders message;
        begin(message, update, room);
        Orders::NoMDEntries& orders =
            message.noMDEntriesCount(static_cast<std::uint8_t>(update.entries));
        for (const Mdp3Entry& of : update.all()) {
            orders.next().orderID(of.order).mDOrderPriority(of.priority);
            orders.mDEntryPx().mantissa(of.price);
            orders.mDDisplayQty(of.qty).securityID(of.security);
            orders.mDUpdateAction(action_of(of)).mDEntryType(type_of(of));
        }
        return end(message, room);
    }

  private:
    template <class M>
    static void begin(M& message, const Mdp3Update& update, MutableBytes room) {
        message.wrapAndApplyHeader(reinterpret_cast<char*>(room.data()), 0, room.size());
        message.transactTime(update.time);
        message.matchEventIndicator().clear().endOfEvent(true);
    }
    template <class M>
    static protocols::cme::sbe::Encoded end(const M& message, MutableBytes room) {
        const auto length = tool::MessageHeader::encodedLength() + message.encodedLength();
        return {protocols::cme::sbe::EncodeStatus::Ok, room.first(length)};
    }
    // The values are the schema's on both sides.
    static tool::MDUpdateAction::Value action_of(const Mdp3Entry& entry) {
        return static_cast<tool::MDUpdateAction::Value>(entry.action);
    }
    static tool::MDEntryTypeBook::Value type_of(const Mdp3Entry& entry) {
        return static_cast<tool::MDEntryTypeBook::Value>(entry.type);
    }
};

}  // namespace

std::uint64_t reference_decode_mdp3(const Mdp3Stream& stream) {
    std::uint64_t sum = 0;
    const bool is_whole = for_each_mdp3(stream, [&](Bytes bytes) {
        const tool::MessageHeader header(as_chars(bytes), bytes.size());
        switch (header.templateId()) {
            case Levels::SBE_TEMPLATE_ID:
                sum += open<Levels>(bytes, header, sum_of_levels);
                return true;
            case Orders::SBE_TEMPLATE_ID:
                sum += open<Orders>(bytes, header, sum_of_orders);
                return true;
            default:
                return false;
        }
    });
    return is_whole ? sum : 0;
}

Bytes reference_encode_mdp3(const Mdp3Packet& packet, protocols::cme::mdp3::PacketWriter& writer) {
    return encode_mdp3<ReferenceEncoder>(packet, writer);
}

}  // namespace hotpath::bench::peers

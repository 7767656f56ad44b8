#include "hotpath/protocols/cme/venue/ilink_order.hpp"

#include <cstddef>
#include <span>

#include "hotpath/core/field_bytes.hpp"

namespace hotpath::exchange {

namespace {

template <std::size_t N>
void save_label(const IlinkText<N>& text, StateWriter& writer) {
    writer.put_bytes(std::as_bytes(std::span(text.characters)));
}
template <std::size_t N>
void load_label(IlinkText<N>& text, StateReader& reader) {
    const Bytes bytes = reader.get_bytes();
    if (bytes.size() != N) {
        return reader.refuse();
    }
    std::ranges::copy(bytes, std::as_writable_bytes(std::span(text.characters)).begin());
}

constexpr std::size_t kSenderAt = 20;
constexpr std::size_t kLocationAt = 40;
constexpr std::size_t kPartyListAt = 45;
constexpr std::size_t kManualAt = 53;
static_assert(kManualAt + 1 == kDeskLabelsLength);

template <std::size_t N>
void store_label(const IlinkText<N>& text, std::byte* to) noexcept {
    std::ranges::copy(std::as_bytes(std::span(text.characters)), to);
}
template <std::size_t N>
[[nodiscard]] IlinkText<N> text_at(const std::byte* from) noexcept {
    IlinkText<N> text;
    std::ranges::copy(std::span(from, N),
                      std::as_writable_bytes(std::span(text.characters)).begin());
    return text;
}

}  // namespace

DeskLabels to_desk_labels(const IlinkLabels& labels) noexcept {
    DeskLabels bytes{};
    store_label(labels.cl_ord_id, bytes.data());
    store_label(labels.sender_id, &bytes[kSenderAt]);
    store_label(labels.location, &bytes[kLocationAt]);
    store_be(&bytes[kPartyListAt], labels.party_list);
    bytes[kManualAt] = static_cast<std::byte>(labels.manual);
    return bytes;
}

/// A value that ManualOrderIndicator does not have is Automated.
IlinkLabels ilink_labels_of(const DeskLabels& bytes) noexcept {
    using protocols::cme::ilink3::ManualOrderIndicator;
    const auto manual = static_cast<ManualOrderIndicator>(bytes[kManualAt]);
    return {.cl_ord_id = text_at<20>(bytes.data()),
            .sender_id = text_at<20>(&bytes[kSenderAt]),
            .location = text_at<5>(&bytes[kLocationAt]),
            .party_list = load_be<std::uint64_t>(&bytes[kPartyListAt]),
            .manual =
                manual == ManualOrderIndicator::Manual ? manual : ManualOrderIndicator::Automated};
}

void save(const IlinkOrder& order, StateWriter& writer) {
    const IlinkLabels& labels = order.labels;
    const IlinkTerms& terms = order.terms;
    save_label(labels.cl_ord_id, writer);
    save_label(labels.sender_id, writer);
    save_label(labels.location, writer);
    for (const std::uint64_t value : {order.order_id.value, labels.party_list, labels.request_id}) {
        writer.put(value);
    }
    writer.put(order.session.value);
    writer.put(terms.instrument.value);
    for (const std::uint32_t value :
         {order.user_ref_num.value, terms.qty.value, terms.min_qty.value, terms.display_qty.value,
          order.cum_qty.value, order.leaves_qty.value}) {
        writer.put(value);
    }
    writer.put(terms.price);
    writer.put(terms.stop_price);
    writer.put(terms.side == Side::Buy);
    writer.put(terms.is_passive);
    for (const auto code :
         {static_cast<std::uint8_t>(labels.manual), static_cast<std::uint8_t>(terms.short_sale),
          static_cast<std::uint8_t>(terms.ord_type),
          static_cast<std::uint8_t>(terms.time_in_force)}) {
        writer.put(code);
    }
}

void load(IlinkOrder& order, StateReader& reader) {
    namespace ilink3 = protocols::cme::ilink3;
    IlinkLabels& labels = order.labels;
    IlinkTerms& terms = order.terms;
    load_label(labels.cl_ord_id, reader);
    load_label(labels.sender_id, reader);
    load_label(labels.location, reader);
    for (std::uint64_t* const value :
         {&order.order_id.value, &labels.party_list, &labels.request_id}) {
        *value = reader.get<std::uint64_t>();
    }
    order.session = {reader.get<std::uint16_t>()};
    terms.instrument = {reader.get<std::uint16_t>()};
    for (std::uint32_t* const value :
         {&order.user_ref_num.value, &terms.qty.value, &terms.min_qty.value,
          &terms.display_qty.value, &order.cum_qty.value, &order.leaves_qty.value}) {
        *value = reader.get<std::uint32_t>();
    }
    terms.price = reader.get_price();
    terms.stop_price = reader.get_price();
    terms.side = reader.get_bool() ? Side::Buy : Side::Sell;
    terms.is_passive = reader.get_bool();
    labels.manual = static_cast<ilink3::ManualOrderIndicator>(reader.get<std::uint8_t>());
    terms.short_sale = static_cast<ilink3::ShortSaleType>(reader.get<std::uint8_t>());
    terms.ord_type = static_cast<ilink3::OrderTypeReq>(reader.get<std::uint8_t>());
    terms.time_in_force = static_cast<ilink3::TimeInForce>(reader.get<std::uint8_t>());
}

}  // namespace hotpath::exchange

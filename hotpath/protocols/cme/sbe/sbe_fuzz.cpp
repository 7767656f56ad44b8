// Any bytes as a message of each test schema, and as what follows a header that the first three bytes
// choose: nothing is read beyond them (AddressSanitizer sees it), and what is delivered, encoded again,
// has the same fields if its sender's version has all.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "hotpath/core/assert.hpp"
#include "sbe_schemas/every_big.hpp"
#include "sbe_schemas/every_feature_v1.hpp"
#include "sbe_schemas/every_little.hpp"
#include "sbe_schemas/next_form.hpp"
#include "tests/support/sbe_copy.hpp"
#include "tests/support/sbe_text.hpp"

namespace {

using namespace hotpath;

std::string text_of(const auto& message) {
    support::SbeText text;
    text.add_block(message);
    return text.text();
}

/// A copy has every field that its schema has: only of a sender of that version is it the same.
template <class M>
void check_copy(const M& message, std::uint32_t version, std::size_t size) {
    std::vector<std::byte> room(4 * size + 1'000);
    const protocols::cme::sbe::Encoded copied = support::copy_of(message, room);
    HOTPATH_ASSERT(copied.status != protocols::cme::sbe::EncodeStatus::OutOfOrder,
                   "a copy puts its parts in the schema's order");
    if (copied.status != protocols::cme::sbe::EncodeStatus::Ok || message.version() < version) {
        return;
    }
    M again;
    HOTPATH_ASSERT(again.open(copied.bytes) == protocols::DecodeStatus::Ok,
                   "what was encoded must be decoded");
    HOTPATH_ASSERT(text_of(again) == text_of(message), "fields encoded must equal those decoded");
}

/// A message whose header is whole: its type, version and block length, then the bytes that follow.
template <class Header>
std::vector<std::byte> with_header(std::uint16_t schema, Bytes bytes) {
    constexpr std::array<std::uint16_t, 6> kTemplates = {1, 2, 3, 9, 46, 98};
    const auto number = [&](std::size_t i) { return std::to_integer<std::uint8_t>(bytes[i]); };
    Header header;
    header.store_template_id(kTemplates[number(0) % kTemplates.size()]);
    header.store_version(number(1) % 6U);
    header.store_block_length(number(2));
    header.store_schema_id(schema);
    std::vector<std::byte> message(header.bytes().begin(), header.bytes().end());
    message.insert(message.end(), bytes.begin() + 3, bytes.end());
    return message;
}

void check_each(Bytes little, Bytes big, Bytes v1, Bytes next) {
    using namespace hotpath::sbe_schemas;
    (void)every_little::visit_message(
        little, [&](const auto& m) { check_copy(m, every_little::kVersion, little.size()); });
    (void)every_big::visit_message(
        big, [&](const auto& m) { check_copy(m, every_big::kVersion, big.size()); });
    (void)every_feature_v1::visit_message(v1, [](const auto& m) { (void)text_of(m); });
    (void)next_form::visit_message(next, [](const auto& m) { (void)text_of(m); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace hotpath::sbe_schemas;
    const std::vector<std::byte> bytes(reinterpret_cast<const std::byte*>(data),
                                       reinterpret_cast<const std::byte*>(data) + size);
    check_each(bytes, bytes, bytes, bytes);
    if (size < 3) {
        return 0;
    }
    check_each(with_header<every_little::MessageHeader>(every_little::kSchemaId, bytes),
               with_header<every_big::MessageHeader>(every_big::kSchemaId, bytes),
               with_header<every_feature_v1::MessageHeader>(every_feature_v1::kSchemaId, bytes),
               with_header<next_form::WideHeader>(next_form::kSchemaId, bytes));
    return 0;
}

#pragma once
/// FIX 4.4 for measurements: streams of ExecutionReports and of NewOrderSingles with values of
/// changing lengths, and what "decoded" and "encoded" mean.
///
/// A message is decoded when it is framed (BodyLength and CheckSum right), split into its fields,
/// and each field that its receiver needs (an order manager of a report, a venue of an order) is a
/// number or a view; the sum over these is the answer. A message is encoded when it lies in the
/// buffer with header, BodyLength and CheckSum: an order of fifteen fields, a report of 23.
/// Threads: one. Allocation: fix44(), make_stream(), make_reports() and make_orders() alone.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hotpath/core/bytes.hpp"
#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/field_list.hpp"
#include "hotpath/protocols/fix/framer.hpp"
#include "hotpath/protocols/fix/message_writer.hpp"
#include "hotpath/protocols/fix/validator.hpp"

namespace hotpath::bench {

inline constexpr std::size_t kFixMessageMax = 4096;

/// The dictionary of all that is measured; it lives as long as the program.
[[nodiscard]] const protocols::fix::Dictionary& fix44();

struct FixStream {
    std::vector<std::byte> bytes;
    std::uint64_t messages = 0;
};

/// Messages as write(writer, random, number) makes them, number from 0 on.
template <class Write>
[[nodiscard]] FixStream make_stream(std::uint64_t messages, std::uint64_t seed, Write&& write) {
    FixStream stream{.bytes = {}, .messages = messages};
    Random random(seed);
    std::array<std::byte, kFixMessageMax> buffer;
    protocols::fix::MessageWriter writer(buffer);
    for (std::uint64_t number = 0; number < messages; ++number) {
        write(writer, random, number);
        const Bytes message = writer.finish();
        stream.bytes.insert(stream.bytes.end(), message.begin(), message.end());
    }
    return stream;
}

[[nodiscard]] FixStream make_reports(std::uint64_t messages);
[[nodiscard]] FixStream make_orders(std::uint64_t messages);

/// The fields of a report that an order manager needs, added up; 0 when one is not what it should
/// be.
[[nodiscard]] std::uint64_t sum_of_report(const protocols::fix::FieldList& fields) noexcept;

/// The same of an order, what a venue needs of it.
[[nodiscard]] std::uint64_t sum_of_order(const protocols::fix::FieldList& fields) noexcept;

/// All messages of the stream: framed, split, summed.
[[nodiscard]] std::uint64_t decode_reports(const FixStream& stream, protocols::fix::Framer& framer,
                                           protocols::fix::FieldList& fields) noexcept;
[[nodiscard]] std::uint64_t decode_orders(const FixStream& stream, protocols::fix::Framer& framer,
                                          protocols::fix::FieldList& fields) noexcept;

/// decode_reports(), but of each message only MsgSeqNum is read.
[[nodiscard]] std::uint64_t split_reports(const FixStream& stream, protocols::fix::Framer& framer,
                                          protocols::fix::FieldList& fields) noexcept;

/// Order number `number`; its bytes in the writer's buffer.
[[nodiscard]] Bytes encode_order(protocols::fix::MessageWriter& writer,
                                 std::uint64_t number) noexcept;
/// The report of a trade of that order: whole for every third, else in part.
[[nodiscard]] Bytes encode_report(protocols::fix::MessageWriter& writer,
                                  std::uint64_t number) noexcept;

}  // namespace hotpath::bench

#pragma once
/// A Databento DBN recording, versions 1 to 3, as ITCH 5.0 messages.
///
///   mbo             every order                    OrderBooks
///   mbp-1, mbp-10   a level is one order           PriceBooks
///   tbbo            the same, before each trade    PriceBooks
///   trades          P alone, no books              PriceBooks
///   definition, symbol mapping   names of instruments: R
///   status                       H
///
/// Begins with S(O) and S(Q) and ends with S(M) and S(C); R and H(T) of an instrument come before
/// its first message. A recording of several of the first four kinds is refused: their trades would
/// count twice. Records of other types are counted and skipped. An error names the file, the record
/// and its byte. Threads: one owner. Allocation: the metadata while it is opened, the symbols, the
/// open orders. Complexity: O(log levels) a record.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "hotpath/capture/dbn/day_clock.hpp"
#include "hotpath/capture/dbn/instruments.hpp"
#include "hotpath/capture/dbn/itch_output.hpp"
#include "hotpath/capture/dbn/order_books.hpp"
#include "hotpath/capture/dbn/price_books.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/capture/read_buffer.hpp"
#include "hotpath/protocols/dbn/decode.hpp"

namespace hotpath::capture::dbn {

class DbnStream final : public MessageStream {
  public:
    /// Metadata above this is refused.
    static constexpr std::size_t kMetadataBytesMax = std::size_t{512} << 20U;

    /// Reads the metadata.
    [[nodiscard]] static Expected<std::unique_ptr<MessageStream>> open(ReadBuffer input);

    [[nodiscard]] Progress progress() const override { return input_.progress(); }
    [[nodiscard]] StreamStats stats() const override { return stats_; }
    [[nodiscard]] std::span<const Skip> skips() const override { return out_.block().skips(); }
    [[nodiscard]] Format format() const override { return Format::Dbn; }
    [[nodiscard]] BookSource book_source() const override;
    [[nodiscard]] std::optional<Date> date() const override { return clock_.first_date(); }

    [[nodiscard]] Expected<Bytes> next_block() override;

    DbnStream(ReadBuffer input, const protocols::dbn::MetadataReader& metadata);

  private:
    class Visitor;
    enum class Kind : std::uint8_t { Mbo, Mbp1, Mbp10, Tbbo, Trades };

    void step();
    void apply(Bytes record);
    [[nodiscard]] Outcome take_kind(Kind kind);
    [[nodiscard]] Checked<Listing> begin(const protocols::dbn::RecordHeader& header,
                                         const RecordTimes& times);
    void note_flags(std::uint8_t flags, const Listing& listing);

    template <class M>
    [[nodiscard]] Checked<Listing> begin_market(const M& record, Kind kind);
    [[nodiscard]] Outcome on(const protocols::dbn::MboMsg& record);
    [[nodiscard]] Outcome on(const protocols::dbn::TradeMsg& record);
    template <class M>
    [[nodiscard]] Outcome on_levels(const M& record, Kind kind);
    [[nodiscard]] Outcome on(const protocols::dbn::StatusMsg& record);
    template <class M>
    [[nodiscard]] Outcome on_definition(const M& record);

    void end();
    void stop_with(Error failure) { failure_ = std::move(failure); }
    [[nodiscard]] Error refusal(Bytes record, const std::string& reason) const;
    [[nodiscard]] Error wrong_length(Bytes record) const;
    [[nodiscard]] Error too_short_a_length() const;
    [[nodiscard]] std::optional<Error> at_end_of_input() const;

    ReadBuffer input_;
    protocols::dbn::RecordFormat format_;
    std::optional<Kind> kind_;  // of the metadata or the first record
    StreamStats stats_;
    ItchOutput out_;
    Instruments instruments_;
    DayClock clock_;
    OrderBooks orders_;
    PriceBooks prices_;
    std::vector<Listing> listings_;   // by locate - 1
    std::vector<bool> is_gap_noted_;  // by locate - 1: the channel lost data
    bool has_begun_ = false;
    bool has_ended_ = false;
    std::optional<Error> failure_;
};

}  // namespace hotpath::capture::dbn

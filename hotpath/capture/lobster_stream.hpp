#pragma once
/// A LOBSTER message file as ITCH 5.0 messages of one instrument, stock locate 1.
///
///   begins with   S(O) start of messages, R directory, H(T) trading, S(Q) start of market hours
///   1 add         A                         5 hidden execution   P trade
///   2 partial     X                         6 cross trade        Q cross (O before noon, C after)
///   3 delete      D                         7 halt               H (H, Q or T)
///   4 execution   E                         ends with            S(M) market hours, S(C) messages
///
/// The message file does not hold the orders that were open before it begins, nor what happens
/// behind its N best levels. With the order book file the messages that are missing are made
/// (LobsterWindow): after every event the book has exactly the levels of its row. Without it the
/// book is an estimate (LobsterEstimate). book_source() says which. Messages made for either reason
/// have kImpliedTrackingNumber. Threads: one owner. Allocation: the orders in view, or of the
/// estimate the open orders. Complexity: O(levels), or O(log n), an event.

#include <optional>

#include "hotpath/capture/lobster.hpp"
#include "hotpath/capture/lobster_book.hpp"
#include "hotpath/capture/lobster_estimate.hpp"
#include "hotpath/capture/lobster_itch.hpp"
#include "hotpath/capture/lobster_window.hpp"
#include "hotpath/capture/message_stream.hpp"
#include "hotpath/core/symbol.hpp"

namespace hotpath::capture {

class LobsterStream final : public MessageStream {
  public:
    /// Without `rows` the book is an estimate.
    LobsterStream(LobsterReader events, std::optional<LobsterBookReader> rows, Symbol symbol);

    [[nodiscard]] Progress progress() const override { return events_.input().progress(); }
    [[nodiscard]] StreamStats stats() const override { return stats_; }
    [[nodiscard]] std::span<const Skip> skips() const override { return out_.skips(); }
    [[nodiscard]] Format format() const override { return Format::Lobster; }
    [[nodiscard]] BookSource book_source() const override;

    [[nodiscard]] Expected<Bytes> next_block() override;

  private:
    void step();
    void translate(const LobsterEvent& event);
    [[nodiscard]] bool has_row();
    void end();
    void stop_with(Error failure) { failure_ = std::move(failure); }
    [[nodiscard]] Error lengths_differ(std::string_view which_ends) const;

    LobsterReader events_;
    std::optional<LobsterBookReader> rows_;
    StreamStats stats_;
    LobsterItch out_;
    LobsterWindow window_;
    LobsterEstimate estimate_;
    LobsterRow row_;  // after the event being translated
    bool has_begun_ = false;
    bool has_ended_ = false;
    std::optional<Error> failure_;
};

}  // namespace hotpath::capture

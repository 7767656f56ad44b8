#include "hotpath/capture/lobster_stream.hpp"

#include <utility>

#include <fmt/format.h>

namespace hotpath::capture {

namespace {

// One event makes a handful of messages, but for one that changes the whole view.
constexpr std::size_t kBlockSlack = std::size_t{64} << 10U;

}  // namespace

LobsterStream::LobsterStream(LobsterReader events, std::optional<LobsterBookReader> rows,
                             Symbol symbol)
    : events_(std::move(events)),
      rows_(std::move(rows)),
      out_(symbol, stats_),
      window_(out_, stats_),
      estimate_(out_) {
    out_.reserve(kBlockBytes + kBlockSlack);
}

BookSource LobsterStream::book_source() const {
    if (rows_) {
        return {.basis = BookBasis::PublishedLevels,
                .levels = row_.levels_max,
                .file = rows_->input().source().content_name()};
    }
    return {
        .basis = BookBasis::Estimate,
        .levels = 0,
        .file = lobster_book_name(events_.input().source().content_name()).value_or(std::string())};
}

Expected<Bytes> LobsterStream::next_block() {
    out_.clear_block();
    while (!has_ended_ && !failure_ && out_.block().size() < kBlockBytes) {
        step();
    }
    if (out_.block().empty() && failure_) {
        return std::unexpected(*failure_);
    }
    return out_.block();
}

void LobsterStream::step() {
    const auto next = events_.next();
    if (!next) {
        return stop_with(next.error());
    }
    const bool has_event = next->has_value();
    const bool has_a_row = rows_ && has_row();
    if (failure_) {
        return;
    }
    if (rows_ && has_a_row != has_event) {
        return stop_with(lengths_differ(has_event ? "order book file" : "message file"));
    }
    if (has_event) {
        translate(**next);
    } else {
        end();
    }
}

/// False at the end of the order book file, and when it cannot be read on.
bool LobsterStream::has_row() {
    const auto row = rows_->next(row_);
    if (!row) {
        stop_with(row.error());
    }
    return row.value_or(false);
}

Error LobsterStream::lengths_differ(std::string_view which_ends) const {
    return {fmt::format(
        "{} and {} do not belong together: the {} ends after {} lines, the other continues; "
        "copy or download both again, or remove the order book file: without it the book is an "
        "estimate",
        events_.input().name(), rows_->input().name(), which_ends, stats_.book_rows)};
}

void LobsterStream::translate(const LobsterEvent& event) {
    out_.set_time(event.time);
    if (!std::exchange(has_begun_, true)) {
        out_.begin_day();
    }
    if (rows_) {
        window_.before(event, row_);
    }
    switch (event.type) {
        case LobsterType::HiddenExecution:
            out_.trade(event);
            break;
        case LobsterType::CrossTrade:
            out_.cross(event);
            break;
        case LobsterType::Halt:
            out_.halt(event);
            break;
        default:
            rows_ ? window_.apply(event) : estimate_.apply(event);
    }
    if (rows_) {
        window_.after(row_);
        ++stats_.book_rows;
    }
}

void LobsterStream::end() {
    has_ended_ = true;
    out_.end_day();
}

}  // namespace hotpath::capture

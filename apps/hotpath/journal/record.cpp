#include "apps/hotpath/journal/record.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <sys/socket.h>

#include "hotpath/live/run/input_channel.hpp"
#include "hotpath/process/journal_file.hpp"
#include "hotpath/process/signals.hpp"
#include "hotpath/queue/head_start.hpp"
#include "hotpath/shm/channels.hpp"
#include "hotpath/shm/writer_process.hpp"
#include "hotpath/timing/day_clock.hpp"

namespace hotpath::app {

namespace {

/// When nothing has come.
constexpr std::chrono::microseconds kIdlePause{500};
/// The one before us on the folder may still be writing what its trader left.
constexpr std::chrono::seconds kFolderPatience{10};
/// Before the disk is looked after.
constexpr std::size_t kRecordsATurn = 4'096;

void say(bool has_parent, const std::string& line) {
    if (has_parent) {
        const std::string text = line + "\n";
        static_cast<void>(
            ::send(shm::WriterProcess::kSocket, text.data(), text.size(), MSG_NOSIGNAL));
    } else {
        fmt::print("{}\n", line);
        std::fflush(stdout);
    }
}

/// True if the parent process has exited; then no trader will attach.
[[nodiscard]] bool is_parent_gone() {
    char ignored = 0;
    return ::recv(shm::WriterProcess::kSocket, &ignored, 1, MSG_DONTWAIT) == 0;
}

class JournalKeeper {
  public:
    explicit JournalKeeper(JournalRecordOptions options)
        : options_(std::move(options)), head_start_(options_.journal.head_start) {}

    [[nodiscard]] Expected<void> open() {
        auto file = process::JournalFile::open(options_.folder, options_.journal, kFolderPatience);
        if (!file) {
            return std::unexpected(file.error());
        }
        file_ = std::move(*file);
        return attach();
    }

    /// Until the trader has gone and everything is kept.
    [[nodiscard]] Expected<void> run() {
        for (;;) {
            const bool is_over = is_writer_gone();  // looked at before what it has left
            const std::uint64_t before = records_;
            const Expected<bool> is_empty = take_some();
            if (!is_empty) {
                return std::unexpected(is_empty.error());
            }
            const bool is_busy = file_->maintain() || records_ > before;
            if (file_->writer().has_failed()) {
                return std::unexpected(file_->error());
            }
            if (is_over && *is_empty) {
                return close();
            }
            if (!is_busy) {
                std::this_thread::sleep_for(kIdlePause);
            }
            head_start_.give(records_ - before);
        }
    }

    [[nodiscard]] std::uint64_t records() const noexcept { return records_; }

  private:
    [[nodiscard]] Expected<void> attach() {
        auto channel =
            live::InputChannel::open(shm::ChannelFolder::standard(),
                                     {.name = options_.channel, .protocol = live::kInputProtocol});
        if (!channel) {
            return std::unexpected(channel.error());
        }
        auto consumer = channel->attach_consumer(timing::wall_clock());
        if (!consumer) {
            return std::unexpected(consumer.error());
        }
        consumer_ = std::make_unique<live::InputChannel::Consumer>(std::move(*consumer));
        return {};
    }

    [[nodiscard]] bool is_writer_gone() const {
        const shm::Presence presence = consumer_->attachment().writer().presence;
        return presence == shm::Presence::Never ? options_.has_parent && is_parent_gone()
                                                : presence != shm::Presence::Attached;
    }

    /// As much as the journal takes now; true when nothing is left.
    [[nodiscard]] Expected<bool> take_some() {
        for (std::size_t taken = 0; taken < kRecordsATurn; ++taken) {
            const auto ticket = queue::front_record(**consumer_);
            if (!ticket) {
                return true;
            }
            if (ticket->length > trader::kLogRecordMax) {
                return fail(options_.channel + ": a record must have at most " +
                            std::to_string(trader::kLogRecordMax) + " bytes, got " +
                            std::to_string(ticket->length));
            }
            MutableBytes place;
            const bool has_room = file_->has_room(ticket->length);
            if (!has_room && !file_->can_make_room()) {
                return std::unexpected(file_->error());
            }
            if (!has_room ||
                file_->writer().claim(ticket->length, place) != journal::AppendStatus::Done) {
                return false;
            }
            if (!queue::pop_record(**consumer_,
                                   place.subspan(journal::kRecordHeaderBytes, ticket->length))) {
                return fail(options_.channel + ": a record is incomplete");
            }
            file_->writer().finish(ticket->type, ticket->time, ticket->length);
            ++records_;
        }
        return false;
    }

    [[nodiscard]] Expected<void> close() {
        if (auto closed = file_->close(); !closed) {
            return closed;
        }
        consumer_.reset();
        const auto name = shm::ChannelName::from(options_.channel);
        return name ? shm::remove_channel(shm::ChannelFolder::standard(), *name,
                                          shm::Removal::IfUnused)
                    : std::unexpected(name.error());
    }

    JournalRecordOptions options_;
    queue::HeadStart head_start_;
    std::unique_ptr<process::JournalFile> file_;
    std::unique_ptr<live::InputChannel::Consumer> consumer_;
    std::uint64_t records_ = 0;
};

}  // namespace

Expected<void> run_journal_record(const JournalRecordOptions& options) {
    // A signal for the group of processes is for the trader, which stops in order, and then we do.
    process::set_signals({SIGINT, SIGTERM, SIGUSR1}, SIG_IGN);
    JournalKeeper keeper(options);
    auto done = keeper.open();
    if (done) {
        say(options.has_parent, "ready");
        done = keeper.run();
    }
    say(options.has_parent,
        done ? fmt::format("{} records", keeper.records()) : done.error().message);
    return done;
}

}  // namespace hotpath::app

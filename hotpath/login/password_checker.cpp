#include "hotpath/login/password_checker.hpp"

#include <algorithm>
#include <utility>

#include <sys/resource.h>
#include <unistd.h>

#include "hotpath/core/assert.hpp"

namespace hotpath::login {

GivenPassword::GivenPassword(std::string_view text) noexcept {
    if (text.size() <= text_.size()) {
        std::ranges::copy(text, text_.begin());
        length_ = static_cast<std::uint8_t>(text.size());
    }
}

PasswordChecker::PasswordChecker(Options options)
    : options_(std::move(options)),
      questions_(options_.waiting_max),
      answers_(options_.waiting_max) {
    thread_ = std::thread([this] { run(); });
}

PasswordChecker::~PasswordChecker() {
    {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
    }
    is_asked_.notify_one();
    thread_.join();
}

bool PasswordChecker::try_ask(const PasswordQuestion& question) {
    {
        const std::scoped_lock lock(mutex_);
        if (unanswered_ == options_.waiting_max) {
            return false;
        }
        ++unanswered_;
        const bool is_kept = questions_.try_push(question);
        HOTPATH_ASSERT(is_kept, "the queue must have room for every unanswered question");
    }
    is_asked_.notify_one();
    return true;
}

std::optional<PasswordAnswer> PasswordChecker::try_take() {
    if (answers_waiting_.load(std::memory_order_acquire) == 0) {
        return std::nullopt;
    }
    const std::scoped_lock lock(mutex_);
    const PasswordAnswer answer = answers_.front();
    answers_.pop();
    --unanswered_;
    answers_waiting_.fetch_sub(1, std::memory_order_relaxed);
    return answer;
}

std::optional<PasswordQuestion> PasswordChecker::next_question() {
    std::unique_lock lock(mutex_);
    is_asked_.wait(lock, [this] { return is_over_ || !questions_.empty(); });
    if (is_over_) {
        return std::nullopt;
    }
    const PasswordQuestion question = std::exchange(questions_.front(), PasswordQuestion{});
    questions_.pop();
    return question;
}

void PasswordChecker::run() {
    constexpr int kGivesWayToAll = 19;
    static_cast<void>(::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kGivesWayToAll));
    while (const auto question = next_question()) {
        const bool is_right = question->hash->is_of(question->password.view());
        {
            const std::scoped_lock lock(mutex_);
            const bool is_kept =
                answers_.try_push({.number = question->number, .is_right = is_right});
            HOTPATH_ASSERT(is_kept, "the queue must have room for the answer to every question");
        }
        answers_waiting_.fetch_add(1, std::memory_order_release);
        if (options_.on_answer) {
            options_.on_answer();
        }
    }
}

}  // namespace hotpath::login

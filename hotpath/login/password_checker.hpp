#pragma once
/// PasswordChecker: compares passwords with their hashes on a thread beside the trading one, which asks
/// and takes answers without waiting.
///
///   PasswordChecker checker({.waiting_max = 64, .on_answer = [&] { waiter.wake(); }});
///   checker.try_ask({.number = 7, .hash = &stored, .password = given});    // false: full, ask later
///   while (const auto answer = checker.try_take()) { answer->number, answer->is_right }
///
/// Answers come in the order of the questions. The thread gives way to all others (nice 19). Threads:
/// one owner, and the checker's own. Allocation: the constructor; OpenSSL's, on the thread. Complexity:
/// a lock a question; try_take() without an answer is a load.

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "hotpath/core/fixed_queue.hpp"
#include "hotpath/crypto/password_hash.hpp"

namespace hotpath::login {

/// A password as it was sent, without its padding.
class GivenPassword {
  public:
    GivenPassword() = default;
    /// Longer than any password: it is no password.
    explicit GivenPassword(std::string_view text) noexcept;

    [[nodiscard]] std::string_view view() const noexcept { return {text_.data(), length_}; }

  private:
    std::array<char, crypto::PasswordHash::kPasswordLengthMax> text_{};
    std::uint8_t length_ = 0;
};

struct PasswordQuestion {
    std::uint64_t number = 0;
    const crypto::PasswordHash* hash = nullptr;  // outlives the checker
    GivenPassword password{};
};

struct PasswordAnswer {
    std::uint64_t number = 0;
    bool is_right = false;
};

class PasswordChecker {
  public:
    struct Options {
        std::size_t waiting_max = 64;
        /// Called by the checker's thread after each answer.
        std::function<void()> on_answer{};
    };

    explicit PasswordChecker(Options options);
    PasswordChecker(const PasswordChecker&) = delete;
    PasswordChecker& operator=(const PasswordChecker&) = delete;
    /// Waits for the check that has begun; what waits is not answered.
    ~PasswordChecker();

    [[nodiscard]] bool try_ask(const PasswordQuestion& question);
    [[nodiscard]] std::optional<PasswordAnswer> try_take();

  private:
    void run();
    /// nullopt: the end.
    [[nodiscard]] std::optional<PasswordQuestion> next_question();

    Options options_;
    std::mutex mutex_;
    std::condition_variable is_asked_;
    FixedQueue<PasswordQuestion> questions_;  // guarded by mutex_
    FixedQueue<PasswordAnswer> answers_;      // guarded by mutex_
    std::size_t unanswered_ = 0;              // guarded by mutex_; asked, and not yet taken
    bool is_over_ = false;                    // guarded by mutex_
    std::atomic<std::uint32_t> answers_waiting_{0};
    std::thread thread_;
};

}  // namespace hotpath::login

#pragma once
/// A program of a peer's that is asked by lines and answers by lines of JSON, over one socket that
/// is its standard input and output. It lives until the object ends, stopped (SIGSTOP) but when it
/// is asked.
///
/// Threads: call from one. Allocation: yes. Errors: a program that cannot be started, dies or
/// answers something else gives a sentence.

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>
#include <sys/types.h>

#include "hotpath/core/error.hpp"

namespace hotpath::bench::peers {

class Program {
  public:
    explicit Program(std::vector<std::string> command) : command_(std::move(command)) {}
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;
    ~Program();

    /// Starts it at the first question.
    [[nodiscard]] Expected<nlohmann::json> ask(const std::string& question);

    /// The samples of the last answer: read them before the next request.
    [[nodiscard]] const std::vector<std::uint32_t>& keep(std::vector<std::uint32_t> samples) {
        samples_ = std::move(samples);
        return samples_;
    }

  private:
    friend Expected<std::pair<nlohmann::json, nlohmann::json>> ask_both(Program& near,
                                                                        const std::string& to_near,
                                                                        Program& far,
                                                                        const std::string& to_far);

    [[nodiscard]] Expected<void> start();
    [[noreturn]] void become_program(int socket) const;
    [[nodiscard]] Expected<void> say(const std::string& question);
    [[nodiscard]] Expected<nlohmann::json> hear();
    [[nodiscard]] std::optional<std::string> read_line() const;
    /// What it is at is not worth waiting for.
    void end() noexcept;

    std::vector<std::string> command_;
    pid_t process_ = -1;
    int socket_ = -1;
    std::vector<std::uint32_t> samples_;
};

/// Two programs that work on one run together: both are asked at once, the answers are near's and
/// far's. When one fails the other, which may wait for it for ever, is ended.
[[nodiscard]] Expected<std::pair<nlohmann::json, nlohmann::json>> ask_both(
    Program& near, const std::string& to_near, Program& far, const std::string& to_far);

}  // namespace hotpath::bench::peers

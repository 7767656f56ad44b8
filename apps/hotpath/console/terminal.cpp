#include "apps/hotpath/console/terminal.hpp"

#include <cstdio>
#include <string>
#include <utility>

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace hotpath::app {

namespace {

// Control sequences of ECMA-48 and xterm: the alternate screen, the cursor, erasing to the end.
constexpr std::string_view kEnter = "\x1b[?1049h\x1b[?25l";
constexpr std::string_view kLeave = "\x1b[?25h\x1b[?1049l";
constexpr std::string_view kHome = "\x1b[H";
constexpr std::string_view kEraseBelow = "\x1b[J";

constexpr ScreenSize kUsualScreen{.rows = 24, .columns = 80};

void put(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace

Expected<Terminal> Terminal::open() {
    termios before{};
    if (::isatty(STDOUT_FILENO) == 0 || ::tcgetattr(STDIN_FILENO, &before) != 0) {
        return fail("standard input and output must be a terminal: use --once, or --json FILE");
    }
    termios raw = before;
    raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    raw.c_cc[VSUSP] = _POSIX_VDISABLE;  // stopped, it would leave the terminal as it is now
    raw.c_cc[VMIN] = 0;
    raw.c_cc[VTIME] = 0;
    if (::tcsetattr(STDIN_FILENO, TCSANOW, &raw) != 0) {
        return fail("cannot set the mode of the terminal");
    }
    put(kEnter);
    std::fflush(stdout);
    return Terminal(before);
}

Terminal::Terminal(Terminal&& other) noexcept
    : before_(other.before_), is_ours_(std::exchange(other.is_ours_, false)) {}

Terminal::~Terminal() {
    if (is_ours_) {
        put(kLeave);
        std::fflush(stdout);
        ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
    }
}

ScreenSize Terminal::size() const {
    winsize window{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0 || window.ws_row == 0 ||
        window.ws_col == 0) {
        return kUsualScreen;
    }
    return {.rows = window.ws_row, .columns = window.ws_col};
}

std::optional<char> Terminal::key(Nanos wait) {
    pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    char pressed = 0;
    if (::poll(&input, 1, static_cast<int>(wait.value / 1'000'000)) > 0 &&
        ::read(STDIN_FILENO, &pressed, 1) == 1) {
        return pressed;
    }
    return std::nullopt;
}

void Terminal::draw(std::string_view screen) {
    put(kHome);
    put(screen);
    put(kEraseBelow);
    std::fflush(stdout);
}

}  // namespace hotpath::app

// sbe-print SCHEMA [copy]: reads messages from standard input, each a line of hexadecimal digits, and
// prints each as one line: its name and JSON, or why it was refused. With `copy`, what is printed is the
// message as the encoder writes it again, in hexadecimal digits. tests/sbe/twin_test.py compares these
// with the twin, tests/peers/sbe with the reference tool.

#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "hotpath/protocols/decode_status.hpp"
#include "sbe_schemas/every_big.hpp"
#include "sbe_schemas/every_feature_v1.hpp"
#include "sbe_schemas/every_little.hpp"
#include "sbe_schemas/next_form.hpp"
#include "tests/support/sbe_copy.hpp"
#include "tests/support/sbe_text.hpp"

namespace {

using namespace hotpath;

std::vector<std::byte> from_hex(std::string_view digits) {
    std::vector<std::byte> bytes;
    for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
        bytes.push_back(
            static_cast<std::byte>(std::stoi(std::string(digits.substr(i, 2)), nullptr, 16)));
    }
    return bytes;
}

std::string to_hex(Bytes bytes) {
    std::string digits;
    for (const std::byte byte : bytes) {
        digits += fmt::format("{:02x}", static_cast<unsigned>(byte));
    }
    return digits;
}

std::string text_of(const auto& message) {
    support::SbeText json;
    json.add_block(message);
    return std::string(message.kName) + " " + json.text();
}

std::string copied(const auto& message) {
    std::vector<std::byte> room(100'000);
    return to_hex(support::copy_of(message, room).bytes);
}

/// `decode(bytes, visit)` is a schema's visit_message, `text` what is printed of a message.
int print_all(auto&& decode, auto&& text_of_message) {
    for (std::string line; std::getline(std::cin, line);) {
        // A copy of exactly these bytes: a sanitizer sees a read beyond them.
        const std::vector<std::byte> bytes = from_hex(line);
        std::string text;
        const protocols::DecodeStatus status =
            decode(Bytes(bytes), [&](const auto& message) { text = text_of_message(message); });
        std::puts(status == protocols::DecodeStatus::Ok ? text.c_str() : name(status).data());
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    using namespace hotpath::sbe_schemas;
    const std::string_view schema = argc >= 2 ? argv[1] : "";
    const bool is_copy = argc == 3 && argv[2] == std::string_view("copy");
    const auto little = [](Bytes b, auto&& v) { return every_little::visit_message(b, v); };
    const auto big = [](Bytes b, auto&& v) { return every_big::visit_message(b, v); };
    const auto v1 = [](Bytes b, auto&& v) { return every_feature_v1::visit_message(b, v); };
    const auto next = [](Bytes b, auto&& v) { return next_form::visit_message(b, v); };
    const auto copy = [](const auto& message) { return copied(message); };
    const auto text = [](const auto& message) { return text_of(message); };
    if (schema == "every_little") {
        return is_copy ? print_all(little, copy) : print_all(little, text);
    }
    if (schema == "every_big") {
        return is_copy ? print_all(big, copy) : print_all(big, text);
    }
    if (schema == "every_feature_v1") {
        return print_all(v1, text);
    }
    if (schema == "next_form") {
        return print_all(next, text);
    }
    std::fputs(
        "usage: sbe-print every_little|every_big [copy], sbe-print every_feature_v1|next_form\n",
        stderr);
    return 2;
}

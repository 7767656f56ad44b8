// sbe-reference SCHEMA: reads messages from standard input, each a line of hexadecimal digits, and prints
// each as JSON, as the code of the SBE reference tool writes it. tests/peers/sbe/build compiles it against
// that code, which is not committed.

#include <cstdint>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "every_big/Heartbeat.h"
#include "every_big/Incremental.h"
#include "every_big/MessageHeader.h"
#include "every_big/Nested.h"
#include "every_big/Order.h"
#include "every_big/Primitives.h"
#include "every_little/Heartbeat.h"
#include "every_little/Incremental.h"
#include "every_little/MessageHeader.h"
#include "every_little/Nested.h"
#include "every_little/Order.h"
#include "every_little/Primitives.h"
#include "every_v1/Incremental.h"
#include "every_v1/MessageHeader.h"
#include "every_v1/Nested.h"

namespace {

template <class Header>
struct Reader {
    std::vector<char> bytes;
    Header header{bytes.data(), bytes.size()};

    template <class Message>
    bool print_if() {
        if (header.templateId() != Message::sbeTemplateId()) {
            return false;
        }
        Message message(bytes.data(), Header::encodedLength(), bytes.size(), header.blockLength(),
                        header.version());
        std::cout << message << '\n';
        return true;
    }
};

template <class Header, class... Messages>
int print_all() {
    for (std::string line; std::getline(std::cin, line);) {
        std::vector<char> bytes;
        for (std::size_t i = 0; i + 1 < line.size(); i += 2) {
            bytes.push_back(static_cast<char>(std::stoi(line.substr(i, 2), nullptr, 16)));
        }
        Reader<Header> reader{bytes};
        if (!(reader.template print_if<Messages>() || ...)) {
            std::cout << "unknown type\n";
        }
    }
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view schema = argc == 2 ? argv[1] : "";
    if (schema == "every_little") {
        using namespace every::little;
        return print_all<MessageHeader, Primitives, Order, Incremental, Nested, Heartbeat>();
    }
    if (schema == "every_big") {
        using namespace every::big;
        return print_all<MessageHeader, Primitives, Order, Incremental, Nested, Heartbeat>();
    }
    if (schema == "every_feature_v1") {
        return print_all<every::v1::MessageHeader, every::v1::Incremental, every::v1::Nested>();
    }
    std::cerr << "usage: sbe-reference every_little|every_big|every_feature_v1\n";
    return 2;
}

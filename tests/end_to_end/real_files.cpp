#include "tests/end_to_end/real_files.hpp"

#include <gtest/gtest.h>

#include "hotpath/protocols/framing.hpp"

namespace hotpath::end_to_end {

void for_each_message(const std::filesystem::path& file, const std::function<void(Bytes)>& visit) {
    const auto stream = capture::open(file);
    ASSERT_TRUE(stream) << stream.error().message;
    for (;;) {
        const auto block = (*stream)->next_block();
        ASSERT_TRUE(block) << block.error().message;
        if (block->empty()) {
            return;
        }
        protocols::FrameCursor frames(*block);
        for (Bytes message; frames.next(message);) {
            visit(message);
        }
    }
}

}  // namespace hotpath::end_to_end

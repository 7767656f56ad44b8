// Why a client was cut off, as one line that no name from the network can break.
#include "hotpath/process/client_note_text.hpp"

#include <gtest/gtest.h>

namespace hotpath::process {
namespace {

using protocols::nasdaq::soupbintcp::ClientNote;
using protocols::nasdaq::soupbintcp::CloseReason;

[[nodiscard]] ClientNote note_of(std::string_view user) {
    return {.peer = {.address = 0x7f000001, .port = 50'412},
            .user = protocols::to_alpha<6>(user),
            .reason = CloseReason::LoginRejected,
            .why = "superseded by another login"};
}

TEST(ClientNoteText, NamesTheUserTheAddressThePortAndTheReason) {
    EXPECT_EQ(note_text(note_of("ALICE"), "order entry"),
              "ALICE at 127.0.0.1:50412 (order entry): superseded by another login");
}

TEST(ClientNoteText, WithoutWordsTheReasonsNameIsTheReason) {
    ClientNote note = note_of("");
    note.why = {};
    EXPECT_EQ(note_text(note, "operator"),
              "a client without a login at 127.0.0.1:50412 (operator): " +
                  std::string(name(CloseReason::LoginRejected)));
}

TEST(ClientNoteText, ANameFromTheNetworkDoesNotMoveTheCursor) {
    const std::string text = note_text(note_of("A\x1b[2J\n"), "order entry");
    EXPECT_TRUE(text.starts_with("A?[2J? at ")) << text;
}

TEST(ClientNoteText, LinesThatWereLeftOutAreCounted) {
    ClientNote note = note_of("BOB");
    note.suppressed = 12;
    EXPECT_TRUE(note_text(note, "order entry")
                    .ends_with(" (12 lines like this one were left out before it)"));
}

}  // namespace
}  // namespace hotpath::process

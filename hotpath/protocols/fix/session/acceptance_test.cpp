// Every acceptance script of QuickFIX for FIX 4.2, 4.4 and 5.0 SP2, against an acceptor in this
// process. tools/fix_dictionaries.py --fetch brings them; without them the tests are skipped.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/data_files.hpp"
#include "tests/support/fix_acceptance.hpp"

namespace hotpath::protocols::fix {
namespace {

std::vector<std::filesystem::path> scripts_in(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    if (std::filesystem::exists(folder)) {
        for (const auto& entry : std::filesystem::directory_iterator(folder)) {
            files.push_back(entry.path());
        }
    }
    std::ranges::sort(files);
    return files;
}

std::string text_of_file(const std::filesystem::path& file) {
    std::ostringstream text;
    text << std::ifstream(file, std::ios::binary).rdbuf();
    return text.str();
}

SessionOptions acceptor_of(std::string_view begin_string) {
    SessionOptions options;
    options.role = Role::Acceptor;
    options.begin_string = begin_string;
    options.sender_comp_id = "ISLD";
    options.target_comp_id = "TW";
    options.default_appl_ver_id = begin_string == "FIXT.1.1" ? "9" : "";
    options.resets.on_logon = true;
    options.validator.rejects_unknown_tags = true;
    return options;
}

/// A script that does not pass, and what it says: docs/reference/fix.md has the reason.
struct Exception {
    std::string_view script;
    std::string_view fault;
};

struct Suite {
    std::string_view folder;
    std::size_t scripts;
    const DictionaryTables& tables;
    SessionOptions options;
    std::vector<Exception> exceptions{};
};

void play_all(const Suite& suite) {
    const auto folder = support::fix_scripts() / suite.folder;
    const auto scripts = scripts_in(folder);
    if (scripts.empty()) {
        GTEST_SKIP() << folder << " is missing: run tools/fix_dictionaries.py --fetch";
    }
    EXPECT_EQ(scripts.size(), suite.scripts);
    const Dictionary dictionary = *Dictionary::create(suite.tables);
    for (const auto& file : scripts) {
        support::AcceptanceScript script(dictionary, suite.options);
        const std::string fault = script.play(text_of_file(file));
        const auto exception =
            std::ranges::find(suite.exceptions, file.stem().string(), &Exception::script);
        const std::string expected =
            exception == suite.exceptions.end() ? "" : std::string(exception->fault);
        EXPECT_EQ(fault.substr(0, expected.empty() ? fault.size() : expected.size()), expected)
            << file << "\n"
            << fault;
    }
}

TEST(FixAcceptance, EveryScriptOfFix42Passes) {
    play_all({"server/fix42", 58, kFix42, acceptor_of("FIX.4.2")});
}

TEST(FixAcceptance, EveryScriptOfFix44Passes) {
    play_all({"server/fix44", 59, kFix44, acceptor_of("FIX.4.4")});
}

// 999 is a field of FIX 5.0 SP2 and not of FIXT 1.1: here both are one dictionary.
TEST(FixAcceptance, EveryScriptOfFix50Sp2PassesButOne) {
    play_all({"server/fix50sp2",
              60,
              kFix50Sp2,
              acceptor_of("FIXT.1.1"),
              {{"14a_BadField", "line 17: came 8=FIXT.1.1|9=115|35=3|34=2|"}}});
}

TEST(FixAcceptance, ResendRequestsMayAskForAFewMessagesEach) {
    for (const auto& [folder, tables, version] :
         {std::tuple("resendreqchunksize/fix42", &kFix42, "FIX.4.2"),
          std::tuple("resendreqchunksize/fix44", &kFix44, "FIX.4.4"),
          std::tuple("resendreqchunksize/fix50sp2", &kFix50Sp2, "FIXT.1.1")}) {
        SessionOptions options = acceptor_of(version);
        options.resend_request_max = 5;
        play_all({folder, 2, *tables, options});
    }
}

TEST(FixAcceptance, LogonsMaySayTheNextExpectedNumber) {
    for (const auto& [folder, tables, version] :
         {std::tuple("nextexpectedseqnum/fix44", &kFix44, "FIX.4.4"),
          std::tuple("nextexpectedseqnum/fix50sp2", &kFix50Sp2, "FIXT.1.1")}) {
        SessionOptions options = acceptor_of(version);
        options.resets.on_logon = false;
        options.uses_next_expected = true;
        play_all({folder, 4, *tables, options});
    }
}

}  // namespace
}  // namespace hotpath::protocols::fix

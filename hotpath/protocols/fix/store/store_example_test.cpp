// The example of README.md, compiled.
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "hotpath/journal/file_storage.hpp"
#include "hotpath/protocols/fix/session/session.hpp"
#include "hotpath/protocols/fix/store/fix_store.hpp"
#include "tests/support/fix_session_pair.hpp"
#include "tests/support/temporary_directory.hpp"

namespace hotpath::store {
namespace {

struct Orders final : NoteListener {
    void on_state(Bytes state) override { ids.insert(support::text_of(state)); }
    void on_note(Bytes order) override { ids.insert(support::text_of(order)); }
    std::set<std::string> ids;
};

struct Application : protocols::fix::NullSessionListener {
    protocols::fix::LogonAnswer on_logon(const protocols::fix::Inbound&) {
        return protocols::fix::LogonAnswer::accept();
    }
    void on_message(const protocols::fix::Inbound& message) {
        const auto id = message.fields.value(protocols::fix::tag::kClOrdId).value_or("");
        EXPECT_TRUE(store->try_note(support::view_of(id)));
    }
    FixStore* store = nullptr;
};

/// The venue of a day: its peer logs on and gives an order.
void example(const std::filesystem::path& folder, Orders& orders, std::string_view id,
             support::FixEnd& client) {
    const Time now = support::kFixNow;
    auto storage = journal::FileStorage::open_folder(folder, journal::Opening::ReadWrite);
    ASSERT_TRUE(storage.has_value());
    FixStoreOptions options;
    options.journal.segment_bytes = std::uint64_t{64} << 10U;
    options.journal.batch_bytes = 16'384;
    auto store = FixStore::open(std::move(*storage), options, now, &orders);
    ASSERT_TRUE(store.has_value()) << store.error().message;
    auto session =
        protocols::fix::Session::create(support::fix_acceptor(), support::fix44(), *store);
    ASSERT_TRUE(session.has_value()) << session.error().message;
    Application application;
    application.store = &*store;

    session->on_connected(now, application);
    client.session().on_connected(now, client);
    for (int turn = 0; turn < 4; ++turn) {
        const Bytes received = client.session().output();
        session->on_bytes(received, now, application);
        client.session().on_written(received.size(), now);
        ASSERT_TRUE(store->make_durable(now)) << store->error();
        const Bytes sent = session->output();
        client.session().on_bytes(sent, now, client);
        session->on_written(sent.size(), now);
        if (turn == 1) {
            ASSERT_EQ(client.order(id, now), protocols::fix::SendStatus::Sent);
        }
    }
    client.session().on_disconnected(now);
}

TEST(StoreReadme, TheExampleKnowsItsOrdersOfBefore) {
    const support::TemporaryDirectory folder;
    support::FixEnd client(support::fix_initiator());
    Orders first;
    example(folder / "store", first, "17", client);
    EXPECT_EQ(first.ids, std::set<std::string>{});
    Orders second;
    example(folder / "store", second, "18", client);
    EXPECT_EQ(second.ids, std::set<std::string>{"17"});
}

}  // namespace
}  // namespace hotpath::store

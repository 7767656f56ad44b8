#pragma once
/// Replies of OUCH 5.0 as `hotpath order` keeps and shows them.
///
/// Threads: any. Allocation: as the bookkeeping; the texts. Complexity: linear in the reply.

#include "apps/hotpath/order/bookkeeping.hpp"
#include "apps/hotpath/order/entry_reply.hpp"
#include "hotpath/core/bytes.hpp"

namespace hotpath::app {

/// Puts into `kept` what the reply says; the answer to an account query is the next number.
void keep_ouch_reply(Bytes reply, OrderBookkeeping& kept);
[[nodiscard]] EntryReply show_ouch_reply(Bytes reply);

}  // namespace hotpath::app

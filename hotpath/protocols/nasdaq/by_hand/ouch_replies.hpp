#pragma once
/// Replies of OUCH 5.0 as `hotpath order` keeps and shows them.
///
/// Threads: any. Allocation: as the bookkeeping; the texts. Complexity: linear in the reply.

#include "hotpath/core/bytes.hpp"
#include "hotpath/order_entry/bookkeeping.hpp"
#include "hotpath/order_entry/entry_reply.hpp"

namespace hotpath::order_entry {

/// Puts into `kept` what the reply says; the answer to an account query is the next number.
void keep_ouch_reply(Bytes reply, OrderBookkeeping& kept);
[[nodiscard]] EntryReply show_ouch_reply(Bytes reply);

}  // namespace hotpath::order_entry

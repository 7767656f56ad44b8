#pragma once
/// An endpoint of a channel with everything that keeps it alive: its lock, its mapping, its ring.
///
///   auto writer = channel->attach_producer(now);
///   while (!(*writer)->try_push(order)) {}
///
/// `->` and `*` are the queue's own endpoint; nothing of this class is on its way. The endpoint's
/// references are valid as long as this object is and may not be moved from under them: take them
/// after it has come to rest. Threads: the endpoint's. Allocation: none. Complexity: none added.

#include <utility>

#include "hotpath/shm/attachment.hpp"

namespace hotpath::shm {

template <class Endpoint>
class Attached {
  public:
    Attached(Attachment attachment, Endpoint endpoint)
        : attachment_(std::move(attachment)), endpoint_(std::move(endpoint)) {}

    [[nodiscard]] Endpoint& operator*() noexcept { return endpoint_; }
    [[nodiscard]] Endpoint* operator->() noexcept { return &endpoint_; }

    /// Epochs, the other end's state, page kind.
    [[nodiscard]] const Attachment& attachment() const noexcept { return attachment_; }

  private:
    Attachment attachment_;  // outlives the endpoint
    Endpoint endpoint_;
};

}  // namespace hotpath::shm

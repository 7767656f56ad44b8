#pragma once
/// VirtualWire: two network namespaces of the kernel with a virtual Ethernet between them, as two
/// machines and a cable would be.
///
///   hotpath-a: 10.77.0.1 on `wire` <──> `wire`, 10.77.0.2 in hotpath-b
///
/// A socket belongs to the namespace in which it was made (InNamespace). Needs the right to make
/// namespaces (root). Threads: one; InNamespace moves the calling thread alone. Errors: a sentence.

#include <array>
#include <cstdint>
#include <string>

#include "hotpath/core/descriptor.hpp"
#include "hotpath/core/error.hpp"
#include "hotpath/net/endpoint.hpp"

namespace hotpath::bench {

using MacAddress = std::array<std::uint8_t, 6>;

/// One end of the wire.
struct WireEnd {
    std::string space;  // the namespace
    std::string interface;
    net::Endpoint endpoint;
    MacAddress mac{};
};

/// This thread is in the namespace until the end of the scope.
class InNamespace {
  public:
    explicit InNamespace(const std::string& space);
    InNamespace(const InNamespace&) = delete;
    InNamespace& operator=(const InNamespace&) = delete;
    ~InNamespace();

    [[nodiscard]] bool is_there() const noexcept { return is_there_; }

  private:
    Descriptor home_;
    bool is_there_ = false;
};

class VirtualWire {
  public:
    [[nodiscard]] static Expected<VirtualWire> create();
    VirtualWire(VirtualWire&& other) noexcept;
    VirtualWire& operator=(VirtualWire&&) = delete;
    VirtualWire(const VirtualWire&) = delete;
    VirtualWire& operator=(const VirtualWire&) = delete;
    ~VirtualWire();

    [[nodiscard]] const WireEnd& near() const noexcept { return near_; }
    [[nodiscard]] const WireEnd& far() const noexcept { return far_; }

  private:
    VirtualWire();

    WireEnd near_;
    WireEnd far_;
    bool is_owner_ = true;
};

}  // namespace hotpath::bench

#pragma once
/// CaptureProtocols: the protocols of recorded packets that are translated to ITCH, in the order in which a
/// packet is looked at. One is a folder capture/ of the protocol and a line in this file.
///
///   kName    its name in messages
///   kOpen    makes a channel for a capture whose first packet is this one; nullptr: it is of another protocol
///
/// Types. Threads: any. Allocation: the text of names.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "hotpath/protocols/cme/capture/channel.hpp"
#include "hotpath/protocols/iex/capture/channel.hpp"

namespace hotpath::protocols {

template <class... Of>
struct CaptureList {
    static constexpr std::array kOpen{Of::kOpen...};
    static constexpr std::array<std::string_view, sizeof...(Of)> kNames{Of::kName...};
};

using CaptureProtocols = CaptureList<capture::iex::DeepCapture, capture::mdp3::ChannelCapture>;

/// "MoldUDP64, MDP 3.0 and IEX DEEP": `first` and the names of the list, the last one first.
[[nodiscard]] inline std::string capture_names(std::string_view first,
                                               std::string_view before_last) {
    std::string names(first);
    for (std::size_t n = CaptureProtocols::kNames.size(); n-- > 0;) {
        names += n == 0 ? before_last : ", ";
        names += CaptureProtocols::kNames[n];
    }
    return names;
}

}  // namespace hotpath::protocols

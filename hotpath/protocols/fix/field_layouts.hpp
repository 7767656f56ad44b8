#pragma once
/// FieldLayouts: the tags of earlier messages. A message with the tags of one of them, in the same
/// order, is cut into its fields without a tag being read.
///
///   8= 9= 35= 34= 49= 52= 56= 37= 11= 17= ... 44= 59= 151= 14= 6= 60= 10=  accepted
///                                                   |
///                                                   32= 31= 151= 14= 6= 60= 10=  traded
///
/// A tree of what fields begin with: behind each beginning stands that of the field that followed
/// it, and a link to the others that have stood there. A field of a known message costs a comparison
/// of one word. Messages of a session have few layouts; when there is no more room all are
/// forgotten, and learned again.
///
/// Only whole messages are known, to the CheckSum; none with data, which may contain SOH. What is
/// not known FieldList cuts field by field: that is also the obvious twin. Threads: one owner.
/// Allocation: the constructor. Complexity: cut() and learn() O(bytes).

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "hotpath/core/fixed_array.hpp"
#include "hotpath/protocols/fix/tags.hpp"

namespace hotpath::protocols::fix {

/// The tags of a message, and how many characters each is with its `=`.
struct FieldLayout {
    static constexpr std::size_t kFieldsMax = 64;

    std::size_t size = 0;
    std::array<Tag, kFieldsMax> tags{};
    std::array<std::uint8_t, kFieldsMax> lengths{};
};

class FieldLayouts {
  public:
    static constexpr std::size_t kLayoutsMax = 16;

    FieldLayouts();

    /// The layout of a whole message, valid until the next learn(); nullptr when it is not known.
    /// ends[i] becomes the place of the SOH of field i; there is room for the fields of the longest
    /// layout.
    [[nodiscard]] const FieldLayout* cut(std::string_view text, std::uint32_t* ends) const noexcept;

    /// A message whose fields are all well-formed and none of them data. One that is not whole, or
    /// has more fields than kFieldsMax, is not learned.
    void learn(std::string_view text, std::span<const Tag> tags) noexcept;

  private:
    static constexpr std::size_t kBeginningsMax = 512;
    static_assert(kBeginningsMax > FieldLayout::kFieldsMax);

    /// A tag and its `=`. The field that follows begins like the next one in the array. Without a
    /// tag: the end of a message.
    struct Beginning {
        std::uint64_t characters = 1;  // no word is like the first ones
        std::uint64_t mask = 0;
        Tag tag = kNoTag;
        std::uint16_t other = 0;   // what else has stood in its place; 0: nothing
        std::uint16_t layout = 0;  // of a message that ends here
    };

    [[nodiscard]] const Beginning* like(const Beginning* beginning,
                                        std::uint64_t word) const noexcept;
    [[nodiscard]] const Beginning* find(const Beginning* beginning, Tag tag) const noexcept;
    [[nodiscard]] static Beginning beginning_of(Tag tag) noexcept;

    FixedArray<Beginning> beginnings_;
    FixedArray<FieldLayout> layouts_;
    std::size_t used_ = 0;  // of the beginnings
    std::size_t layouts_used_ = 0;
};

}  // namespace hotpath::protocols::fix

#pragma once
/// Does a message keep to its dictionary? The first thing wrong, as the SessionRejectReason (373) to
/// answer with and the tag to name in RefTagID (371).
///
///   Validator validator(dictionary, {});
///   const Verdict verdict = validator.check(fields);
///   if (verdict.reason != SessionRejectReason::Accepted) { reject(verdict); }
///
/// Fields are looked at in the order of the message; what is required and missing is found last,
/// header first, in the order of the specification. A field belongs to the innermost group that is
/// open and has it; a field of the message or of an outer group closes the groups within. A field
/// that no dictionary has stays where it is and ends nothing.
///
/// | reason | when |
/// |---|---|
/// | 0 InvalidTagNumber | a tag that is no number; with rejects_unknown_tags one that is no field |
/// | 1 RequiredTagMissing | of the header, message, group entry or trailer; a data field's length |
/// | 2 TagNotDefinedForMessage | a field, but not of this message |
/// | 4 TagWithoutValue | nothing behind `=` |
/// | 5 ValueIncorrect | not one of the field's values |
/// | 6 IncorrectFormat | not of the field's type; data that is not as long as its length says |
/// | 11 InvalidMsgType | no message has this type |
/// | 13 TagRepeated | a field twice in the message, or in one entry of a group |
/// | 14 TagOutOfOrder | a header field behind the body, a field behind the trailer |
/// | 15 GroupOutOfOrder | an entry does not begin with its first field, or has another order |
/// | 16 IncorrectCount | not as many entries as the group's count says |
/// | 17 DelimiterInValue | characters between two SOH that are no field |
/// | 99 Other | more fields than a FieldList takes, groups nested too deeply |
///
/// A message with the tags of an accepted one needs only its values looked at (AcceptedShapes).
/// Threads: one owner. Allocation: none. Complexity: O(fields), a probe of a hash table each.
/// Source: FIX 4.4 and FIXT 1.1, Reject message and session test cases 14.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "hotpath/protocols/fix/accepted_shapes.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"
#include "hotpath/protocols/fix/field_list.hpp"

namespace hotpath::protocols::fix {

/// SessionRejectReason (373); all but Accepted have the number of the standard. A validator never
/// answers 3 (0 says the same), nor those about sessions: 7 to 10, 12 and 18.
enum class SessionRejectReason : std::int8_t {
    Accepted = -1,
    InvalidTagNumber = 0,
    RequiredTagMissing = 1,
    TagNotDefinedForMessage = 2,
    UndefinedTag = 3,
    TagWithoutValue = 4,
    ValueIncorrect = 5,
    IncorrectFormat = 6,
    DecryptionProblem = 7,
    SignatureProblem = 8,
    CompIdProblem = 9,
    SendingTimeProblem = 10,
    InvalidMsgType = 11,
    XmlValidationError = 12,
    TagRepeated = 13,
    TagOutOfOrder = 14,
    GroupOutOfOrder = 15,
    IncorrectCount = 16,
    DelimiterInValue = 17,
    UnsupportedApplVer = 18,
    Other = 99,
};

/// Returns the sentence for Text (58), as the standard words the reason.
[[nodiscard]] std::string_view name(SessionRejectReason reason) noexcept;

/// The first error of a message; reason Accepted if it has none.
struct Verdict {
    SessionRejectReason reason = SessionRejectReason::Accepted;
    Tag tag = kNoTag;                // kNoTag: `tag_text` has the characters that are no tag
    std::string_view tag_text = {};  // views the message

    friend constexpr bool operator==(const Verdict&, const Verdict&) = default;
};

class Validator {
  public:
    struct Options {
        bool rejects_unknown_tags = false;             // fields that the dictionary does not have
        bool rejects_fields_of_other_messages = true;  // that it has, but not in this message
        bool rejects_other_order_in_groups = true;     // than the specification's
    };

    /// The most groups nested in each other.
    static constexpr std::size_t kDepthMax = 8;

    /// Checks by this dictionary, which must outlive the validator.
    Validator(const Dictionary& dictionary, const Options& options) noexcept
        : dictionary_(&dictionary), options_(options) {}

    /// Checks a message that was split, and counts its verdict.
    [[nodiscard]] Verdict check(const FieldList& fields) noexcept;

    /// Returns the number of messages that had this verdict.
    [[nodiscard]] std::uint64_t count(SessionRejectReason reason) const noexcept {
        return counts_[static_cast<std::size_t>(index_of(reason))];
    }

  private:
    using Reason = SessionRejectReason;
    using Places = std::array<std::uint64_t, Dictionary::kMembersMax / 64>;

    /// The header, the message or the trailer; or the entry of a group that is being looked at.
    struct Level {
        DefinitionId definition;
        Tag count_tag = kNoTag;
        std::uint64_t entries_said = 0;
        std::uint64_t entries = 0;
        std::uint16_t last = 0;  // place of the field before
        Places seen{};
    };
    enum class Section : std::uint8_t { Header, Body, Trailer };

    static constexpr std::size_t kCounts = 21;
    [[nodiscard]] static constexpr int index_of(Reason reason) noexcept {
        return reason == Reason::Other ? 20 : static_cast<int>(reason) + 1;
    }

    [[nodiscard]] Verdict judge(const FieldList& fields) noexcept;
    [[nodiscard]] Verdict judge_malformed(const FieldList& fields) const noexcept;
    [[nodiscard]] Verdict put(const FieldList& fields, std::size_t at) noexcept;
    [[nodiscard]] Verdict put_elsewhere(const FieldList& fields, std::size_t at) noexcept;
    [[nodiscard]] Verdict put_into(Level& level, std::uint16_t place, const FieldList& fields,
                                   std::size_t at) noexcept;
    [[nodiscard]] Verdict put_first_of_group(Level& level, std::uint16_t place,
                                             Tag tag) const noexcept;
    [[nodiscard]] Verdict judge_value(const MemberRow& member, const FieldList& fields,
                                      std::size_t at) const noexcept;
    [[nodiscard]] Verdict open_group(const MemberRow& count, std::string_view value) noexcept;
    [[nodiscard]] Verdict close_groups(std::size_t kept) noexcept;
    [[nodiscard]] Verdict judge_missing(const Level& level) const noexcept;
    [[nodiscard]] bool can_take(const Level& level, Dictionary::Place place) const noexcept;
    [[nodiscard]] Level& section() noexcept {
        return sections_[static_cast<std::size_t>(section_)];
    }
    void open(Level& level, DefinitionId definition) const noexcept;
    void note_row(std::size_t at, const FieldRow* row) noexcept;

    const Dictionary* dictionary_;
    Options options_;
    Section section_ = Section::Header;
    std::array<Level, 3> sections_{};
    std::array<Level, kDepthMax> groups_{};  // open ones, the innermost last
    std::size_t depth_ = 0;
    AcceptedShapes accepted_;
    AcceptedShapes::Rows rows_{};  // of the message that is looked at
    bool has_groups_ = false;      // it has
    std::array<std::uint64_t, kCounts> counts_{};
};

}  // namespace hotpath::protocols::fix

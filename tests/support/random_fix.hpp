#pragma once
/// Random messages that keep to a dictionary: every member that is required, some of the others,
/// groups with entries, values of each field's type and list.
///
///   RandomFix messages(dictionary, random);
///   const std::string body = messages.body(*dictionary.message("8"));   // 35=8|...| for fix_message
///
/// Threads: one owner. Allocation: yes. Tests only.

#include <cstdint>
#include <string>

#include "hotpath/core/random.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"
#include "tests/support/fix_messages.hpp"

namespace hotpath::support {

class RandomFix {
  public:
    RandomFix(const protocols::fix::Dictionary& dictionary, Random& random)
        : dictionary_(&dictionary), random_(&random) {}

    /// MsgType and what is behind it, CheckSum excluded; SOH is `\x01`.
    [[nodiscard]] std::string body(protocols::fix::DefinitionId message) {
        using namespace protocols::fix;
        std::string text = "35=" + std::string(dictionary_->message_row(message).type) + kSoh;
        add_members(text, kHeader, 0);
        add_members(text, message, 0);
        return text;
    }

  private:
    using Tag = protocols::fix::Tag;
    using FieldType = protocols::fix::FieldType;

    static bool is_framing(Tag tag) {
        using namespace protocols::fix;
        return tag == tag::kBeginString || tag == tag::kBodyLength || tag == tag::kMsgType ||
               tag == tag::kCheckSum;
    }

    void add_members(std::string& text, protocols::fix::DefinitionId definition, int depth) {
        const auto members = dictionary_->members(definition);
        for (std::size_t place = 0; place < members.size(); ++place) {
            const auto& member = members[place];
            const bool is_first_of_entry = depth > 0 && place == 0;
            if (is_framing(member.tag) ||
                (!member.is_required && !is_first_of_entry && !random_->one_in(6))) {
                continue;
            }
            const auto& field = *dictionary_->field(member.tag);
            const bool is_length =
                place + 1 < members.size() &&
                dictionary_->data_fields().length_tag(members[place + 1].tag) == member.tag;
            if (is_length) {
                const std::string data = random_data();
                add(text, member.tag, std::to_string(data.size()));
                add(text, members[place + 1].tag, data);
                ++place;
            } else if (member.group != 0) {
                add_group(text, member, depth);
            } else if (field.type != FieldType::Data) {
                add(text, member.tag, random_value(field));
            }
        }
    }

    void add_group(std::string& text, const protocols::fix::MemberRow& count, int depth) {
        const auto& field = *dictionary_->field(count.tag);
        const std::uint64_t entries = !dictionary_->values(field).empty()
                                          ? std::stoull(random_value(field))
                                      : depth > 2 ? 0
                                                  : random_->below(3);
        add(text, count.tag, std::to_string(entries));
        for (std::uint64_t i = 0; i < entries; ++i) {
            add_members(text, dictionary_->group_of(count), depth + 1);
        }
    }

    static void add(std::string& text, Tag tag, const std::string& value) {
        text += std::to_string(tag) + "=" + value + protocols::fix::kSoh;
    }

    std::string random_data() {
        std::string data;
        for (std::uint64_t i = 1 + random_->below(40); i > 0; --i) {
            data.push_back(random_->one_in(4) ? protocols::fix::kSoh
                                              : static_cast<char>(random_->below(256)));
        }
        return data;
    }

    std::string digits(std::uint64_t length) {
        std::string text;
        for (std::uint64_t i = 1 + random_->below(length); i > 0; --i) {
            text.push_back(static_cast<char>('0' + random_->below(10)));
        }
        return text;
    }

    std::string random_value(const protocols::fix::FieldRow& field) {
        const auto values = dictionary_->values(field);
        if (!values.empty()) {
            std::string value(values[random_->below(values.size())].value);
            const bool has_words =
                field.type == FieldType::MultipleChar || field.type == FieldType::MultipleString;
            if (has_words && random_->one_in(2)) {
                value.append(" ").append(values[random_->below(values.size())].value);
            }
            return value;
        }
        switch (field.type) {
            case FieldType::Char:
            case FieldType::MultipleChar:
                return {static_cast<char>('A' + random_->below(26))};
            case FieldType::Boolean:
                return random_->one_in(2) ? "Y" : "N";
            case FieldType::Int:
                return (random_->one_in(2) ? "-" : "") + digits(18);
            case FieldType::Length:
            case FieldType::NumInGroup:
            case FieldType::SeqNum:
                return digits(18);
            case FieldType::Decimal:
                return (random_->one_in(2) ? "-" : "") + digits(9) + "." + digits(9);
            case FieldType::Date:
                return "20240229";
            case FieldType::Time:
                return "12:34:56." + digits(12);
            case FieldType::Timestamp:
                return "20240229-12:34:56";
            case FieldType::MonthYear:
                return "202402w2";
            case FieldType::DayOfMonth:
                return std::to_string(1 + random_->below(31));
            case FieldType::TzTime:
                return "13:09+05:30";
            case FieldType::TzTimestamp:
                return "20060901-07:39Z";
            case FieldType::String:
            case FieldType::MultipleString:
            case FieldType::Data:
                break;
        }
        std::string text;
        for (std::uint64_t i = 1 + random_->below(70); i > 0; --i) {
            text.push_back(static_cast<char>('!' + random_->below(90)));
        }
        return text;
    }

    const protocols::fix::Dictionary* dictionary_;
    Random* random_;
};

}  // namespace hotpath::support

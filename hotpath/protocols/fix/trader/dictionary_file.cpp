#include "hotpath/protocols/fix/trader/dictionary_file.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <pugixml.hpp>

namespace hotpath::protocols::fix {

namespace {

namespace codec = protocols::fix;
using codec::FieldType;
using codec::MemberRow;

/// Components within components.
constexpr int kNestingMax = 32;

struct NamedType {
    std::string_view name;
    FieldType type;
};
constexpr NamedType kTypes[] = {
    {"STRING", FieldType::String},
    {"COUNTRY", FieldType::String},
    {"CURRENCY", FieldType::String},
    {"EXCHANGE", FieldType::String},
    {"LANGUAGE", FieldType::String},
    {"CHAR", FieldType::Char},
    {"BOOLEAN", FieldType::Boolean},
    {"INT", FieldType::Int},
    {"LENGTH", FieldType::Length},
    {"NUMINGROUP", FieldType::NumInGroup},
    {"SEQNUM", FieldType::SeqNum},
    {"FLOAT", FieldType::Decimal},
    {"PRICE", FieldType::Decimal},
    {"PRICEOFFSET", FieldType::Decimal},
    {"QTY", FieldType::Decimal},
    {"QUANTITY", FieldType::Decimal},
    {"AMT", FieldType::Decimal},
    {"PERCENTAGE", FieldType::Decimal},
    {"MULTIPLECHARVALUE", FieldType::MultipleChar},
    {"MULTIPLEVALUESTRING", FieldType::MultipleString},
    {"MULTIPLESTRINGVALUE", FieldType::MultipleString},
    {"DATA", FieldType::Data},
    {"XMLDATA", FieldType::Data},
    {"DATE", FieldType::Date},
    {"UTCDATE", FieldType::Date},
    {"UTCDATEONLY", FieldType::Date},
    {"LOCALMKTDATE", FieldType::Date},
    {"UTCTIMEONLY", FieldType::Time},
    {"LOCALMKTTIME", FieldType::Time},
    {"TIME", FieldType::Timestamp},
    {"UTCTIMESTAMP", FieldType::Timestamp},
    {"MONTHYEAR", FieldType::MonthYear},
    {"DAYOFMONTH", FieldType::DayOfMonth},
    {"TZTIMEONLY", FieldType::TzTime},
    {"TZTIMESTAMP", FieldType::TzTimestamp},
};

struct Document {
    DictionaryText text;
    pugi::xml_document tree;
    pugi::xml_node root;
    std::map<std::string_view, codec::Tag> tags;  // of the fields, by name
    std::set<codec::Tag> numbers;
};

std::size_t line_of(std::string_view xml, std::ptrdiff_t offset) {
    const auto end = std::clamp<std::ptrdiff_t>(offset, 0, static_cast<std::ptrdiff_t>(xml.size()));
    return 1 + static_cast<std::size_t>(std::count(xml.begin(), xml.begin() + end, '\n'));
}

/// Without the spaces on either side: FIX50SP2.xml has a value "f ".
std::string_view without_spaces(std::string_view text) {
    const std::size_t first = std::min(text.find_first_not_of(' '), text.size());
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

std::string described(pugi::xml_node node) {
    const std::string_view name = node.attribute("name").value();
    std::string text = std::string("<").append(node.name());
    if (!name.empty()) {
        text.append(" name='").append(name).append("'");
    }
    return text.append(">");
}

/// Rows from one or two documents. Functions that may fail return false, and the first error stays.
class DictionaryReader {
  public:
    [[nodiscard]] Expected<codec::Dictionary> read(std::span<Document> documents) {
        Document& transport = documents.front();
        bool is_good = true;
        for (Document& document : documents) {
            is_good = is_good && open(document) && read_fields(document);
        }
        is_good =
            is_good && number_fields() && define_header(transport) && define_trailer(transport);
        for (Document& document : documents) {
            is_good = is_good && read_messages(document);
        }
        if (!is_good) {
            return std::unexpected(*error_);
        }
        pair_by_name();
        const std::string begin_string = std::string(transport.root.attribute("type").value()) +
                                         "." + transport.root.attribute("major").value() + "." +
                                         transport.root.attribute("minor").value();
        auto dictionary = codec::Dictionary::create({.begin_string = begin_string,
                                                     .fields = rows_,
                                                     .values = values_,
                                                     .members = members_,
                                                     .groups = groups_,
                                                     .messages = messages_,
                                                     .data_fields = data_fields_,
                                                     .header = header_,
                                                     .trailer = trailer_});
        if (!dictionary) {
            return fail(std::string(transport.text.name) + ": " + dictionary.error().message);
        }
        return dictionary;
    }

  private:
    struct ReadField {
        codec::FieldRow row;
        std::vector<codec::ValueRow> values;
    };
    using Members = std::vector<MemberRow>;

    bool refuse(const Document& document, pugi::xml_node node, const std::string& what) {
        if (!error_) {
            const std::size_t line = line_of(document.text.xml, node.offset_debug());
            error_ = Error{std::string(document.text.name) + ":" + std::to_string(line) + ": " +
                           described(node) + ": " + what};
        }
        return false;
    }

    bool open(Document& document) {
        const std::string_view xml = document.text.xml;
        const pugi::xml_parse_result parsed = document.tree.load_buffer(xml.data(), xml.size());
        if (!parsed) {
            error_ = Error{std::string(document.text.name) + ":" +
                           std::to_string(line_of(xml, parsed.offset)) +
                           ": is not well-formed XML: " + parsed.description()};
            return false;
        }
        document.root = document.tree.document_element();
        if (std::string_view(document.root.name()) != "fix") {
            return refuse(document, document.root, "the root must be <fix>");
        }
        for (const char* const attribute : {"type", "major", "minor"}) {
            if (document.root.attribute(attribute).empty()) {
                return refuse(document, document.root,
                              std::string("attribute ") + attribute + " is missing");
            }
        }
        for (const char* const part : {"header", "trailer", "messages", "fields"}) {
            if (document.root.child(part).empty()) {
                return refuse(document, document.root, std::string("there is no <") + part + ">");
            }
        }
        return true;
    }

    bool read_fields(Document& document) {
        for (const pugi::xml_node node : document.root.child("fields").children()) {
            if (node.type() == pugi::node_element && !read_field(document, node)) {
                return false;
            }
        }
        return true;
    }

    bool read_field(Document& document, pugi::xml_node node) {
        const std::string_view name = node.attribute("name").value();
        const unsigned number = node.attribute("number").as_uint();
        const std::string_view type_name = node.attribute("type").value();
        const auto* const type = std::ranges::find(kTypes, type_name, &NamedType::name);
        if (std::string_view(node.name()) != "field" || name.empty()) {
            return refuse(document, node, "expected <field> with a name");
        }
        if (number == 0 || number > codec::kTagMax) {
            return refuse(document, node, "number must be 1 to " + std::to_string(codec::kTagMax));
        }
        if (type == std::end(kTypes)) {
            return refuse(document, node, "type \"" + std::string(type_name) + "\" is unknown");
        }
        ReadField field{.row = {.tag = number, .type = type->type, .name = name, .values = {}},
                        .values = {}};
        for (const pugi::xml_node value : node.children("value")) {
            field.values.push_back({without_spaces(value.attribute("enum").value()),
                                    value.attribute("description").value()});
            if (field.values.back().value.empty()) {
                return refuse(document, value, "attribute enum is missing");
            }
            const bool is_longer = field.values.back().value.size() > 1;
            field.row.type =
                field.row.type == FieldType::Char && is_longer ? FieldType::String : field.row.type;
        }
        const bool is_new_name = document.tags.emplace(name, number).second;
        if (!document.numbers.insert(number).second || !is_new_name) {
            return refuse(document, node, "name and number must be unique in <fields>");
        }
        fields_[number] = std::move(field);
        return true;
    }

    /// The rows of all fields: of two documents' with one number the later one's.
    bool number_fields() {
        for (auto& [number, field] : fields_) {
            const auto count = static_cast<std::uint32_t>(field.values.size());
            const auto first = static_cast<std::uint32_t>(values_.size());
            field.row.values = {count == 0 ? 0 : first, count};
            values_.insert(values_.end(), field.values.begin(), field.values.end());
            rows_.push_back(field.row);
        }
        return true;
    }

    bool define_header(Document& transport) {
        const pugi::xml_node node = transport.root.child("header");
        if (!define(transport, node, header_)) {
            return false;
        }
        return header_.count > 0 || refuse(transport, node,
                                           "must not be empty: this version of FIX also needs the "
                                           "dictionary of its transport (FIXT.1.1)");
    }

    bool define_trailer(Document& transport) {
        return define(transport, transport.root.child("trailer"), trailer_);
    }

    bool read_messages(Document& document) {
        for (const pugi::xml_node node : document.root.child("messages").children()) {
            if (node.type() != pugi::node_element) {
                continue;
            }
            codec::MessageRow message{
                .type = node.attribute("msgtype").value(),
                .name = node.attribute("name").value(),
                .is_admin = std::string_view(node.attribute("msgcat").value()) == "admin",
                .members = {}};
            if (message.type.empty() || message.name.empty()) {
                return refuse(document, node, "expected <message> with a name and a msgtype");
            }
            if (!define(document, node, message.members)) {
                return false;
            }
            messages_.push_back(message);
        }
        return true;
    }

    bool define(Document& document, pugi::xml_node node, codec::RowRange& range) {
        Members members;
        return expand(document, node, {.is_required = true, .depth = 0}, members) &&
               append(document, node, members, range);
    }

    bool append(const Document& document, pugi::xml_node node, const Members& members,
                codec::RowRange& range) {
        for (std::size_t i = 1; i < members.size(); ++i) {
            const codec::DataPair pair{members[i - 1].tag, members[i].tag};
            if (fields_[pair.data].row.type != FieldType::Data ||
                fields_[pair.length].row.type != FieldType::Length) {
                continue;
            }
            const auto known =
                std::ranges::lower_bound(data_fields_, pair.data, {}, &codec::DataPair::data);
            if (known == data_fields_.end() || known->data != pair.data) {
                data_fields_.insert(known, pair);
            } else if (*known != pair) {
                return refuse(document, node,
                              "data field " + std::to_string(pair.data) + " has two length fields");
            }
        }
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto behind = members.begin() + static_cast<std::ptrdiff_t>(i) + 1;
            if (std::ranges::find(behind, members.end(), members[i].tag, &MemberRow::tag) !=
                members.end()) {
                return refuse(document, node,
                              "field " + std::to_string(members[i].tag) + " (" +
                                  std::string(fields_[members[i].tag].row.name) +
                                  ") is listed twice");
            }
        }
        range = {static_cast<std::uint32_t>(members_.size()),
                 static_cast<std::uint32_t>(members.size())};
        members_.insert(members_.end(), members.begin(), members.end());
        return true;
    }

    /// Data fields that no message has: the length field is the one of that name.
    void pair_by_name() {
        std::map<std::string, codec::Tag> lengths;
        for (const auto& [tag, field] : fields_) {
            if (field.row.type == FieldType::Length) {
                lengths.emplace(field.row.name, tag);
            }
        }
        for (const auto& [tag, field] : fields_) {
            const auto place =
                std::ranges::lower_bound(data_fields_, tag, {}, &codec::DataPair::data);
            const bool is_paired = place != data_fields_.end() && place->data == tag;
            if (field.row.type != FieldType::Data || is_paired) {
                continue;
            }
            for (const char* const ending : {"Len", "Length"}) {
                const auto length = lengths.find(std::string(field.row.name) + ending);
                if (length != lengths.end()) {
                    data_fields_.insert(place, {length->second, tag});
                    break;
                }
            }
        }
    }

    struct Within {
        bool is_required;
        int depth;
    };

    /// The members of an element, behind those already there.
    bool expand(Document& document, pugi::xml_node element, const Within& within,
                Members& members) {
        if (within.depth > kNestingMax) {
            return refuse(document, element,
                          "components and groups are nested more than " +
                              std::to_string(kNestingMax) + " deep");
        }
        for (const pugi::xml_node node : element.children()) {
            if (node.type() == pugi::node_element && !expand_one(document, node, within, members)) {
                return false;
            }
        }
        return true;
    }

    bool expand_one(Document& document, pugi::xml_node node, const Within& within,
                    Members& members) {
        const std::string_view kind = node.name();
        const std::string_view required = node.attribute("required").value();
        if (required != "Y" && required != "N") {
            return refuse(document, node, "attribute required must be Y or N");
        }
        const bool is_required = within.is_required && required == "Y";
        if (kind == "component") {
            const pugi::xml_node component =
                document.root.child("components")
                    .find_child_by_attribute("component", "name", node.attribute("name").value());
            return component.empty()
                       ? refuse(document, node, "name must be that of a component in <components>")
                       : expand(document, component, {is_required, within.depth + 1}, members);
        }
        if (kind != "field" && kind != "group") {
            return refuse(document, node, "expected <field>, <group> or <component>");
        }
        const auto found = document.tags.find(node.attribute("name").value());
        if (found == document.tags.end()) {
            return refuse(document, node, "name must be that of a field in <fields>");
        }
        MemberRow member{.tag = found->second, .is_required = is_required, .group = 0};
        if (kind == "group" && !read_group(document, node, within, member)) {
            return false;
        }
        members.push_back(member);
        return true;
    }

    bool read_group(Document& document, pugi::xml_node node, const Within& within,
                    MemberRow& count) {
        Members members;
        if (!expand(document, node, {true, within.depth + 1}, members)) {
            return false;
        }
        if (members.empty()) {
            return refuse(document, node, "a group must have fields");
        }
        std::vector<std::uint64_t> key{count.tag};
        for (const MemberRow& member : members) {
            key.push_back(std::uint64_t{member.tag} << 32U |
                          std::uint64_t{member.is_required ? 1U : 0U} << 16U | member.group);
        }
        const auto known = group_numbers_.find(key);
        if (known != group_numbers_.end()) {
            count.group = known->second;
            return true;
        }
        codec::GroupRow group{.count = count.tag, .members = {}};
        if (!append(document, node, members, group.members)) {
            return false;
        }
        if (groups_.size() == codec::Dictionary::kDefinitionsMax) {
            return refuse(document, node, "too many different groups in one dictionary");
        }
        groups_.push_back(group);
        count.group = static_cast<std::uint16_t>(groups_.size());
        group_numbers_.emplace(std::move(key), count.group);
        return true;
    }

    std::optional<Error> error_;
    std::map<codec::Tag, ReadField> fields_;
    std::map<std::vector<std::uint64_t>, std::uint16_t> group_numbers_;  // 1 + the index
    std::vector<codec::FieldRow> rows_;
    std::vector<codec::ValueRow> values_;
    std::vector<MemberRow> members_;
    std::vector<codec::GroupRow> groups_;
    std::vector<codec::MessageRow> messages_;
    std::vector<codec::DataPair> data_fields_;  // in the order of their data fields
    codec::RowRange header_;
    codec::RowRange trailer_;
};

Expected<std::string> content_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    if (!file || content.empty()) {
        return fail(path.string() + ": cannot be read, or is empty");
    }
    return content;
}

}  // namespace

Expected<protocols::fix::Dictionary> parse_dictionary(const DictionaryText& text) {
    Document document;
    document.text = text;
    return DictionaryReader().read({&document, 1});
}

Expected<protocols::fix::Dictionary> parse_dictionary(const DictionaryText& transport,
                                                      const DictionaryText& application) {
    Document documents[2];
    documents[0].text = transport;
    documents[1].text = application;
    return DictionaryReader().read(documents);
}

Expected<protocols::fix::Dictionary> load_dictionary(const std::filesystem::path& file) {
    const auto xml = content_of(file);
    return xml ? parse_dictionary({file.string(), *xml}) : std::unexpected(xml.error());
}

Expected<protocols::fix::Dictionary> load_dictionary(const std::filesystem::path& transport,
                                                     const std::filesystem::path& application) {
    const auto transport_xml = content_of(transport);
    if (!transport_xml) {
        return std::unexpected(transport_xml.error());
    }
    const auto application_xml = content_of(application);
    if (!application_xml) {
        return std::unexpected(application_xml.error());
    }
    return parse_dictionary({transport.string(), *transport_xml},
                            {application.string(), *application_xml});
}

}  // namespace hotpath::protocols::fix

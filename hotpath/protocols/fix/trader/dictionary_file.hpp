#pragma once
/// A FIX dictionary from a file that a venue or a library publishes, in the XML form of QuickFIX.
///
///   <fix type='FIX' major='4' minor='4'>
///     <header> <field name='BeginString' required='Y'/> ... </header>
///     <messages>
///       <message name='NewOrderSingle' msgtype='D' msgcat='app'>
///         <field name='ClOrdID' required='Y'/>
///         <component name='Instrument' required='Y'/>
///         <group name='NoAllocs' required='N'> <field .../> ... </group>
///     <trailer> ... <components> <component name='Instrument'> ...
///     <fields>
///       <field number='54' name='Side' type='CHAR'> <value enum='1' description='BUY'/> ...
///
/// An error names the file, the line and the element. Components are expanded; what an optional
/// component requires is optional. A field of type CHAR with a value of several characters is a
/// String.
///
/// Threads: functions. Allocation: yes, at start only. Complexity: O(fields of all messages). Source:
/// quickfixgo 0.9.10, spec/.

#include <filesystem>
#include <string_view>

#include "hotpath/core/error.hpp"
#include "hotpath/protocols/fix/dictionary.hpp"

namespace hotpath::protocols::fix {

/// The text of a dictionary, and its name in errors.
struct DictionaryText {
    std::string_view name;
    std::string_view xml;
};

/// A version whose messages and header are in one file: FIX 4.0 to 4.4.
[[nodiscard]] Expected<protocols::fix::Dictionary> parse_dictionary(const DictionaryText& text);

/// FIX 5.0 and later: header, trailer and session messages are the transport's (FIXT 1.1).
[[nodiscard]] Expected<protocols::fix::Dictionary> parse_dictionary(
    const DictionaryText& transport, const DictionaryText& application);

[[nodiscard]] Expected<protocols::fix::Dictionary> load_dictionary(
    const std::filesystem::path& file);
[[nodiscard]] Expected<protocols::fix::Dictionary> load_dictionary(
    const std::filesystem::path& transport, const std::filesystem::path& application);

}  // namespace hotpath::protocols::fix

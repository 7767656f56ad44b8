#pragma once
/// The protocols' words of a venue's inputs: message_words(event) and numbers_words(event) of each.
///
/// Functions. Threads: any. Allocation: strings.

#include "hotpath/protocols/cme/words/input_words.hpp"
#include "hotpath/protocols/fix/words/input_words.hpp"

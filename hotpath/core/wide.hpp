#pragma once
/// Integers of 128 bits, for products of two of 64: a GCC and Clang extension, named once.

namespace hotpath {

__extension__ using WideUint = unsigned __int128;
__extension__ using WideInt = __int128;

}  // namespace hotpath

#pragma once
/// Integers of 128 bits, for products of two of 64 that are then divided or shifted back.
///
/// An extension of GCC and Clang on 64-bit machines, named once. Exact; a division costs some 30
/// ns, so none is done for each message. Threads: values. Allocation: none.

namespace hotpath {

__extension__ using WideUint = unsigned __int128;
__extension__ using WideInt = __int128;

}  // namespace hotpath

#pragma once
/// 128-bit integers, for products of two 64-bit values that are then divided or shifted.
///
/// A GCC and Clang extension on 64-bit machines, named once here. Exact; a division costs some 30
/// ns, so none is done per message. Threads: values. Allocation: none.

namespace hotpath {

__extension__ using WideUint = unsigned __int128;
__extension__ using WideInt = __int128;

}  // namespace hotpath

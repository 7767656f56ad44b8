// Written by lab/techniques/memory-ordering/list_aarch64.sh: aarch64-linux-gnu-g++ 12.2.0 -std=c++23 -O2 -march=armv8.1-a -S orders.cpp
// [arm64]
store_relaxed:
	str	x1, [x0]
	ret
store_release:
	stlr	x1, [x0]
	ret
store_seq_cst:
	stlr	x1, [x0]
	ret
store_release_then_fence:
	stlr	x1, [x0]
	dmb	ish
	ret
load_relaxed:
	ldr	x0, [x0]
	ret
load_acquire:
	ldar	x0, [x0]
	ret
load_seq_cst:
	ldar	x0, [x0]
	ret
add_relaxed:
	mov	x1, 1
	ldadd	x1, x1, [x0]
	ret
add_acq_rel:
	mov	x1, 1
	ldaddal	x1, x1, [x0]
	ret
add_seq_cst:
	mov	x1, 1
	ldaddal	x1, x1, [x0]
	ret
count_alone:
	ldr	x1, [x0]
	add	x1, x1, 1
	str	x1, [x0]
	ret
// [end]

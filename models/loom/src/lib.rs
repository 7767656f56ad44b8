//! The memory orders of hotpath/queue, one by one. Loom runs every interleaving of small ports of the queues, and lets every load return every value that the C++ memory model allows it; an access to plain
//! memory that is not ordered behind the last write of it is a panic.
//!
//! Each port takes its orders as a value. With the library's it must pass; with any essential one relaxed it must be
//! refuted, by a data race or by an assertion of ours ("must: ..."), or the check could not fail.
//!
//! Loom 0.7 leaves out interleavings where a thread loads a word and then stores it, once the load has hidden an earlier
//! one of another thread. The ports therefore keep what is a thread's own in locals and let the order of the threads vary;
//! that the executions that matter are among those searched is what the refuted variants show.

use std::panic::{catch_unwind, AssertUnwindSafe};

fn check<F: Fn() + Sync + Send + 'static>(port: F) {
    loom::model::Builder::new().check(port);
}

/// The port is right in every execution.
pub fn holds<F: Fn() + Sync + Send + 'static>(port: F) {
    check(port);
}

/// Some execution of the port is wrong, for a reason that counts.
pub fn refuted<F: Fn() + Sync + Send + 'static>(port: F) {
    let panic = catch_unwind(AssertUnwindSafe(|| check(port))).expect_err("nothing was found wrong");
    let message = panic
        .downcast_ref::<String>()
        .cloned()
        .or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()))
        .unwrap_or_default();
    assert!(
        message.contains("must: ") || message.contains("Causality violation"),
        "refuted for a reason that does not count: {message}"
    );
}

/// A plain slot, as loom watches it: a data race is a panic.
pub struct Plain(loom::cell::UnsafeCell<usize>);

// Whoever has the turn has the slot; loom finds out who has not.
unsafe impl Sync for Plain {}

impl Default for Plain {
    fn default() -> Self {
        Plain(loom::cell::UnsafeCell::new(0))
    }
}

impl Plain {
    pub fn get(&self) -> usize {
        self.0.with(|place| unsafe { *place })
    }
    pub fn set(&self, value: usize) {
        self.0.with_mut(|place| unsafe { *place = value });
    }
}

//! A page that the two processes of a test share beside their channel: who is there, what was asked for, how far it is done.
//! The benchmark makes the file new for each run, all zero; bench/peers/java/.../Control.java is the same.

use crate::Outcome;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicU64, Ordering};

const BYTES: usize = 4096;

#[derive(Clone, Copy)]
pub enum Word {
    NearReady = 0,
    FarReady = 128,
    Asked = 256,
    Done = 384,
}

/// Stays mapped until the end of the program: a few pages in all.
pub struct Control {
    page: *mut u8,
}

impl Control {
    pub fn open(channel: &str) -> Outcome<Self> {
        let file = std::fs::OpenOptions::new().read(true).write(true).open(format!("{channel}.control"))?;
        let access = libc::PROT_READ | libc::PROT_WRITE;
        // SAFETY: maps a file of BYTES bytes at an address of the kernel's choice.
        let page = unsafe { libc::mmap(std::ptr::null_mut(), BYTES, access, libc::MAP_SHARED, file.as_raw_fd(), 0) };
        if page == libc::MAP_FAILED {
            return Err(std::io::Error::last_os_error().into());
        }
        Ok(Control { page: page.cast() })
    }

    fn word(&self, word: Word) -> &AtomicU64 {
        // SAFETY: the offset is within the page and a multiple of eight; all accesses are atomic.
        unsafe { AtomicU64::from_ptr(self.page.add(word as usize).cast()) }
    }

    pub fn set(&self, word: Word, value: u64) {
        self.word(word).store(value, Ordering::Release);
    }

    pub fn wait_for(&self, word: Word, value: u64) {
        while self.word(word).load(Ordering::Acquire) < value {
            std::hint::spin_loop();
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locks out of shared objects that define the C library's names, found when the program starts: a library that was
//! built again is measured without building this program again.

use std::env;
use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::mem;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};

use crate::cli::Options;
use crate::ffi::{self, Lock, Role};

/// What the preload group is held against.
pub const REFERENCE: &str = "glibc-call";

type Call = unsafe extern "C" fn(*mut c_void) -> c_int;
type Init = unsafe extern "C" fn(*mut c_void, *const c_void) -> c_int;

/// Mirrors `struct bench_calls`.
#[repr(C)]
pub struct Calls {
    init: Init,
    rdlock: Call,
    wrlock: Call,
    unlock: Call,
}

impl Calls {
    /// `address` gives the address of one of the C library's names, or says why there is none.
    fn find(address: impl Fn(&CStr) -> Result<*mut c_void, String>) -> Result<Self, String> {
        let init = address(c"pthread_rwlock_init")?;
        let call = |name: &CStr| {
            let found = address(name)?;
            // SAFETY: the name is the C library's, and so is then the type: a lock in, an error code out.
            Ok::<Call, String>(unsafe { mem::transmute::<*mut c_void, Call>(found) })
        };
        Ok(Self {
            // SAFETY: as for `call`, with a pointer to attributes.
            init: unsafe { mem::transmute::<*mut c_void, Init>(init) },
            rdlock: call(c"pthread_rwlock_rdlock")?,
            wrlock: call(c"pthread_rwlock_wrlock")?,
            unlock: call(c"pthread_rwlock_unlock")?,
        })
    }
}

/// A column of the table.
pub struct Preload {
    pub id: String,
    pub role: Role,
    pub version: String,
    pub calls: Calls,
}

/// All shared objects of the table and those that were asked for, with a word on each that is missing.
pub fn locks(options: &Options) -> Result<(Vec<Lock>, Vec<String>), String> {
    let mut locks = vec![reference()?];
    let mut missing = Vec::new();
    let built = Path::new(env!("BENCH_OBJECTS"));
    let staged = Path::new(env!("BENCH_STAGE")).join("lib/librswlock_pthread.so");
    let table = [
        (
            "shim",
            Role::Ours,
            options.shim.clone().unwrap_or(staged),
            "run `make stage`, or name it by --shim",
        ),
        (
            "ck",
            Role::Other,
            built.join("libbench_ck.so"),
            "built without Concurrency Kit (Debian: libck-dev)",
        ),
        (
            "parking_lot",
            Role::Other,
            beside_program("libbench_parking_lot.so"),
            "run `cargo build --release --package rswlock-bench-parking-lot`",
        ),
        (
            "spin-sleep",
            Role::Other,
            built.join("libbench_spin_sleep.so"),
            "the build folder is incomplete",
        ),
        (
            "empty",
            Role::Bound,
            built.join("libbench_empty.so"),
            "the build folder is incomplete",
        ),
    ];
    for (id, role, path, remedy) in table {
        let asked = id == "shim" && options.shim.is_some();
        if asked || path.exists() {
            locks.push(load(id, role, &path)?);
        } else {
            missing.push(format!("{id} is left out: {remedy}"));
        }
    }
    for (id, path) in &options.preloads {
        locks.push(load(id, Role::Ours, path)?);
    }
    Ok((locks, missing))
}

fn beside_program(name: &str) -> PathBuf {
    env::current_exe().map_or_else(|_| name.into(), |program| program.with_file_name(name))
}

/// The C library's lock by the way of the others: the words' reference is called through the program's own linkage,
/// which costs something else.
fn reference() -> Result<Lock, String> {
    let version = ffi::locks()[0].version();
    let calls = Calls::find(|name| {
        // SAFETY: what the process itself would call.
        let found = unsafe { libc::dlsym(libc::RTLD_DEFAULT, name.as_ptr()) };
        if found.is_null() {
            Err(format!("no {} in this process", name.to_string_lossy()))
        } else {
            Ok(found)
        }
    })?;
    Ok(Lock::preloaded(Preload {
        id: REFERENCE.to_owned(),
        role: Role::Reference,
        version: version.to_owned(),
        calls,
    }))
}

/// Loads an object so that its names are seen by nobody else, as several of them define the same ones.
fn load(id: &str, role: Role, path: &Path) -> Result<Lock, String> {
    let text = CString::new(path.as_os_str().as_bytes()).map_err(|error| error.to_string())?;
    // SAFETY: the initialisers of a lock library, or of whatever the user asked for.
    let handle = unsafe { libc::dlopen(text.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if handle.is_null() {
        // SAFETY: no conditions.
        let message = unsafe { libc::dlerror() };
        // SAFETY: the last call failed, so there is a message, which lives until the next one.
        let message = unsafe { CStr::from_ptr(message) };
        return Err(message.to_string_lossy().into_owned());
    }
    let calls = Calls::find(|name| symbol(handle, name, path))?;
    Ok(Lock::preloaded(Preload {
        id: id.to_owned(),
        role,
        version: path.display().to_string(),
        calls,
    }))
}

/// A name's address, if this very object defines it: a search goes on in what the object needs, where the C library
/// would be measured under another lock's name.
fn symbol(handle: *mut c_void, name: &CStr, path: &Path) -> Result<*mut c_void, String> {
    let problem = |what: &str| format!("{}: {what} {}", path.display(), name.to_string_lossy());
    // SAFETY: an open handle and a string.
    let found = unsafe { libc::dlsym(handle, name.as_ptr()) };
    if found.is_null() {
        return Err(problem("lacks"));
    }
    let mut info = libc::Dl_info {
        dli_fname: std::ptr::null(),
        dli_fbase: std::ptr::null_mut(),
        dli_sname: std::ptr::null(),
        dli_saddr: std::ptr::null_mut(),
    };
    // SAFETY: any address may be asked for.
    let known = unsafe { libc::dladdr(found, &raw mut info) };
    if known == 0 || !same_file(path, info.dli_fname) {
        return Err(problem("does not itself define"));
    }
    Ok(found)
}

fn same_file(path: &Path, loaded: *const c_char) -> bool {
    // SAFETY: the loader's name of an object that stays loaded.
    let loaded = Path::new(OsStr::from_bytes(
        unsafe { CStr::from_ptr(loaded) }.to_bytes(),
    ));
    match (path.canonicalize(), loaded.canonicalize()) {
        (Ok(asked), Ok(found)) => asked == found,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(name: &str) -> PathBuf {
        Path::new(env!("BENCH_OBJECTS")).join(name)
    }

    fn refused(path: &Path) -> String {
        match load("x", Role::Other, path) {
            Ok(_) => panic!("{} was accepted", path.display()),
            Err(message) => message,
        }
    }

    #[test]
    fn the_reference_is_the_c_librarys() {
        let lock = reference().expect("every process has one");
        assert_eq!((lock.id(), lock.role()), (REFERENCE, Role::Reference));
        assert_eq!(lock.group(), ffi::Group::Preload);
        assert_eq!(lock.version(), ffi::locks()[0].version());
    }

    #[test]
    fn an_object_becomes_a_lock_of_its_own_name() {
        let path = built("libbench_spin_sleep.so");
        let lock = load("mine", Role::Ours, &path).expect("built along with this test");
        assert_eq!((lock.id(), lock.role()), ("mine", Role::Ours));
        assert_eq!(lock.version(), path.display().to_string());
    }

    #[test]
    fn an_object_that_leaves_the_names_to_the_c_library_is_refused() {
        let message = refused(&built("libbench_calls.so"));
        assert!(message.contains("pthread_rwlock_init"), "{message}");
    }

    #[test]
    fn a_file_that_is_no_object_is_refused() {
        assert!(refused(Path::new("/nonexistent.so")).contains("/nonexistent.so"));
        assert!(!refused(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/build.rs"))).is_empty());
    }
}

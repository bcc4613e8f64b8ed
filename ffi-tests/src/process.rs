// SPDX-License-Identifier: MIT OR Apache-2.0
//! Other programs, with a time limit: a lock that hangs must fail its test.

use std::io::Read;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The longest that any one program may take. The slowest needs a few seconds
/// when it has the machine for itself.
const LIMIT: Duration = Duration::from_secs(120);

/// Runs a command to its end; gives what it wrote on standard output.
///
/// # Errors
///
/// A text with the command and all it wrote, if it could not be started, did
/// not end in time, or did not end with status 0.
pub fn run(command: &mut Command) -> Result<String, String> {
    said(command).map(|said| said.output)
}

/// What a program wrote.
#[derive(Clone, Debug)]
pub struct Said {
    /// On standard output.
    pub output: String,
    /// On standard error.
    pub errors: String,
}

/// Runs a command to its end; gives all it wrote.
///
/// # Errors
///
/// As [`run`].
pub fn said(command: &mut Command) -> Result<Said, String> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        // A group of its own, so that its children can be ended with it.
        .process_group(0);
    let mut child = command
        .spawn()
        .map_err(|error| format!("{command:?}: {error}"))?;
    let output = collect(child.stdout.take());
    let errors = collect(child.stderr.take());
    let ending = wait(&mut child);
    let output = output.join().unwrap_or_default();
    let errors = errors.join().unwrap_or_default();
    match ending {
        Ok(()) => Ok(Said { output, errors }),
        Err(reason) => Err(format!("{command:?}\n{reason}\n{output}{errors}")),
    }
}

fn wait(child: &mut Child) -> Result<(), String> {
    let start = Instant::now();
    let mut nap = Duration::from_micros(200);
    loop {
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(status.to_string()),
            Ok(None) if start.elapsed() < LIMIT => {
                thread::sleep(nap);
                nap = (nap * 2).min(Duration::from_millis(20));
            }
            Ok(None) => {
                end_group(child);
                return Err(format!("not finished after {LIMIT:?}: killed"));
            }
            Err(error) => return Err(error.to_string()),
        }
    }
}

fn end_group(child: &mut Child) {
    // Nothing to be done if the group is gone already.
    let _ = Command::new("kill")
        .args(["-KILL", "--", &format!("-{}", child.id())])
        .stderr(Stdio::null())
        .status();
    let _ = child.wait();
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // A read error ends the text; the status tells of the failure.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

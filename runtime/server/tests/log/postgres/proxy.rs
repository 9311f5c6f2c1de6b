//! A proxy before the database that cuts connections where a test says.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Direction of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum To {
    Server,
    Client,
}

#[derive(Default)]
struct Shared {
    /// Takes and keeps no connections.
    closed: AtomicBool,
    /// Bytes that still pass in each direction before the connection that carries the next one is
    /// cut; negative: no end.
    left: [AtomicI64; 2],
    open: Mutex<Vec<(TcpStream, UnixStream)>>,
    cuts: AtomicI64,
}

pub(crate) struct Proxy {
    shared: Arc<Shared>,
    port: u16,
}

impl Proxy {
    pub(crate) fn before(socket: PathBuf) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let shared = Arc::new(Shared::default());
        shared.left.iter().for_each(|left| left.store(-1, Ordering::SeqCst));
        let own = Arc::clone(&shared);
        // Ends with the process: it waits for connections that do not come any more.
        std::thread::spawn(move || {
            for client in listener.incoming() {
                let client = client.unwrap();
                if own.closed.load(Ordering::SeqCst) {
                    continue;
                }
                let Ok(server) = UnixStream::connect(&socket) else { continue };
                let pair = (client.try_clone().unwrap(), server.try_clone().unwrap());
                own.open.lock().unwrap().push(pair);
                let (from, into) = (client.try_clone().unwrap(), server.try_clone().unwrap());
                let shared = Arc::clone(&own);
                std::thread::spawn(move || pass(&shared, To::Server, from, into));
                let shared = Arc::clone(&own);
                std::thread::spawn(move || pass(&shared, To::Client, server, client));
            }
        });
        Self { shared, port }
    }

    pub(crate) fn url(&self, database: &str) -> String {
        format!("postgres://postgres@127.0.0.1:{}/{database}", self.port)
    }

    /// Cuts the connection after this number of further bytes in this direction.
    pub(crate) fn cut_after(&self, to: To, bytes: i64) {
        self.shared.left[to as usize].store(bytes, Ordering::SeqCst);
    }

    /// How many connections were cut by [`Self::cut_after`].
    pub(crate) fn cuts(&self) -> i64 {
        self.shared.cuts.load(Ordering::SeqCst)
    }

    /// Cuts all connections, and refuses new ones until it is opened again.
    pub(crate) fn close(&self) {
        self.shared.closed.store(true, Ordering::SeqCst);
        self.cut();
    }

    /// Cuts all connections.
    pub(crate) fn cut(&self) {
        for (client, server) in self.shared.open.lock().unwrap().drain(..) {
            // Either may have ended already.
            let _ = client.shutdown(Shutdown::Both);
            let _ = server.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn open(&self) {
        self.shared.closed.store(false, Ordering::SeqCst);
    }
}

trait End: Read + Write + Send {
    fn end(&self);
}

impl End for TcpStream {
    fn end(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

impl End for UnixStream {
    fn end(&self) {
        let _ = self.shutdown(Shutdown::Both);
    }
}

/// Passes bytes on until either end is closed or the connection is cut.
fn pass(shared: &Shared, to: To, mut from: impl End, mut into: impl End) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        let left = &shared.left[to as usize];
        let before = left.load(Ordering::SeqCst);
        let passing = if before < 0 { count } else { count.min(before as usize) };
        if into.write_all(&buffer[..passing]).is_err() {
            break;
        }
        if before >= 0 {
            if passing < count {
                left.store(-1, Ordering::SeqCst);
                shared.cuts.fetch_add(1, Ordering::SeqCst);
                // What has passed may still be on its way.
                std::thread::sleep(Duration::from_millis(5));
                break;
            }
            left.fetch_sub(passing as i64, Ordering::SeqCst);
        }
    }
    from.end();
    into.end();
}

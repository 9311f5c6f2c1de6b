use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use crate::metrics::Metrics;

/// A socket whose bytes are counted and whose reads are throttled.
///
/// Message rate limits see only whole messages. A client can also send pieces of messages that
/// never end, or frames too small to matter. Reading slowly bounds those: they pile up on the
/// client's side.
pub(crate) struct Metered<S> {
    inner: S,
    metrics: Arc<Metrics>,
    per_second: f64,
    burst: f64,
    /// Bytes that may be read now; negative after a read that was larger than the allowance.
    allowance: f64,
    filled: Instant,
    /// Reading resumes after this. Allocated only for clients that send too fast.
    pause: Option<Pin<Box<Sleep>>>,
}

impl<S> Metered<S> {
    pub(crate) fn new(inner: S, per_second: usize, burst: usize, metrics: Arc<Metrics>) -> Self {
        metrics.sockets.add(1);
        metrics.accepted.add(1);
        let (per_second, burst) = (per_second.max(1) as f64, burst as f64);
        let filled = Instant::now();
        Self { inner, metrics, per_second, burst, allowance: burst, filled, pause: None }
    }

    fn read(&mut self, bytes: usize) {
        self.metrics.bytes_in.add(bytes as u64);
        let now = Instant::now();
        let elapsed = now.saturating_duration_since(self.filled).as_secs_f64();
        self.filled = now;
        let full = (self.allowance + elapsed * self.per_second).min(self.burst);
        self.allowance = full - bytes as f64;
        if self.allowance < 0.0 {
            self.metrics.throttled.add(1);
            // Until the debt is paid, and a little longer, so that the next read is not of one
            // byte.
            let wait = -self.allowance / self.per_second + 0.01;
            self.pause = Some(Box::pin(sleep(Duration::from_secs_f64(wait))));
        }
    }
}

impl<S> Drop for Metered<S> {
    fn drop(&mut self) {
        self.metrics.sockets.sub(1);
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Metered<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Some(pause) = &mut self.pause {
            ready!(pause.as_mut().poll(context));
            self.pause = None;
        }
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.inner).poll_read(context, buffer))?;
        let bytes = buffer.filled().len() - before;
        self.read(bytes);
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Metered<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.inner).poll_write(context, bytes))?;
        self.metrics.bytes_out.add(written as u64);
        Poll::Ready(Ok(written))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = ready!(Pin::new(&mut self.inner).poll_write_vectored(context, slices))?;
        self.metrics.bytes_out.add(written as u64);
        Poll::Ready(Ok(written))
    }

    fn is_write_vectored(&self) -> bool {
        self.inner.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    #[tokio::test]
    async fn a_burst_passes_and_then_bytes_come_at_their_rate() {
        let (mut near, far) = tokio::io::duplex(1 << 20);
        let metrics = Arc::new(Metrics::new(1));
        let mut metered = Metered::new(far, 100_000, 10_000, Arc::clone(&metrics));
        near.write_all(&[7; 40_000]).await.unwrap();
        let start = Instant::now();
        let mut buffer = [0; 1000];
        for _ in 0..10 {
            metered.read_exact(&mut buffer).await.unwrap();
        }
        let burst = start.elapsed();
        for _ in 0..30 {
            metered.read_exact(&mut buffer).await.unwrap();
        }
        // 30,000 bytes over the burst at 100,000 a second; the last pause follows the last read.
        let whole = start.elapsed();
        assert!(burst < Duration::from_millis(250), "{burst:?}");
        assert!(whole > Duration::from_millis(270), "{whole:?}");
        assert_eq!(metrics.bytes_in.get(), 40_000);
        assert!(metrics.throttled.get() > 0);
        metered.write_all(b"answer").await.unwrap();
        assert_eq!((metrics.bytes_out.get(), metrics.sockets.get()), (6, 1));
        drop(metered);
        assert_eq!(metrics.sockets.get(), 0);
    }
}

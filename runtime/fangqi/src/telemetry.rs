//! Sends the spans of requests to a collector of OpenTelemetry (the feature `otel`).
//!
//! The collector is the one that `OTEL_EXPORTER_OTLP_ENDPOINT` names, over plain HTTP: it usually
//! runs beside the server, and encrypts what it passes on. Without the variable nothing is sent.
//! A span of a room lasts as long as the room is awake and is no part of a trace.

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::anyhow;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{
    OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT, Protocol, SpanExporter,
    WithExportConfig, WithHttpConfig,
};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::Subscriber;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

use crate::http;

/// Longest answer of a collector, in bytes.
const ANSWER_MAX: u64 = 1 << 20;
/// Longest silence of a collector.
const PATIENCE: Duration = Duration::from_secs(5);

/// What sends the spans, once the log has begun.
static PROVIDER: OnceLock<SdkTracerProvider> = OnceLock::new();

/// The layer of the log that passes spans on; `None` if there is no collector.
pub(crate) fn layer<S>() -> Option<impl Layer<S> + Send + Sync>
where
    S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
{
    let named = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !named(OTEL_EXPORTER_OTLP_ENDPOINT) && !named(OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) {
        return None;
    }
    let exporter = SpanExporter::builder()
        .with_http()
        .with_protocol(Protocol::HttpJson)
        .with_http_client(PlainClient)
        .build();
    let exporter = match exporter {
        Ok(exporter) => exporter,
        Err(error) => {
            eprintln!("fangqi: spans are not sent to a collector: {error}");
            return None;
        }
    };
    let service = Resource::builder().with_service_name("fangqi").build();
    let provider =
        SdkTracerProvider::builder().with_batch_exporter(exporter).with_resource(service).build();
    let tracer = provider.tracer("fangqi");
    // Set once, here.
    let _ = PROVIDER.set(provider);
    let is_request = filter_fn(|told| told.is_span() && told.name() == "request");
    Some(tracing_opentelemetry::layer().with_tracer(tracer).with_filter(is_request))
}

/// Sends what was not sent yet.
pub(crate) fn end() {
    if let Some(provider) = PROVIDER.get()
        && let Err(error) = provider.shutdown()
    {
        tracing::warn!(%error, "the last spans were not sent to the collector");
    }
}

/// A client that speaks plain HTTP, one request on a connection. It blocks: the exporter has a
/// thread of its own.
#[derive(Debug)]
struct PlainClient;

type Answer<'a> = Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'a>>;

impl HttpClient for PlainClient {
    fn send_bytes<'a, 'b>(&'a self, request: Request<Bytes>) -> Answer<'b>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async move { Ok(send(&request)?) })
    }
}

fn send(request: &Request<Bytes>) -> anyhow::Result<Response<Bytes>> {
    let (url, body) = (request.uri(), request.body());
    if url.scheme_str() != Some("http") {
        return Err(anyhow!("{url}: a collector is spoken to by http only"));
    }
    let host = url.host().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    let path = url.path_and_query().map_or("/", |path| path.as_str());
    let authority = url.authority().map_or("", |authority| authority.as_str());
    let mut head = format!(
        "POST {path} HTTP/1.1\r\nhost: {authority}\r\nconnection: close\r\ncontent-length: {}\r\n",
        body.len()
    );
    for (name, value) in request.headers() {
        head += &format!("{name}: {}\r\n", value.to_str()?);
    }
    let stream = http::connect(host, url.port_u16().unwrap_or(80), PATIENCE)?;
    let sent = [head.as_bytes(), b"\r\n", body].concat();
    let answer = http::exchange(stream, &sent, ANSWER_MAX)?;
    let (status, _) =
        http::taken_apart(&answer).ok_or_else(|| anyhow!("{url} does not answer by HTTP"))?;
    Ok(Response::builder().status(status).body(Bytes::new())?)
}

//! Whether a request means this page: by the host and the origin it names. A page of another site can be made to reach
//! this machine under a name of its own (DNS rebinding), but it cannot name the page's own address.

use axum::http::{HeaderMap, HeaderName, Uri, header, uri::Authority};
use std::net::{IpAddr, SocketAddr};

/// The port that a host without one means.
const HTTP: u16 = 80;

/// The value of a header that occurs exactly once.
pub(super) fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    all.next().filter(|_| all.next().is_none())?.to_str().ok()
}

/// Whether a request names one of the page's own addresses as its host: the one in its URL, the one that the connection
/// has reached, or this machine by name if the connection never left it.
pub(super) fn is_ours(headers: &HeaderMap, uri: &Uri, reached: SocketAddr, here: SocketAddr) -> bool {
    let host = only(headers, &header::HOST).and_then(host);
    let named = uri.authority().map(Authority::as_str);
    let agrees = named.is_none_or(|named| self::host(named) == host);
    let is_ours = |host: SocketAddr| [reached, here].into_iter().any(|own| is_same(own, host));
    agrees
        && match host {
            Some(Host::Address(address)) => is_ours(address),
            Some(Host::Local(port)) => here.ip().to_canonical().is_loopback() && port == here.port(),
            None => false,
        }
}

/// Whether the origin of a request is the host it names.
pub(super) fn is_same_site(headers: &HeaderMap) -> bool {
    let origin = only(headers, &header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
    let host = only(headers, &header::HOST).and_then(host);
    host.is_some() && origin.and_then(self::host) == host
}

/// A host as a request names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Host {
    Address(SocketAddr),
    /// `localhost`, with the port.
    Local(u16),
}

fn host(text: &str) -> Option<Host> {
    if let Some(rest) = text.strip_prefix("localhost") {
        return match rest.strip_prefix(':') {
            Some(port) => port.parse().ok().map(Host::Local),
            None => rest.is_empty().then_some(Host::Local(HTTP)),
        };
    }
    let bare = || {
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        let ip: Option<IpAddr> = inner.unwrap_or(text).parse().ok();
        ip.map(|ip| SocketAddr::new(ip, HTTP))
    };
    text.parse().ok().or_else(bare).map(Host::Address)
}

fn is_same(one: SocketAddr, other: SocketAddr) -> bool {
    one.port() == other.port() && one.ip().to_canonical() == other.ip().to_canonical()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(lines: &[(&HeaderName, &str)]) -> HeaderMap {
        let lines = lines.iter().map(|(name, value)| ((*name).clone(), value.parse().expect("a value")));
        let mut headers = HeaderMap::new();
        lines.for_each(|(name, value)| _ = headers.append(name, value));
        headers
    }

    #[test]
    fn a_host_is_an_address_of_the_page_or_it_is_refused() {
        let address = |text: &str| text.parse().expect("an address");
        let check = |host: &str, here: &str| {
            let headers = headers(&[(&header::HOST, host)]);
            is_ours(&headers, &Uri::from_static("/code"), address("192.0.2.7:4747"), address(here))
        };
        let lan = "192.0.2.7:4747";
        assert!(check("192.0.2.7:4747", lan));
        assert!(check("192.0.2.9:4747", "192.0.2.9:4747"), "another network of this machine");
        assert!(check("192.0.2.9:4747", "[::ffff:192.0.2.9]:4747"));
        assert!(check("localhost:4747", "127.0.0.1:4747") && check("127.0.0.1:4747", "127.0.0.1:4747"));
        assert!(check("[::1]:4747", "[::1]:4747"));
        assert!(check("192.0.2.9", "192.0.2.9:80") && check("[::1]", "[::1]:80"));
        for wrong in [
            "evil.example:4747",
            "192.0.2.7.evil.example:4747",
            "192.0.2.7",
            "192.0.2.7:4748",
            "192.0.2.8:4747",
            "localhost:4747",
            "localhost.evil.example:4747",
            "127.0.0.1:4747",
            "192.0.2.7:4747@evil.example",
            "",
        ] {
            assert!(!check(wrong, lan), "{wrong}");
        }
    }

    #[test]
    fn two_hosts_are_none() {
        let own: SocketAddr = "192.0.2.7:80".parse().expect("an address");
        let twice = headers(&[(&header::HOST, "192.0.2.7"), (&header::HOST, "192.0.2.7")]);
        assert!(!is_ours(&twice, &Uri::from_static("/"), own, own));
        let once = headers(&[(&header::HOST, "192.0.2.7")]);
        assert!(is_ours(&once, &Uri::from_static("http://192.0.2.7/"), own, own));
        assert!(!is_ours(&once, &Uri::from_static("http://evil.example/"), own, own));
        assert!(!is_ours(&HeaderMap::new(), &Uri::from_static("/"), own, own));
    }

    #[test]
    fn only_the_page_itself_is_of_the_same_site() {
        let check = |origin: &str| {
            is_same_site(&headers(&[(&header::HOST, "192.0.2.7:4747"), (&header::ORIGIN, origin)]))
        };
        assert!(check("http://192.0.2.7:4747"));
        for wrong in [
            "null",
            "http://192.0.2.7",
            "https://192.0.2.7:4747",
            "http://evil.example",
            "192.0.2.7:4747",
            "",
        ] {
            assert!(!check(wrong), "{wrong}");
        }
        assert!(!is_same_site(&headers(&[(&header::HOST, "192.0.2.7:4747")])), "none at all");
        assert!(!is_same_site(&headers(&[(&header::HOST, "evil"), (&header::ORIGIN, "http://evil")])));
    }
}

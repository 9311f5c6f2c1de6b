use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Counts the open sockets of each address.
#[derive(Debug)]
pub(crate) struct Addresses {
    open: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
}

/// The slot of one socket, freed when this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    addresses: Arc<Addresses>,
    network: IpAddr,
}

impl Addresses {
    pub(crate) fn new(most: usize) -> Self {
        Self { open: Mutex::default(), most }
    }

    fn open(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts one more socket of an address; `None` if the address has reached its limit.
    pub(crate) fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Place> {
        let network = network(address);
        let mut open = self.open();
        let count = open.entry(network).or_default();
        if *count >= self.most {
            if *count == 0 {
                open.remove(&network);
            }
            return None;
        }
        *count += 1;
        Some(Place { addresses: Arc::clone(self), network })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.addresses.open();
        if let Some(count) = open.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.network);
            }
        }
    }
}

/// What counts as one address: all of a /64 of IPv6, because one home usually has a whole /64.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6((u128::from(v6) & !u128::from(u64::MAX)).into()),
        },
    }
}

/// Whether an address belongs to this machine or to a private network.
pub(crate) fn is_near(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(v4) => v4.is_loopback() || v4.is_private() || v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_address_has_its_own_places_and_gets_them_back() {
        let addresses = Arc::new(Addresses::new(2));
        let enter = |text: &str| addresses.enter(text.parse().unwrap());
        let one = enter("192.0.2.1");
        let two = enter("::ffff:192.0.2.1");
        assert!(one.is_some() && two.is_some());
        assert!(enter("192.0.2.1").is_none());
        assert!(enter("192.0.2.2").is_some(), "another one is not touched");
        drop(one);
        assert!(enter("192.0.2.1").is_some());
        drop(two);
        assert_eq!(addresses.open().len(), 0, "nothing is remembered of those who left");
    }

    #[test]
    fn what_is_near_cannot_be_reached_from_everywhere() {
        for (text, near) in [
            ("127.0.0.1", true),
            ("::1", true),
            ("::ffff:172.17.0.1", true),
            ("192.168.1.9", true),
            ("fd00::1", true),
            ("fe80::1", true),
            ("172.32.0.1", false),
            ("8.8.8.8", false),
            ("::ffff:8.8.8.8", false),
            ("2001:db8::1", false),
        ] {
            assert_eq!(is_near(text.parse().unwrap()), near, "{text}");
        }
    }

    #[test]
    fn a_home_is_one_address() {
        let addresses = Arc::new(Addresses::new(1));
        let _first = addresses.enter("2001:db8::1".parse().unwrap());
        assert!(addresses.enter("2001:db8::2".parse().unwrap()).is_none());
        assert!(addresses.enter("2001:db8:0:1::1".parse().unwrap()).is_some());
    }
}

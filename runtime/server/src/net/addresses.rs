use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many sockets each address has open.
#[derive(Debug)]
pub(crate) struct Addresses {
    open: Mutex<HashMap<IpAddr, usize>>,
    most: usize,
}

/// A place taken by one socket, until dropped.
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

    /// Takes a place for one more socket of an address, if it may have one.
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

/// What counts as one address: one home usually has a whole /64 of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6((u128::from(v6) & !u128::from(u64::MAX)).into()),
        },
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
    fn a_home_is_one_address() {
        let addresses = Arc::new(Addresses::new(1));
        let _first = addresses.enter("2001:db8::1".parse().unwrap());
        assert!(addresses.enter("2001:db8::2".parse().unwrap()).is_none());
        assert!(addresses.enter("2001:db8:0:1::1".parse().unwrap()).is_some());
    }
}

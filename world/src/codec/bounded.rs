//! A layer between serde and bincode that trusts no claimed length.
//!
//! bincode allocates a string or byte string of the claimed length before it checks the input, and
//! serde reserves up to a mebibyte for a list by its claimed length. Here, strings are requested as
//! borrowed slices, which bincode checks against the input, and lists report no length, so they
//! grow with the elements that are read.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{
    Deserialize, DeserializeSeed, Deserializer, EnumAccess, Error, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};

/// Wraps a deserializer, visitor, seed or access of serde, and everything it passes to the other
/// side.
pub(super) struct Bounded<T>(T);

/// A seed that deserializes a value.
pub(super) fn value<'de, T: Deserialize<'de>>() -> Bounded<PhantomData<T>> {
    Bounded(PhantomData)
}

impl<'de, S: DeserializeSeed<'de>> DeserializeSeed<'de> for Bounded<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        self.0.deserialize(Bounded(deserializer))
    }
}

/// Forwards deserializer methods with the visitor wrapped.
macro_rules! forward_deserialize {
    ($($method:ident -> $inner:ident ($($name:ident: $type:ty),*);)*) => {$(
        fn $method<V: Visitor<'de>>(
            self,
            $($name: $type,)*
            visitor: V,
        ) -> Result<V::Value, Self::Error> {
            self.0.$inner($($name,)* Bounded(visitor))
        }
    )*};
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Bounded<D> {
    type Error = D::Error;

    forward_deserialize! {
        deserialize_string -> deserialize_str();
        deserialize_byte_buf -> deserialize_bytes();
        deserialize_any -> deserialize_any();
        deserialize_bool -> deserialize_bool();
        deserialize_i8 -> deserialize_i8();
        deserialize_i16 -> deserialize_i16();
        deserialize_i32 -> deserialize_i32();
        deserialize_i64 -> deserialize_i64();
        deserialize_i128 -> deserialize_i128();
        deserialize_u8 -> deserialize_u8();
        deserialize_u16 -> deserialize_u16();
        deserialize_u32 -> deserialize_u32();
        deserialize_u64 -> deserialize_u64();
        deserialize_u128 -> deserialize_u128();
        deserialize_f32 -> deserialize_f32();
        deserialize_f64 -> deserialize_f64();
        deserialize_char -> deserialize_char();
        deserialize_str -> deserialize_str();
        deserialize_bytes -> deserialize_bytes();
        deserialize_option -> deserialize_option();
        deserialize_unit -> deserialize_unit();
        deserialize_unit_struct -> deserialize_unit_struct(name: &'static str);
        deserialize_newtype_struct -> deserialize_newtype_struct(name: &'static str);
        deserialize_seq -> deserialize_seq();
        deserialize_tuple -> deserialize_tuple(len: usize);
        deserialize_tuple_struct -> deserialize_tuple_struct(name: &'static str, len: usize);
        deserialize_map -> deserialize_map();
        deserialize_struct -> deserialize_struct(
            name: &'static str, fields: &'static [&'static str]);
        deserialize_enum -> deserialize_enum(
            name: &'static str, variants: &'static [&'static str]);
        deserialize_identifier -> deserialize_identifier();
        deserialize_ignored_any -> deserialize_ignored_any();
    }

    fn is_human_readable(&self) -> bool {
        self.0.is_human_readable()
    }
}

/// Forwards plain values.
macro_rules! forward_visit {
    ($($method:ident($type:ty);)*) => {$(
        fn $method<E: Error>(self, value: $type) -> Result<V::Value, E> {
            self.0.$method(value)
        }
    )*};
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Bounded<V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.expecting(f)
    }

    forward_visit! {
        visit_bool(bool);
        visit_i8(i8);
        visit_i16(i16);
        visit_i32(i32);
        visit_i64(i64);
        visit_i128(i128);
        visit_u8(u8);
        visit_u16(u16);
        visit_u32(u32);
        visit_u64(u64);
        visit_u128(u128);
        visit_f32(f32);
        visit_f64(f64);
        visit_char(char);
        visit_str(&str);
        visit_borrowed_str(&'de str);
        visit_string(String);
        visit_bytes(&[u8]);
        visit_borrowed_bytes(&'de [u8]);
        visit_byte_buf(Vec<u8>);
    }

    fn visit_none<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_none()
    }

    fn visit_unit<E: Error>(self) -> Result<V::Value, E> {
        self.0.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_some(Bounded(inner))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, inner: D) -> Result<V::Value, D::Error> {
        self.0.visit_newtype_struct(Bounded(inner))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<V::Value, A::Error> {
        self.0.visit_seq(Bounded(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        self.0.visit_map(Bounded(map))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, choice: A) -> Result<V::Value, A::Error> {
        self.0.visit_enum(Bounded(choice))
    }
}

// The two implementations below omit `size_hint`: its default says that the length is unknown.

impl<'de, A: SeqAccess<'de>> SeqAccess<'de> for Bounded<A> {
    type Error = A::Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_element_seed(Bounded(seed))
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Bounded<A> {
    type Error = A::Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, A::Error> {
        self.0.next_key_seed(Bounded(seed))
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.0.next_value_seed(Bounded(seed))
    }
}

impl<'de, A: EnumAccess<'de>> EnumAccess<'de> for Bounded<A> {
    type Error = A::Error;
    type Variant = Bounded<A::Variant>;

    fn variant_seed<S: DeserializeSeed<'de>>(
        self,
        seed: S,
    ) -> Result<(S::Value, Self::Variant), A::Error> {
        let (value, variant) = self.0.variant_seed(Bounded(seed))?;
        Ok((value, Bounded(variant)))
    }
}

impl<'de, A: VariantAccess<'de>> VariantAccess<'de> for Bounded<A> {
    type Error = A::Error;

    fn unit_variant(self) -> Result<(), A::Error> {
        self.0.unit_variant()
    }

    fn newtype_variant_seed<S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, A::Error> {
        self.0.newtype_variant_seed(Bounded(seed))
    }

    forward_deserialize! {
        tuple_variant -> tuple_variant(len: usize);
        struct_variant -> struct_variant(fields: &'static [&'static str]);
    }
}

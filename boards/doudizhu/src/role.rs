use std::fmt;

/// A player's role, in the order of turns.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Role {
    /// The landlord 地主, who plays alone and first.
    Landlord,
    /// The farmer who plays after the landlord 下家.
    Down,
    /// The farmer who plays before the landlord 上家.
    Up,
}

impl Role {
    /// All roles, in the order of turns.
    pub const ALL: [Role; 3] = [Role::Landlord, Role::Down, Role::Up];

    /// The role whose turn comes next.
    #[must_use]
    pub const fn next(self) -> Role {
        Role::ALL[(self as usize + 1) % 3]
    }

    /// Whether this is a farmer 农民.
    pub const fn is_farmer(self) -> bool {
        !matches!(self, Role::Landlord)
    }

    /// Whether two roles win together.
    pub const fn is_with(self, other: Role) -> bool {
        self.is_farmer() == other.is_farmer()
    }

    /// The role's name in data: `landlord_down`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Landlord => "landlord",
            Role::Down => "landlord_down",
            Role::Up => "landlord_up",
        }
    }

    /// The role with this name.
    pub fn from_name(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

//! The numbers with names that scripts of the dialect use.

use fangqi_binding::results::{FAILED, OK};
use fangqi_plugin::EnumSpec;

/// Declares enumerations: name, what its numbers say, members.
macro_rules! enums {
    ($($name:ident $doc:literal { $($member:ident = $number:expr),* $(,)? })*) => {
        /// Every enumeration. Mini World publishes the names; numbers that are not published
        /// (those of `EVENTDATE`, `GRAPHICS` beyond 2, `ITEMATTR`, `DROPMODE`, of physical and
        /// magic attack and defence, of `VARTYPE` beyond 6 but 17 and 18) are this host's own.
        pub static ENUMS: &[EnumSpec] = &[$(EnumSpec {
            name: stringify!($name),
            doc: $doc,
            members: &[$((stringify!($member), $number)),*],
        }),*];
    };
}

enums! {
    ErrorCode "What a function returns first." { OK = OK, FAILED = FAILED }
    FACE_DIRECTION "Directions: x runs east, y up, z north." {
        DIR_NOT_INIT = -1, DIR_NEG_X = 0, DIR_POS_X = 1, DIR_NEG_Z = 2, DIR_POS_Z = 3, DIR_NEG_Y =
        4, DIR_POS_Y = 5,
    }
    OBJ_TYPE "Kinds of objects." {
        OBJTYPE_PLAYER = 1, OBJTYPE_CREATURE = 2, OBJTYPE_DROPITEM = 3, OBJTYPE_MISSILE = 4,
    }
    BLOCKID "Ids of blocks." { AIR = 0 }
    TEAM_RESULTS "How a game ended for a team." {
        TEAM_RESULTS_NONE = 0, TEAM_RESULTS_WIN = 1, TEAM_RESULTS_LOSE = 2, TEAM_RESULTS_DOGFALL =
        3,
    }
    EVENTDATE "Fields of a date." {
        YEAR = 1, MONTH = 2, DAY = 3, HOUR = 4, MINUTE = 5, SECOND = 6, TIMESTAMP = 7,
    }
    GRAPHICS "Kinds of things that `Graphics` shows." {
        GRAPHICS_HORNBOOK = 1, GRAPHICS_SUSPENDBOOK = 2, GRAPHICS_PROGRESS = 3, GRAPHICS_ARROW_POS
        = 4, GRAPHICS_ARROW_ACTOR = 5, GRAPHICS_LINE_POS = 6, GRAPHICS_LINE_ACTOR = 7,
        GRAPHICS_SURFACE_POS = 8, GRAPHICS_SURFACE_ACTOR = 9, GRAPHICS_IMAGE = 10,
    }
    BACKPACK_TYPE "Bars of what players hold." { SHORTCUT = 1, INVENTORY = 2, EQUIP = 3 }
    BPACK_SINDEX "First slots." {
        BACKPACK_START_INDEX = 0, SHORTCUT_START_INDEX = 1000, STORAGE_START_INDEX = 3000,
        EQUIP_START_INDEX = 8000,
    }
    EQUIP_SLOT_TYPE "Places where things are worn." {
        EQUIP_HEAD = 0, EQUIP_BREAST = 1, EQUIP_LEGGING = 2, EQUIP_SHOE = 3, EQUIP_PIFENG = 4,
        EQUIP_WEAPON = 5, MAX_EQUIP_SLOTS = 6,
    }
    BLOCKATTR "Attributes of blocks, and what may be done to them." {
        EXPLODE_RESISTANCE = 1, HARDNESS = 2, GLISSADE = 3, BURNING_SPEED = 4, BURNING_PROBABILITY
        = 5, LIGHTNESS = 6, ENABLE_DESTROYED = 1, ENABLE_BEOPERATED = 2, ENABLE_BEPUSHED = 4,
        ENABLE_DROPITEM = 8, BEPUSHED_DROPITEM = 16,
    }
    BLOCKSTATUS "States of functional blocks." { ACTIVE = 1, INACTIVE = 2 }
    PLAYERATTR "Attributes of players, and their abilities as bits." {
        MAX_HP = 1, CUR_HP = 2, HP_RECOVER = 3, LIFE_NUM = 4, MAX_HUNGER = 5, CUR_HUNGER = 6,
        MAX_OXYGEN = 7, CUR_OXYGEN = 8, RECOVER_OXYGEN = 9, WALK_SPEED = 10, RUN_SPEED = 11,
        SNEAK_SPEED = 12, SWIN_SPEED = 13, JUMP_POWER = 14, DODGE = 16, ATK_MELEE = 17, ATK_REMOTE
        = 18, DEF_MELEE = 19, DEF_REMOTE = 20, DIMENSION = 21, SCORE = 22, LEVEL = 23,
        CUR_LEVELEXP = 26, CUR_LEVEL = 27, CUR_STRENGTH = 28, MAX_STRENGTH = 29, STRENGTH_RECOVER
        = 30, ATK_PHYSICAL = 101, ATK_MAGIC = 102, DEF_PHYSICAL = 103, DEF_MAGIC = 104,
        ENABLE_MOVE = 1, ENABLE_PLACEBLOCK = 2, ENABLE_OPERATEBLOCK = 4, ENABLE_DESTROYBLOCK = 8,
        ENABLE_USEITEM = 16, ENABLE_ATTACK = 32, ENABLE_BEATTACKED = 64, ENABLE_BEKILLED = 128,
        ENABLE_PICKUP = 256, ENABLE_DEATHDROPITEM = 512, ENABLE_VEHICLEAUTOFORWARD = 1024,
        ENABLE_DISCARDITEM = 2048, ITEM_DISABLE_THROW = 1, ITEM_DISABLE_DROP = 2,
    }
    CREATUREATTR "Attributes of creatures, and their abilities as bits." {
        MAX_HP = 1, CUR_HP = 2, HP_RECOVER = 3, MAX_HUNGER = 5, CUR_HUNGER = 6, MAX_OXYGEN = 7,
        CUR_OXYGEN = 8, RECOVER_OXYGEN = 9, WALK_SPEED = 10, RUN_SPEED = 11, SWIN_SPEED = 13,
        JUMP_POWER = 14, WEIGHT = 15, DODGE = 16, ATK_MELEE = 17, ATK_REMOTE = 18, DEF_MELEE = 19,
        DEF_REMOTE = 20, DIMENSION = 21, ATK_PHYSICAL = 101, ATK_MAGIC = 102, DEF_PHYSICAL = 103,
        DEF_MAGIC = 104, ENABLE_MOVE = 1, ENABLE_ATTACK = 32, ENABLE_BEATTACKED = 64,
        ENABLE_BEKILLED = 128, ENABLE_PICKUP = 256, ENABLE_DEATHDROPITEM = 512,
    }
    PLAYERMOTION "What players do." {
        STATIC = 0, WALK = 1, RUN = 2, JUMP = 4, JUMP_TWICE = 8, SNEAK = 16, FALL_GROUND = 32,
        TURNBACK = 64, UP = 128, DOWN = 256, FALL = 512,
    }
    CREATUREMOTION "What creatures do." {
        IDLE = 1, STANDBY = 2, STROLL = 3, ATK_MELEE = 4, ATK_REMOTE = 5, FOLLOW = 6, SWIM = 7,
        RUN_AWAY = 8, SELF_BOMB = 9, BEATTRACTED = 10, COPULATION = 11,
    }
    HURTTYPE "Kinds of damage." {
        MELEE = 0, REMOTE = 1, BOMB = 2, PHYSICS = 3, BURNING = 3, TOXIN = 4, WITHER = 5, MAGIC =
        6, SUN = 6, FALL = 7, ANVIL = 8, CACTUS = 9, ASPHYXIA = 10, DROWN = 11, SUFFOCATE = 12,
        ANTIINJURY = 13, LASER = 14,
    }
    TEAMATTR "Attributes of teams." { PLAYER_NUM = 1, SCORE = 2 }
    WEATHERSTATUS "Kinds of weather." { SHINE_AND_RAIN = 0, SHINE = 1, RAIN = 2 }
    VIEWPORTTYPE "How players see the world." {
        MAINVIEW = 0, BACKVIEW = 1, FRONTVIEW = 2, TOPVIEW = 3, CUSTOMVIEW = 4, BACK2VIEW = 8,
    }
    WorldType "Kinds of maps." {
        OWTYPE_SINGLE = 0, OWTYPE_CREATE = 1, OWTYPE_EXTREMITY = 2, OWTYPE_CREATE_RUNGAME = 3,
        OWTYPE_GAMEMAKER = 4, OWTYPE_GAMEMAKER_RUN = 5, OWTYPE_FREEMODE = 6, OWTYPE_RECORD = 9,
    }
    TerrainType "Kinds of terrain." { TERRAIN_FLAT = 0, TERRAIN_NORMAL = 1 }
    CameraEditState "States of arranging the camera." {
        CAMERA_EDIT_STATE_NULL = 0, CAMERA_EDIT_STATE_EDIT = 1, CAMERA_EDIT_STATE_TEST = 2,
    }
    MAPMARK_TYPE "Shapes on the small map." {
        MMARK_LINE = 0, MMARK_RECTANGLE = 1, MMARK_CIRCLE = 2,
    }
    RESLIBTYPE "Kinds of resources." {
        NONE = 0, BLOCK = 1, ITEM = 2, MONSTER = 3, PARTICLE = 4, SOUND = 5,
    }
    GSOUND_TYPE "Kinds of sounds of blocks." {
        GSOUND_DIG = 0, GSOUND_DESTROY = 1, GSOUND_PLACE = 2, GSOUND_FALLGROUND = 3, GSOUND_WALK =
        4,
    }
    MODATTRIB_TYPE "Modifiers of creatures." {
        MODATTR_MOVE_SPEED = 0, MODATTR_SWIM_SPEED = 1, MODATTR_JUMP_SPEED = 2,
        MODATTR_ATTACK_PUNCH = 3, MODATTR_ATTACK_RANGE = 4, MODATTR_ATTACK_EXPLODE = 5,
        MODATTR_ATTACK_FIRE = 6, MODATTR_ATTACK_POISON = 7, MODATTR_ATTACK_WITHER = 8,
        MODATTR_ATTACK_PLAYER = 9, MODATTR_ATTACK_UNDEAD = 10, MODATTR_ATTACK_ANIMAL = 11,
        MODATTR_DAMAGED_PUNCH = 12, MODATTR_DAMAGED_RANGE = 13, MODATTR_DAMAGED_EXPLODE = 14,
        MODATTR_DAMAGED_FIRE = 15, MODATTR_DAMAGED_POISON = 16, MODATTR_DAMAGED_WITHER = 17,
        MODATTR_DAMAGED_FALLING = 18, MODATTR_ARMOR_PUNCH = 19, MODATTR_ARMOR_RANGE = 20,
        MODATTR_ARMOR_EXPLODE = 21, MODATTR_DAMAGE_ABSORB = 22, MODATTR_CRITICAL_HIT = 23,
        MODATTR_KNOCK = 24, MODATTR_KNOCK_RESIST = 25, MODATTR_KNOCK_RESIST_PROB = 26,
        MODATTR_DIG_SPEED = 27, MODATTR_LUCK_DIG = 28, MODATTR_LUCK_KILLMOB = 29,
        MODATTR_VIEW_BRIGHT = 30, MODATTR_ACTOR_SCALE = 31, MODATTR_OXYGEN_SUPPLY = 32,
    }
    ACTORBODY_EFFECT "Built-in effects on bodies; those between have numbers alone." {
        BODYFX_HURT = 0, BODYFX_FIRE = 1, BODYFX_PORTAL = 2, BODYFX_ENCH_FALL = 39,
    }
    VARTYPE "Types of variables and lists." {
        POSITION = 1, AREA = 2, NUMBER = 3, STRING = 4, BOOLEAN = 5, PLAYER = 6, PLAYER_GROUP = 7,
        BLOCKTYPE = 8, ITEMTYPE = 9, CREATURE = 10, CREATURETYPE = 11, CREATURE_GROUP = 12,
        EFFECTTYPE = 14, POSITION_GROUP = 15, AREA_GROUP = 16, NUMBER_GROUP = 17, STRING_GROUP =
        18, BOOLEAN_GROUP = 19, BLOCKTYPE_GROUP = 20, ITEMTYPE_GROUP = 21, CREATURETYPE_GROUP =
        22,
    }
    ANIMMODE "How animations are played." {
        ANIM_MODE_LOOP = 0, ANIM_MODE_ONCE = 1, ANIM_MODE_ONCE_STOP = 2, ANIM_MODE_DEFAULT = 3,
    }
    DROPMODE "Why items are dropped." {
        DISCARDITEM = 1, DESTROYBOX = 2, DEFEATMOB = 3, DESTROYBLOCK = 4, SPAWNITEM = 5,
        CHANGEPLAYMODE = 6,
    }
    ITEMATTR "Attributes of items." {
        ATTACK = 1, STACKMAX = 2, SHORTDEFENSE = 3, LONGDEFENSE = 4, EXPLODEDEFENSE = 5,
        FIREDEFENSE = 6, POISONDEFENSE = 7, WITHERDEFENSE = 8, DURATION = 9, FIREINTERVAL = 10,
        MAGAZINES = 11,
    }
    LinearTransformation "Kinds of easing." {
        None = 0, Linear = 1, QuadIn = 2, QuadOut = 3, QuadInOut = 4, ExpoIn = 5, ExpoOut = 6,
        ExpoInOut = 7, CircIn = 8, CircOut = 9, CircInOut = 10, ElasticIn = 11, ElasticOut = 12,
        ElasticInOut = 13, BackIn = 14, BackOut = 15, BackInOut = 16, BounceIn = 17, BounceOut =
        18, BounceInOut = 19,
    }
    MOVETYPE "How players move." { FLY = 1, IDLE = 2 }
    SORT "Orders of lists." { UP = 0, DOWN = 1 }
    FURNACEID "Blocks of furnaces." { FURNACE = 803 }
    STORAGEID "Blocks of boxes." { STORAGE_BOX = 801 }
    SKYBOXMAP "Pictures of the sky: their names and numbers are not published." {  }
    SKYBOXCOLOR "Colours of the sky: their names and numbers are not published." {  }
    SKYBOXATTR "Parameters of the sky: their names and numbers are not published." {  }
    SKYBOXPARTICLE "Particles of the sky: their names and numbers are not published." {  }
    SKYBOXFILTER "Parameters of the picture: their names and numbers are not published." {  }
    CameraModel "Options of cameras: their names and numbers are not published." {  }
    CameraRotate "How cameras turn: their names and numbers are not published." {  }
    MiniShopPage "Pages of the shop: their names and numbers are not published." {  }
    QQMUSICOP "What is done to music: their names and numbers are not published." {  }
}

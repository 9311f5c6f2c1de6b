//! The events of Mini World, for the reference page.

fangqi_plugin::events! {
    /// All of them but those of every room; a test compares this list with what the sources raise.
    pub static EVENTS;
    "Game.Load": "map is loading";
    "Game.Hour": hour "in-game hour changed";
    "Game.End": "a script called `Game:doGameEnd`";
    "Game.TimeOver": "time limit reached";
    "Game.AnyPlayer.Victory": eventobjid shortix x y z "a script called `Player:setGameWin`";
    "Game.AnyPlayer.Defeat": eventobjid shortix x y z "a player lost";
    "Game.AnyPlayer.ReadStage":
        "a player loaded progress", never "there is no stored progress of a player to load";
    "Weather.Changed": "weather changed";
    "Backpack.ItemChange": blockid itemid itemnum x y z "container content changed";
    "Backpack.ItemPutIn": blockid itemid itemnum x y z "item put into a container";
    "Backpack.ItemTakeOut": blockid itemid itemnum x y z "item taken from a container";
    "Block.Add": blockid x y z "block created";
    "Block.Remove": blockid x y z "block removed";
    "Block.PlaceBy": eventobjid blockid x y z "block placed by someone";
    "Block.DestroyBy": eventobjid blockid x y z "block destroyed";
    "Block.Trigger": eventobjid blockid x y z "block activated/powered";
    "Block.Fertilize": eventobjid blockid x y z "block fertilised", never "nothing grows here";
    "Block.Dig.Begin": eventobjid blockid x y z "digging began";
    "Block.Dig.Cancel": eventobjid blockid x y z "digging cancelled";
    "Block.Dig.End": eventobjid blockid x y z "block dug out";
    "Player.ClickActor": eventobjid targetactorid toobjid "player clicked a creature/player";
    "Player.Attack": eventobjid shortix x y z "player attacks";
    "Player.AttackHit": eventobjid targetactorid toobjid shortix x y z "player hit a target";
    "Player.DamageActor": eventobjid toobjid targetactorid hurtlv "player dealt damage";
    "Player.DefeatActor": eventobjid toobjid targetactorid "player defeated a target";
    "Player.BeHurt": eventobjid hurtlv toobjid targetactorid "player was hurt";
    "Player.Die": eventobjid shortix x y z toobjid targetactorid "player died";
    "Player.Revive": eventobjid shortix x y z "player revived";
    "Player.Collide": eventobjid toobjid targetactorid "player collided with player/creature";
    "Player.AreaIn": eventobjid areaid "player entered an area";
    "Player.AreaOut": eventobjid areaid "player left an area";
    "Player.MoveOneBlockSize": eventobjid shortix x y z "player moved one block";
    "Player.MotionStateChange": eventobjid playermotion "motion state changed (PLAYERMOTION)";
    "Player.PlayAction": eventobjid act "player used an emote";
    "Player.AddItem": eventobjid itemid itemnum "got an item";
    "Player.ConsumeItem": eventobjid itemid itemnum "consumed an item";
    "Player.UseItem": eventobjid itemid itemnum itemix "used an item";
    "Player.PickUpItem": eventobjid toobjid itemid itemnum "picked up a drop";
    "Player.DiscardItem": eventobjid itemid itemnum toobjid "dropped an item";
    "Player.BackPackChange": eventobjid itemid itemnum itemix "inventory changed";
    "Player.ShortcutChange": eventobjid itemid itemnum itemix "hotbar changed";
    "Player.SelectShortcut": eventobjid itemid itemnum itemix "hotbar slot selected";
    "Player.EquipChange": eventobjid itemid itemnum itemix "equipment changed";
    "Player.EquipOn": eventobjid itemid itemnum itemix "put on equipment";
    "Player.EquipOff": eventobjid itemid itemnum itemix "took off equipment";
    "Player.UseGiftPack": eventobjid itemid itemnum "opened a gift item";
    "Player.ChangeAttr": eventobjid shortix playerattr playerattrval x y z "attribute changed";
    "Player.LevelModelUpgrade": eventobjid shortix x y z "level changed";
    "Player.AddBuff": eventobjid buffid bufflvl "gained a status";
    "Player.RemoveBuff": eventobjid buffid bufflvl "lost a status";
    "Player.MountActor": eventobjid targetactorid toobjid "mounted";
    "Player.DismountActor": eventobjid targetactorid toobjid "dismounted";
    "Player.InputKeyDown": eventobjid vkey "key pressed";
    "Player.InputKeyOnPress": eventobjid vkey "key held";
    "Player.InputKeyUp": eventobjid vkey "key released";
    "Player.InvateFriend": eventobjid toobjid
        "invited a friend (spelling is official)", never "there are no accounts";
    "Player.JoinTeam": eventobjid teamid "joined a team";
    "Actor.Create": eventobjid actorid x y z "creature created";
    "Actor.Die": eventobjid toobjid actorid x y z "creature died";
    "Actor.AreaIn": eventobjid areaid actorid "entered an area";
    "Actor.AreaOut": eventobjid areaid actorid "left an area";
    "Actor.Attack": eventobjid toobjid actorid targetactorid "attacks";
    "Actor.AttackHit": eventobjid toobjid actorid targetactorid "attack hit";
    "Actor.BeHurt": eventobjid toobjid hurtlv actorid "was hurt";
    "Actor.Beat": eventobjid toobjid actorid targetactorid "defeated a target";
    "Actor.Damage": eventobjid toobjid hurtlv actorid targetactorid "dealt damage";
    "Actor.Collide": eventobjid toobjid actorid targetactorid "collided";
    "Actor.ChangeAttr": eventobjid actorid actorattr actorattrval "attribute changed";
    "Actor.ChangeMotion": eventobjid actorid actormotion "motion changed (CREATUREMOTION)";
    "Actor.AddBuff": eventobjid actorid buffid bufflvl "gained a status";
    "Actor.RemoveBuff": eventobjid actorid buffid bufflvl "lost a status";
    "Actor.Projectile.Hit": eventobjid toobjid itemid targetactorid x y z helperobjid blockid
        "projectile hit something";
    "Item.Create": eventobjid itemid defaultvalue x y z "drop created";
    "Item.Pickup": eventobjid toobjid itemid itemnum x y z "drop picked up";
    "Item.Disappear": eventobjid itemid itemnum x y z "drop vanished";
    "Item.Destroy": eventobjid itemid itemnum "equipment broke";
    "Item.expend": eventobjid itemid itemnum "food consumed (lower-case e is official)";
    "DropItem.AreaIn": eventobjid areaid itemid "drop entered an area";
    "DropItem.AreaOut": eventobjid areaid itemid "drop left an area";
    "Missile.Create": eventobjid toobjid itemid x y z "projectile created";
    "Missile.AreaIn": eventobjid areaid itemid helperobjid "projectile entered an area";
    "Missile.AreaOut": eventobjid areaid itemid helperobjid "projectile left an area";
    "Particle.Pos.OnCreate": effectid x y z "effect created at a position";
    "Particle.Player.OnCreate": eventobjid effectid x y z "effect on a player";
    "Particle.Mob.OnCreate": eventobjid effectid x y z "effect on a creature";
    "Particle.Item.OnCreate": eventobjid effectid x y z "effect on a drop";
    "Particle.Projectile.OnCreate": eventobjid effectid x y z "effect on a projectile";
    "UI.Button.Click": eventobjid CustomUI CoustomUI uielement btnelenemt
        "button released; only delivered to scripts of that UI page";
    "UI.Button.TouchBegin": eventobjid CustomUI CoustomUI uielement btnelenemt "button pressed";
    "UI.GLoader3D.Click": eventobjid CustomUI CoustomUI uielement btnelenemt "3D model released";
    "UI.GLoader3D.TouchBegin": eventobjid CustomUI CoustomUI uielement btnelenemt "3D model pressed";
    "UI.Show": eventobjid CustomUI CoustomUI "UI page opened";
    "UI.Hide": eventobjid CustomUI CoustomUI "UI page closed";
    "UI.LostFocus": eventobjid CustomUI CoustomUI uielement content "text field lost focus";
    "minitimer.change": timerid timername timertime "a timer shows another whole second";
    "Craft.end": eventobjid craftid itemid itemnum
        "crafting finished", never "there are no workbenches";
    "Furnace.begin": furanceid x y z "smelting began (field spelling is official)";
    "Furnace.end": furanceid x y z "smelting ended";
    "Plot.begin": eventobjid toobjid plotid targetactorid
        "dialogue began", never "there are no dialogues";
    "Plot.end": eventobjid toobjid plotid targetactorid
        "dialogue ended", never "there are no dialogues";
    "BluePrint.BuildBegin": areaid
        "blueprint build began", never "maps come without drawings of blocks";
    "Developer.BuyItem": eventobjid itemid "bought/withdrew a shop item", never "there is no shop";
    "MiNiVip_1": eventobjid "bought 1-month VIP", never "there is no shop";
    "MiNiVip_3": eventobjid "bought 3-month VIP", never "there is no shop";
    "QQMusic.PlayBegin": eventobjid qqMusicId "music began", never "there is no music service";
}

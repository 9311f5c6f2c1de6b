//! Arguments that Mini World takes: a refusal that the game does not make breaks a map.

use crate::support::Walk;

/// Calls that the game takes, and what they give.
const TAKEN: &[(&str, &str)] = &[
    // Truths as numbers, and left out.
    ("Player:mountActor(1001, mob, 1, true)", "0"),
    ("Player:mountActor(1001, 0)", "0"),
    ("Actor:mountActor(1001, mob, 1)", "0"),
    ("Actor:mountActor(1001, 0, true)", "0"),
    ("Block:destroyBlock(3, 6, 3, 1)", "0"),
    ("Block:destroyBlock(3, 5, 3, 0)", "0"),
    ("Player:setActionAttrState(1001, PLAYERATTR.ENABLE_MOVE, 0)", "0"),
    ("Player:checkActionAttrState(1001, PLAYERATTR.ENABLE_MOVE)", "1001"),
    ("Player:setActionAttrState(1001, PLAYERATTR.ENABLE_MOVE, 1)", "0"),
    ("Player:checkActionAttrState(1001, PLAYERATTR.ENABLE_MOVE)", "0"),
    ("Player:setActionAttrState(1001, PLAYERATTR.ENABLE_MOVE)", "0"),
    ("Actor:getActionAttrState(1001, 1)", "0 false"),
    ("Actor:setImmuneType(mob, HURTTYPE.FALL, 1)", "0"),
    ("Actor:shownickname(mob, 0)", "0"),
    ("Actor:playSoundEffectById(mob, 10001, 100, 1, 0)", "0"),
    ("Creature:setAIActive(mob, 0)", "0"),
    ("Creature:setPanic(mob)", "0"),
    ("Player:changeViewMode(1001, 1, 1)", "0"),
    ("Block:setBlockSettingAttState(104, 1, 0)", "0"),
    ("Block:getBlockSettingAttState(104, 1)", "0 false"),
    ("Block:setBlockSwitchStatus({ x = 0, y = 6, z = 0 }, 1)", "0"),
    ("Block:getBlockSwitchStatus({ x = 0, y = 6, z = 0 })", "0 true"),
    ("MapMark:newShape(0, 1, 255, 0, 0)", "0 "),
    ("Player:playMusic(1001, 10001, 100, 1, 1)", "0"),
    ("VarLib2:setGlobalVarByName(5, 'open', 1)", "0"),
    ("VarLib2:getGlobalVarByName(5, 'open')", "0 true"),
    ("Player:SetCameraAttrState(1001, 1, 1)", "0"),
    ("Actor:clearActorWithId(3499, 1)", "0"),
    // Last arguments that are missing.
    ("Player:removeBackpackItem(1001, 5001)", "0"),
    ("Backpack:setGridItem(1001, 1001, 5001)", "0"),
    ("Backpack:getGridItemID(1001, 1001)", "0 5001 1"),
    ("Backpack:setGridItem(1001, 1001, 0, 0)", "0"),
    ("Backpack:getGridItemID(1001, 1001)", "0 0 0"),
    ("World:getRayLength(0, 9, 0, 0, 0, 0)", "0 2"),
    ("World:getRayBlock(0, 9, 0, FACE_DIRECTION.DIR_NEG_Y)", "0 104"),
    ("World:setEffectScaleOnPosition(1, 8, 1, 1170)", "0"),
    ("Player:shakeCamera(1001)", "0"),
    ("Player:rotateCamera(1001, 90)", "0"),
    ("MiniTimer:showTimerWnd({ 1001 }, timer)", "0"),
    ("MiniTimer:showTimerTips(1001, timer, 'left', 1)", "0"),
    // Names that are empty.
    ("MiniTimer:createTimer('', nil, true)", "0 "),
    ("MiniTimer:createTimer()", "0 "),
    ("Actor:setnickname(mob, '')", "0"),
    ("Valuegroup:insertInGroupByName(17, '', 5, 0)", "0"),
    ("Valuegroup:getGrouplengthByName(17, '', 0)", "0 1"),
    ("VarLib2:setGlobalVarByName(3, '', 4)", "0"),
    ("CloudSever:setDataListBykey('', '', 1)", "0"),
    ("CloudSever:setDataListBykey('t', 'k', nil)", "0"),
    ("Chat:sendSystemMsg('')", "0"),
    ("Player:notifyGameInfo2Self(1001, '')", "0"),
    ("Customui:setText(1001, '7001', '7001_1', '')", "0"),
    ("Actor:changeCustomModel(mob, '')", "0"),
    // Everybody, by 2.
    ("Team:getTeamPlayerNum(-1, 2)", "0 2"),
    ("Team:getTeamPlayers(0, 2)", "0 2 table"),
    ("World:getPlayerTotal(2)", "0 2"),
    // Vectors without all their parts.
    ("Player:SetCameraPosTransformBy(1001, { x = 1, y = 2 }, 1, 1)", "0"),
    ("Player:SetCameraPosTransformTo(1001, { y = 2 }, 1, 1)", "0"),
    ("Player:SetCameraRotTransformBy(1001, { x = 1, y = 2 }, 1, 1)", "0"),
    ("Player:SetCameraRotTransformTo(1001, { x = 1, y = 2 })", "0"),
    ("Player:SetCameraMountPos(1001, { x = 1, y = 20 })", "0"),
    ("Player:SetCameraFovTransformTo(1001, -1)", "0"),
    ("Graphics:createGraphicsTxtByActor(mob, board, { y = 1 }, 2)", "0 "),
    // Projectiles of nobody and to nowhere.
    ("World:spawnProjectile(nil, 12051, 0, 20, 0, 5, 20, 5, 100)", "0 "),
    ("World:spawnProjectile(-1, 12051, 0, 20, 0, 5, 20, 5, 100)", "0 "),
    ("World:spawnProjectile(0, 12051, 0, 20, 0, 0, 20, 0, 100)", "0 "),
    ("World:spawnProjectileByDir(nil, 12051, 0, 20, 0, 0, 0, 0, 100)", "0 "),
    ("World:spawnProjectileByDir(1001, 12051, 0, 20, 0, 1, 0, 0, -1)", "0 "),
    ("World:spawnProjectileByDir(-1, 12051, 0, 20, 0, 1, 0, 0)", "0 "),
    ("Actor:setFaceDirection(mob, 0, 0, 0)", "0"),
    ("Actor:tryMoveToActor(mob, mob, 1)", "0"),
    ("Actor:tryMoveToPos(mob, 4.5, 7, 4.5, -1)", "0"),
    ("World:getRayLength(0, 9, 0, 0, 9, 0, 16)", "0 0"),
    // How much of something is brought within what there is.
    ("Actor:playBodyEffectById(mob, 1170, 0, 1e6)", "0"),
    ("World:playParticalEffect(1, 9, 1, 1170, 5000, 1e9)", "0"),
    ("Customui:setAlpha(1001, '7001', '7001_1', 300)", "0"),
    ("Customui:setFontSize(1001, '7001', '7001_1', 0)", "0"),
    ("Customui:showElement(1001, '7001', '7001_1', 'fade', -1)", "0"),
    ("Customui:SmoothMoveTo(1001, '7001', '7001_1', -1, 5, 5)", "0"),
    ("World:setBlockLightEx(1, 8, 1, 20)", "0"),
    ("World:SetTimeVanishingSpeed(-1)", "0"),
    ("Player:setCheckBoxScale(1001, -1)", "0"),
    ("Player:setSkillCD(1001, 5001, -1)", "0"),
    ("MiniTimer:startBackwardTimer(timer, 0)", "0"),
    ("MiniTimer:changeTimerTime(timer, -5)", "0"),
    ("Game:splitStr('abc', '')", "0 table"),
    ("Block:replaceBlock(104, 2, 9, 2, 7)", "0"),
    ("Graphics:createGraphicsTxtByPos(0, 9, 0, { title = 'own', mine = 1 })", "0 "),
    ("Graphics:createflotageTextByPos(0, 9, 0, board)", "0 "),
];

#[test]
fn what_the_game_takes_is_taken() {
    let mut walk = Walk::open(
        "code, made = World:spawnCreature(4.5, 7, 4.5, 3400, 1) mob = made[1]
        code, timer = MiniTimer:createTimer('left')
        board = Graphics:makeGraphicsText('text', 16, 0, 1)
        World:playParticalEffect(1, 8, 1, 1170, 1)",
    );
    walk.run("Player:gainItems(1001, 5001, 3, 1)");
    let mut wrong = Vec::new();
    for (call, wanted) in TAKEN {
        walk.run(&format!("got = table.pack({call})"));
        let given = walk.show("table.concat((function() local t = {} for i = 1, got.n do t[i] = type(got[i]) == 'table' and 'table' or tostring(got[i]) end return t end)(), ' ')");
        let right = match wanted.strip_suffix(' ') {
            // Some number after the code.
            Some(code) => given.strip_prefix(code).is_some_and(|rest| rest.len() > 1),
            None => given == *wanted,
        };
        if !right {
            wrong.push(format!("{call}: {given}, not {wanted}; {:?}", walk.log.last()));
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn what_is_shot_by_nobody_to_nowhere_falls() {
    let mut walk = Walk::open(
        "code, shot = World:spawnProjectile(nil, 12051, 4.5, 12, 4.5, 4.5, 12, 4.5, 100)",
    );
    walk.ticks(5);
    let at = walk.show("Actor:getPosition(shot)");
    let at: Vec<f64> = at.split(' ').map(|axis| axis.parse().unwrap()).collect();
    assert_eq!((at[1], at[3]), (4.5, 4.5));
    assert!(at[2] < 12.0 && at[2] > 10.0, "{at:?}");
}

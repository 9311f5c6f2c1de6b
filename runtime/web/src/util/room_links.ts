/** What a link to a room asks for, beyond the room. */

/** A free seat, for a friend or for a quick match. */
export const INVITED = "#sit";
/** That a seat be free for the next player. */
export const WAITS = "#wait";
/** That the map teach its rules. */
export const LEARNS = "#learn";

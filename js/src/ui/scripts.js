/** Scripts whose words the engine reads as pairs of characters: those without spaces, and Hangul, whose words end in particles. */
export const paired = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u;

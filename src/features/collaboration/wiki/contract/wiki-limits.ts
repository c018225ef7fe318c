/** The longest page, in characters of Markdown. */
export const BODY_LENGTH = 200_000
export const TITLE_LENGTH = 200
export const NOTE_LENGTH = 200
/** How many pages are above each other at most. */
export const DEEPEST = 8
/** The most pages of an account, and the most shared ones: a tree is read whole. */
export const MOST_PAGES = 5_000

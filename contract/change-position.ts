/** Names the position in the page's Server-Timing header, the only header a page can read of itself. */
export const POSITION_METRIC = 'changes'

/** Message of the `system` event before a join's reply if nothing changed since the position the join names. */
export const NOTHING_MISSED = 'Nothing changed since'

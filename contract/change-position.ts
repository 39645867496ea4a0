/** Server-Timing metric with the change position: a page can read no other header of its own response. */
export const POSITION_METRIC = 'changes'

/** Message of the `system` event before the join reply if nothing changed since the client's position. */
export const NOTHING_MISSED = 'Nothing changed since'

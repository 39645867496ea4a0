import type { Delay } from '../../lib/delayed.ts'

/** When each part of the app follows what is typed. The page itself never waits. */
export const DELAYS = {
  /** Page breaks, after the frame of the key. */
  layout: { pause: 80, within: 80 },
  /** The browser's own copy: the longest time that typed text is in memory only. */
  store: { pause: 300, within: 300 },
  /** Counts and the list of scenes. */
  facts: { pause: 250, within: 1_500 },
  /** The chat, the title and other parts around the page. */
  show: { pause: 300, within: 3_000 },
  /** The changes that are still under review, only after a pause; longer if comparing takes long. */
  review: { pause: 500, within: Number.POSITIVE_INFINITY },
  /** The server's copy. */
  send: { pause: 1_000, within: 5_000 },
  /** Where notes are, after the text that they are in. */
  places: { pause: 3_000, within: 60_000 },
} as const satisfies Record<string, Delay>

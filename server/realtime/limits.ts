/** What one person, one socket and one event may cost. */
export const REALTIME_LIMITS = {
  sockets: 10_000,
  /** Sockets on which nobody has joined yet: beyond it the oldest makes room, and none waits longer. */
  waitingSockets: 1_000,
  joinWithinMilliseconds: 30_000,
  socketsPerPerson: 50,
  channelsPerSocket: 20,
  changesPerChannel: 20,
  messageBytes: 64 * 1024,
  messagesAtOnce: 100,
  messagesPerSecond: 20,
  /** What a reader may leave unread before it is dropped. */
  bufferedBytes: 1024 * 1024,
  /** A row beyond it is sent without its long columns. */
  recordBytes: 64 * 1024,
  waitingAnnouncements: 10_000,
  announcementsAtOnce: 64,
  /** Of the pool's connections; the others are for requests. */
  questionsAtOnce: 8,
  sessionCheckMilliseconds: 2_000,
  pingMilliseconds: 25_000,
}

export type RealtimeLimits = typeof REALTIME_LIMITS

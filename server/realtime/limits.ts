/** Limits per process, per account, per socket and per event. */
export const REALTIME_LIMITS = {
  sockets: 10_000,
  /** Sockets without a join: above this number the oldest is closed; each is closed after the time below. */
  waitingSockets: 1_000,
  joinWithinMilliseconds: 30_000,
  socketsPerPerson: 50,
  channelsPerSocket: 20,
  changesPerChannel: 20,
  messageBytes: 64 * 1024,
  messagesAtOnce: 100,
  messagesPerSecond: 20,
  /** A client with more unsent data than this is disconnected. */
  bufferedBytes: 1024 * 1024,
  /** Larger rows are sent without their long columns. */
  recordBytes: 64 * 1024,
  waitingAnnouncements: 10_000,
  announcementsAtOnce: 64,
  /** Connections of the pool used for delivery; the rest serve requests. */
  concurrentReads: 8,
  sessionCheckMilliseconds: 2_000,
  pingMilliseconds: 25_000,
}

export type RealtimeLimits = typeof REALTIME_LIMITS

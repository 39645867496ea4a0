/** Something asked for that is not given, for a reason the client may know. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Why a socket is closed. The client connects again after any of them, joins and reads anew. */
export const CLOSE = {
  stopping: [1001, 'The server stops.'],
  malformed: [1007, 'A message is not of this protocol.'],
  tooManyMessages: [1008, 'Too many messages.'],
  nobodyJoined: [1008, 'Nobody joined in time.'],
  eventsLost: [1012, 'Events may have been lost; join and read again.'],
  tokenExpired: [4401, 'The access token has expired.'],
  sessionEnded: [4401, 'The session has ended.'],
  restricted: [4403, 'The account was restricted.'],
} as const satisfies Record<string, readonly [code: number, reason: string]>

export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE]

/** An error whose message is sent to the client. */
export class Refusal extends Error {
  override name = 'Refusal'
}

/** Close codes. The client reconnects after any of them, joins again and reloads. */
export const CLOSE = {
  stopping: [1001, 'The server is shutting down.'],
  malformed: [1007, 'Invalid message.'],
  tooManyMessages: [1008, 'Too many messages.'],
  nobodyJoined: [1008, 'No channel was joined in time.'],
  failed: [1011, 'The server could not handle this connection.'],
  eventsLost: [1012, 'Events may have been lost; rejoin and reload.'],
  tokenExpired: [4401, 'The access token has expired.'],
  sessionEnded: [4401, 'The session has ended.'],
  restricted: [4403, 'The account was restricted.'],
} as const satisfies Record<string, readonly [code: number, reason: string]>

export type CloseReason = (typeof CLOSE)[keyof typeof CLOSE]

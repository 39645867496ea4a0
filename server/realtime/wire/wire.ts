import { z } from 'zod'

const ref = z.string().max(100).nullish()
const name = z.string().max(255)
const versionOne = z.object({
  join_ref: ref,
  ref,
  topic: name,
  event: name,
  payload: z.unknown().optional(),
})
const versionTwo = z
  .tuple([ref, ref, name, name, z.unknown()])
  .transform(([join_ref, own, topic, event, payload]) => ({
    join_ref,
    ref: own,
    topic,
    event,
    payload,
  }))

export type Incoming = z.infer<typeof versionOne>
type Ref = string | null | undefined
/** The payload is JSON text: rows are passed through from the database unparsed. */
export type Outgoing = { joinRef?: Ref; ref?: Ref; topic: string; event: string; payload: string }

export type Wire = {
  /** Undefined for an invalid message. */
  read(data: Buffer, isBinary: boolean): Incoming | undefined
  write(message: Outgoing): string
}

function parse(schema: z.ZodType<Incoming>, data: Buffer): Incoming | undefined {
  try {
    return schema.safeParse(JSON.parse(data.toString())).data
  } catch {
    return undefined
  }
}

/** Clients send broadcasts as binary frames: five lengths, an encoding, then the strings. */
function readBroadcast(data: Buffer): Incoming | undefined {
  const [kind, joinRefLength = 0, refLength = 0, topicLength = 0] = data
  if (kind !== 3 || data.length < 7 + joinRefLength + refLength + topicLength) return undefined
  let offset = 7
  const take = (length: number) => data.toString('utf8', offset, (offset += length))
  const [join_ref, own, topic] = [take(joinRefLength), take(refLength), take(topicLength)]
  return { join_ref, ref: own, topic, event: 'broadcast', payload: undefined }
}

const text = (value: Ref) => JSON.stringify(value ?? null)

/** Message formats by protocol version. */
export const WIRES = new Map<string, Wire>([
  [
    '1.0.0',
    {
      read: (data, isBinary) => (isBinary ? undefined : parse(versionOne, data)),
      write: ({ ref: own, topic, event, payload }) =>
        `{"topic":${text(topic)},"event":${text(event)},"payload":${payload},"ref":${text(own)}}`,
    },
  ],
  [
    '2.0.0',
    {
      read: (data, isBinary) => (isBinary ? readBroadcast(data) : parse(versionTwo, data)),
      write: ({ joinRef, ref: own, topic, event, payload }) =>
        `[${text(joinRef)},${text(own)},${text(topic)},${text(event)},${payload}]`,
    },
  ],
])

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

/** Features of Supabase's channels that are not supported, by the event that requests them. */
export const NOT_OFFERED = {
  broadcast: 'Broadcast is not supported, only postgres_changes.',
  presence: 'Presence is not supported, only postgres_changes.',
}

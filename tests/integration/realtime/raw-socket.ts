import { once } from 'node:events'
import { WebSocket } from 'ws'
import { cleanUp } from '../../support/clean-up.ts'
import type { TestServer } from '../../support/test-server.ts'

type Message = {
  joinRef: string | null
  ref: string | null
  topic: string
  event: string
  payload: Record<string, unknown>
}

export const addressOf = (
  { url, anonKey }: TestServer,
  parameters: Record<string, string> = {},
) => {
  const query = new URLSearchParams({ apikey: anonKey, vsn: '2.0.0', ...parameters })
  return `${url.replace('http', 'ws')}/realtime/v1/websocket?${query.toString()}`
}

export type RawSocket = {
  socket: WebSocket
  messages: Message[]
  closed: Promise<{ code: number; reason: string }>
  send: (message: unknown) => void
  /** Sends a version 2 message and waits for its reply. */
  ask: (event: string, payload: unknown, topic?: string) => Promise<Record<string, unknown>>
  /** Waits for a matching message; rejects if the socket closes first. */
  until: (isIt: (message: Message) => boolean) => Promise<Message>
}

/** A raw WebSocket, without the official client. */
export async function openSocket(server: TestServer): Promise<RawSocket> {
  const socket = new WebSocket(addressOf(server))
  const messages: Message[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data: Buffer) => {
    const [joinRef, ref, topic, event, payload] = JSON.parse(data.toString()) as never[]
    messages.push({ joinRef, ref, topic, event, payload } as unknown as Message)
    for (const look of waiting) look()
  })
  const closed = once(socket, 'close').then(([code, reason]) => ({
    code: code as number,
    reason: String(reason),
  }))
  cleanUp(() => socket.terminate())
  await once(socket, 'open')
  let refs = 0
  const until = (isIt: (message: Message) => boolean) =>
    new Promise<Message>((resolve, reject) => {
      void closed.then(({ code, reason }) => reject(new Error(`closed: ${code} ${reason}`)), reject)
      const look = () => {
        const found = messages.find(isIt)
        if (!found) return
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  const send = (message: unknown) => socket.send(JSON.stringify(message))
  return {
    socket,
    messages,
    closed,
    send,
    until,
    async ask(event, payload, topic = 'realtime:room') {
      refs += 1
      const ref = String(refs)
      send(['1', ref, topic, event, payload])
      return (await until((message) => message.ref === ref && message.event === 'phx_reply'))
        .payload
    },
  }
}

type Wanted = { event: string; schema?: string; table?: string; filter?: string; select?: unknown }

/** The join message of the official client. */
export const joinPayload = (token: string | undefined, ...wanted: Wanted[]) => ({
  config: {
    broadcast: { ack: false, self: false },
    presence: { key: '', enabled: false },
    postgres_changes: wanted.map((one) => Object.assign({ schema: 'public' }, one)),
    private: false,
  },
  ...(token && { access_token: token }),
})

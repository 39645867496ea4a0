import type { Channel, Connection } from '../connections/connection.ts'
import type { CloseReason } from './wire.ts'

/** Prefix of every topic. */
export const PREFIX = 'realtime:'

/** Sends a `system` event for a channel, joined or not. */
export function sendSystem(
  { connection, topic, joinRef }: Pick<Channel, 'connection' | 'topic' | 'joinRef'>,
  status: 'ok' | 'error',
  message: string,
): void {
  const channel = topic.slice(PREFIX.length)
  const payload = JSON.stringify({ message, status, extension: 'postgres_changes', channel })
  connection.send({ joinRef, topic, event: 'system', payload })
}

/** Sends the reason to every channel, then closes the socket. */
export function dismiss(connection: Connection, reason: CloseReason): void {
  for (const channel of connection.channels.values()) sendSystem(channel, 'error', reason[1])
  connection.close(reason)
}

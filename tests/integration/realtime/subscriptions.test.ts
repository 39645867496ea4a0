import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import type { WebSocket } from 'ws'
import type { Channel } from '../../../server/realtime/connections/connection.ts'
import { Connections } from '../../../server/realtime/connections/connections.ts'
import { REALTIME_LIMITS } from '../../../server/realtime/limits.ts'
import { CLOSE, WIRES } from '../../../server/realtime/wire/wire.ts'

const wire = WIRES.get('2.0.0')

/** A fake socket with one channel. */
function joined() {
  if (!wire) throw new Error('there is no such version')
  const connections = new Connections(REALTIME_LIMITS)
  const socket = Object.assign(new EventEmitter(), { send: () => {}, close: () => {} })
  const connection = connections.add(socket as unknown as WebSocket, wire)
  const channel: Channel = { connection, topic: 'realtime:a', joinRef: '1', subscriptions: [] }
  channel.subscriptions = [{ id: 1, channel, tables: ['t'], operation: '*', filter: undefined }]
  connections.openChannel(channel)
  return { connections, connection, socket, of: () => connections.subscriptions.of('t').size }
}

test('leaving a channel removes its subscriptions', () => {
  const { connections, connection, of } = joined()
  expect(of()).toBe(1)
  connections.closeChannel(connection, 'realtime:a')
  expect(of()).toBe(0)
})

test('closing a socket from either side removes its subscriptions', () => {
  const [one, two] = [joined(), joined()]
  one.connection.close(CLOSE.stopping)
  two.socket.emit('close')
  for (const { connections, of } of [one, two]) {
    expect(of()).toBe(0)
    expect(connections.all.size).toBe(0)
  }
})

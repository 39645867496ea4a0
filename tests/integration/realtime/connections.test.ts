import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Channel } from '../../../server/realtime/connections/connection.ts'
import { Connections } from '../../../server/realtime/connections/connections.ts'
import { REALTIME_LIMITS } from '../../../server/realtime/limits.ts'
import type { Parts } from '../../../server/realtime/wire/protocol.ts'
import { receive } from '../../../server/realtime/wire/receive.ts'
import { CLOSE, type Wire, WIRES } from '../../../server/realtime/wire/wire.ts'
import { cleanUp } from '../../support/clean-up.ts'

const heartbeat = { topic: 'phoenix', event: 'heartbeat', ref: '1', join_ref: null, payload: {} }

/** A faulty wire format: it cannot read `bad`, and cannot write the reply to `unwritable`. */
const faulty: Wire = {
  read(data) {
    if (data.toString() === 'bad') throw new TypeError('cannot read')
    return { ...heartbeat, ref: data.toString() }
  },
  write({ ref }) {
    if (ref === 'unwritable') throw new TypeError('cannot write')
    return `answer to ${ref}`
  },
}

test.each(['bad', 'unwritable'])(
  'an exception while handling "%s" closes that socket and no other',
  async (message) => {
    const limits = REALTIME_LIMITS
    const connections = new Connections(limits)
    const parts = { limits, connections, log: pino({ level: 'silent' }) } as unknown as Parts
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    server.on('connection', (socket) => receive(parts, socket, faulty))
    await once(server, 'listening')
    const open = async () => {
      const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
      cleanUp(() => socket.terminate())
      await once(socket, 'open')
      return socket
    }
    cleanUp(() => server.close())
    const [failing, other] = [await open(), await open()]

    failing.send(message)
    const [code] = (await once(failing, 'close')) as [number]
    expect(code).toBe(1011)
    other.send('7')
    const [answer] = (await once(other, 'message')) as [Buffer]
    expect(answer.toString()).toBe('answer to 7')
    expect(connections.all.size).toBe(1)
  },
)

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

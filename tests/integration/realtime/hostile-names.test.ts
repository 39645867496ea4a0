import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { cleanUp } from '../../support/clean-up.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { forFile } from '../../support/for-file.ts'
import { startLiveServer } from '../../support/signed-in.ts'

/** Members of Object.prototype, which every plain object inherits. */
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']

// What this guards against is an error that nobody catches, which fails the run.
const database = fileDatabase()
const server = forFile(() => startLiveServer(database.url))

const socketOf = (vsn: string) => {
  const query = new URLSearchParams({ apikey: server.anonKey, vsn })
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  cleanUp(() => socket.terminate())
  return socket
}

/** Sends one frame and resolves when the server has refused or closed the socket. */
async function sendTo(vsn: string, frame: string): Promise<number> {
  const socket = socketOf(vsn)
  socket.on('open', () => socket.send(frame))
  socket.on('error', () => undefined)
  const refused = once(socket, 'unexpected-response').then(([, response]) => {
    socket.terminate()
    return (response as { statusCode: number }).statusCode
  })
  const closed = once(socket, 'close').then(([code]) => code as number)
  refused.catch(() => undefined)
  closed.catch(() => undefined)
  return Promise.any([refused, closed])
}

const isUp = async () => (await fetch(`${server.url}/health`)).status

test.each(INHERITED)('a socket of the version "%s" is refused', async (vsn) => {
  expect(await sendTo(vsn, '{}')).toBe(400)
  expect(await isUp()).toBe(200)
})

test.each(INHERITED)('an event named "%s" ends nothing but its socket', async (event) => {
  const socket = socketOf('2.0.0')
  await once(socket, 'open')
  socket.send(JSON.stringify(['1', '1', 'realtime:room', event, {}]))
  const [data] = (await once(socket, 'message')) as [Buffer]
  expect(JSON.parse(data.toString())).toEqual([
    '1',
    '1',
    'realtime:room',
    'phx_reply',
    { status: 'error', response: { reason: 'The topic "realtime:room" was not joined.' } },
  ])
  expect(await isUp()).toBe(200)
})

test.each(INHERITED)(
  'a preference or a link type named "%s" is an ordinary request',
  async (name) => {
    const headers = { apikey: server.anonKey, 'Content-Type': 'application/json' }
    const preferred = await fetch(`${server.url}/rest/v1/scripts?limit=1`, {
      headers: { ...headers, Prefer: `${name}, ${name}=${name}` },
    })
    expect(preferred.status).toBe(401)
    const verified = await fetch(`${server.url}/auth/v1/verify`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ type: name, token: 'x' }),
    })
    expect(verified.status).toBe(400)
  },
)

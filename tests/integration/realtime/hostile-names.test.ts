import { once } from 'node:events'
import { beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { cleanUp } from '../../support/clean-up.ts'
import {
  type ServerProcess,
  startServerProcess,
  temporaryFolder,
} from '../../support/server-process.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { JWT_SECRET } from './live-people.ts'

/** Members of Object.prototype, which every plain object inherits. */
const INHERITED = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']

let server: ServerProcess
let url: string
let anonKey: string

// A process of its own: the crash this guards against ends the process, not only a request.
beforeAll(async () => {
  const database = await createTestDatabase()
  server = startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: await temporaryFolder(),
    JWT_SECRET,
  })
  url = await server.url
  const config = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
  anonKey = config.anonKey
})

/** Sends one frame and resolves when the server has refused or closed the socket. */
async function sendTo(vsn: string, frame: string): Promise<number> {
  const query = new URLSearchParams({ apikey: anonKey, vsn })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  cleanUp(() => socket.terminate())
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

const isUp = async () => (await fetch(`${url}/health`)).status

test.each(INHERITED)('a socket of the version "%s" is refused', async (vsn) => {
  expect(await sendTo(vsn, '{}')).toBe(400)
  expect(await isUp()).toBe(200)
  expect(server.child.exitCode).toBeNull()
})

test.each(INHERITED)('an event named "%s" ends nothing but its socket', async (event) => {
  const query = new URLSearchParams({ apikey: anonKey, vsn: '2.0.0' })
  const socket = new WebSocket(`${url.replace('http', 'ws')}/realtime/v1/websocket?${query}`)
  cleanUp(() => socket.terminate())
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
    const headers = { apikey: anonKey, 'Content-Type': 'application/json' }
    const preferred = await fetch(`${url}/rest/v1/scripts?limit=1`, {
      headers: { ...headers, Prefer: `${name}, ${name}=${name}` },
    })
    expect(preferred.status).toBe(401)
    const verified = await fetch(`${url}/auth/v1/verify`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ type: name, token: 'x' }),
    })
    expect(verified.status).toBe(400)
  },
)

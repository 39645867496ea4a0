// Latency of a change to every subscriber who may see it: npm run bench:realtime
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SignJWT } from 'jose'
import { Client } from 'pg'
import { WebSocket, WebSocketServer } from 'ws'
import { inBenchFolder, undo } from './support/bench-folder.ts'
import { startServer } from './support/bench-server.ts'
import { median } from './support/median.ts'

const RUNS = 3
const CHANGES = 40
const SOCKETS = 200
const ADMINS = 20
const JWT_SECRET = 'a secret of this benchmark, long enough'

await inBenchFolder(async (folder) => {
  const { url, anonKey, pool, connection } = await startServer(folder, { env: { JWT_SECRET } })

  /** The baseline: one LISTEN, and each notification goes to the sockets without any query. */
  const bare = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await once(bare, 'listening')
  undo.push(async () => {
    bare.close()
    for (const socket of bare.clients) socket.terminate()
  })
  const listener = new Client(connection)
  await listener.connect()
  undo.push(() => listener.end())
  await listener.query('listen bare')
  const meant: WebSocket[] = []
  listener.on('notification', ({ payload = '' }) => {
    for (const socket of meant) socket.send(payload)
  })

  type Person = { id: string; session: string }

  async function createPeople(role: string, count: number): Promise<Person[]> {
    const { rows } = await pool.query<Person>(
      `with people as (
       insert into auth.users (id, email)
       select gen_random_uuid(), $1 || n || '@example.com' from generate_series(1, $2::int) n
       returning id
     )
     insert into auth.sessions (user_id) select id from people returning user_id as id, id as session`,
      [role, count],
    )
    await pool.query('update public.profiles set role = $1, approved = true where id = any ($2)', [
      role,
      rows.map(({ id }) => id),
    ])
    return rows
  }

  const tokenOf = ({ id, session }: Person) =>
    new SignJWT({ role: 'authenticated', session_id: session })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(id)
      .setAudience('authenticated')
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(JWT_SECRET))

  let arrived: (() => void) | undefined
  const count = (data: { toString(): string }) => {
    if (data.toString().includes('"record"')) arrived?.()
  }

  async function follow(person: Person): Promise<void> {
    const address = `${url.replace('http', 'ws')}/realtime/v1/websocket`
    const socket = new WebSocket(`${address}?vsn=2.0.0&apikey=${anonKey}`)
    await once(socket, 'open')
    const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'profiles' }] }
    const payload = { config, access_token: await tokenOf(person) }
    socket.send(JSON.stringify(['1', '1', 'realtime:bench', 'phx_join', payload]))
    await once(socket, 'message')
    socket.on('message', count)
  }

  async function followBare(): Promise<void> {
    const socket = new WebSocket(`ws://127.0.0.1:${(bare.address() as AddressInfo).port}`)
    await once(socket, 'open')
    socket.on('message', count)
  }

  /** Milliseconds from the start of the change until the last socket has received it. */
  async function timeUntil(readers: number, change: () => Promise<unknown>): Promise<number> {
    const begun = performance.now()
    let missing = readers
    const all = new Promise<void>((resolve) => {
      arrived = () => {
        missing -= 1
        if (missing === 0) resolve()
      }
    })
    await change()
    await all
    return performance.now() - begun
  }

  // The first account of a database is always an admin; it does not subscribe.
  const [, ...admins] = await createPeople('admin', ADMINS + 1)
  const people = [...admins, ...(await createPeople('scriptwriter', SOCKETS - ADMINS))]
  for (const person of people) await follow(person)
  for (let n = 0; n < SOCKETS; n += 1) await followBare()
  const readers = ADMINS + 1
  meant.push(...[...bare.clients].slice(0, readers))
  const owner = people.at(-1)?.id
  const row = JSON.stringify({ record: 'x'.repeat(700) })

  const changeProfile = () =>
    pool.query(
      'update public.profiles set learning_loop_access = not learning_loop_access where id = $1',
      [owner],
    )
  const announceBare = () =>
    pool.query(
      `with changed as (
       update public.scripts set title = 'x' where false returning id
     ) select pg_notify('bare', $1)`,
      [row],
    )

  const figures: Record<string, number[]> = { ours: [], worst: [], floor: [] }
  for (let run = 0; run <= RUNS; run += 1) {
    const ours: number[] = []
    const floor: number[] = []
    for (let n = 0; n < CHANGES; n += 1) {
      ours.push(await timeUntil(readers, changeProfile))
      floor.push(await timeUntil(readers, announceBare))
    }
    if (run === 0) continue // warming up
    figures['ours']?.push(median(ours))
    figures['worst']?.push(Math.max(...ours))
    figures['floor']?.push(median(floor))
  }
  const [ours = 0, worst = 0, floor = 1] = Object.values(figures).map(median)
  process.stdout.write(
    `${SOCKETS} sockets of ${SOCKETS} users, a profile changes, ${readers} of them may see it
until the last of them has the event   ${ours.toFixed(1)} ms (slowest of ${CHANGES}: ${worst.toFixed(1)} ms)
bare NOTIFY to as many, no queries     ${floor.toFixed(1)} ms
ratio                                  ${(ours / floor).toFixed(1)} times
`,
  )
})

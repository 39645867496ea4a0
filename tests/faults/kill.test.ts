import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { connectTo } from '../support/database/embedded-database.ts'
import { rounds } from '../support/rounds.ts'
import { postgresPid, startServerProcess, temporaryFolder } from '../support/server-process.ts'

const ROUNDS = rounds('server-kills')

/** Kills the database with all its processes at once; without /proc only the postmaster. */
function killWithChildren(pid: number): void {
  const listed = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(listed) ? readFileSync(listed, 'utf8').trim().split(/\s+/) : []
  for (const member of [pid, ...children.map(Number)]) process.kill(member, 'SIGKILL')
}

/** Inserts rows until the connection breaks, and counts the confirmed ones. */
function insertUntilDisconnected(client: Client, from: number) {
  let confirmed = from
  const disconnected = (async () => {
    for (;;) {
      await client.query('insert into public.written values ($1)', [confirmed + 1])
      confirmed += 1
    }
  })().catch(() => undefined)
  return { disconnected, confirmed: () => confirmed }
}

test(`${ROUNDS} rounds of kill -9 lose no confirmed row and every start succeeds`, async () => {
  const dataDir = path.join(await temporaryFolder(), 'data')
  let confirmed = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    const server = startServerProcess({ DATA_DIR: dataDir })
    expect((await fetch(`${await server.url}/ready`)).status).toBe(200)
    const client = await connectTo(dataDir)
    await client.query('create table if not exists public.written (n int primary key)')
    const { rows } = await client.query<{ n: number }>('select n from public.written order by n')
    const found = rows.map((row) => row.n)
    // One more than confirmed may be there: committed, but killed before the confirmation was sent.
    expect(found.length - confirmed).toBeOneOf([0, 1])
    expect(found).toEqual(Array.from({ length: found.length }, (_, index) => index + 1))

    const writer = insertUntilDisconnected(client, found.length)
    await expect.poll(writer.confirmed).toBeGreaterThan(found.length + 20)
    const database = await postgresPid(dataDir)
    server.child.kill('SIGKILL')
    if (round % 2 === 0) killWithChildren(database)
    await server.ended
    await client.end().catch(() => undefined)
    await writer.disconnected
    confirmed = writer.confirmed()
  }
  await startServerProcess({ DATA_DIR: dataDir }).url
})

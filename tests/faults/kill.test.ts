import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { connectTo } from '../support/embedded-database.ts'
import { rounds } from '../support/rounds.ts'
import { postgresPid, startServerProcess, temporaryFolder } from '../support/server-process.ts'

const ROUNDS = rounds('server-kills')

/** The database and every process it started, in one blow; where /proc is missing, itself. */
function killFamily(pid: number): void {
  const listed = `/proc/${pid}/task/${pid}/children`
  const children = existsSync(listed) ? readFileSync(listed, 'utf8').trim().split(/\s+/) : []
  for (const member of [pid, ...children.map(Number)]) process.kill(member, 'SIGKILL')
}

/** Writes row after row until it is cut, and tells the last one the database confirmed. */
function writeUntilCut(client: Client, from: number) {
  let confirmed = from
  const cut = (async () => {
    for (;;) {
      await client.query('insert into public.written values ($1)', [confirmed + 1])
      confirmed += 1
    }
  })().catch(() => undefined)
  return { cut, confirmed: () => confirmed }
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
    // One more than confirmed may be there: committed, but cut before it could say so.
    expect(found.length - confirmed).toBeOneOf([0, 1])
    expect(found).toEqual(Array.from({ length: found.length }, (_, index) => index + 1))

    const writer = writeUntilCut(client, found.length)
    await expect.poll(writer.confirmed).toBeGreaterThan(found.length + 20)
    const database = await postgresPid(dataDir)
    server.child.kill('SIGKILL')
    if (round % 2 === 0) killFamily(database)
    await server.ended
    await client.end().catch(() => undefined)
    await writer.cut
    confirmed = writer.confirmed()
  }
  await startServerProcess({ DATA_DIR: dataDir }).url
})

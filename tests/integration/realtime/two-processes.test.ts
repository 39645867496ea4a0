import path from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess, temporaryFolder } from '../../support/server-process.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { clientOf, follow, JWT_SECRET, signedIn, SOON, startLiveServer } from './live-people.ts'

async function startProcess(databaseUrl: string) {
  const dataDir = path.join(await temporaryFolder(), 'data')
  const { url } = startServerProcess({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, JWT_SECRET })
  const config = (await (await fetch(`${await url}/config.json`)).json()) as { anonKey: string }
  return { url: await url, anonKey: config.anonKey }
}

test('changes through one process reach clients of another, if they may see them', async () => {
  const { url, pool } = await createTestDatabase()
  // The second server runs in this process.
  const processes = [await startProcess(url), await startLiveServer(url)] as const
  const admin = await signedIn(pool, 'admin', { role: 'admin' })
  const anna = await signedIn(pool, 'anna')
  const bert = await signedIn(pool, 'bert')
  const every = { event: '*', table: 'profiles' } as const
  const byAdmin = await follow(clientOf(processes[0], admin), every)
  const byOwner = await follow(clientOf(processes[1], anna), every)
  const byStranger = await follow(clientOf(processes[0], bert), every)

  const { error } = await clientOf(processes[1], admin).rpc('grant_learning_loop', {
    user_id: anna.id,
  })
  expect(error).toBeNull()
  for (const { changes } of [byAdmin, byOwner]) {
    await expect
      .poll(() => changes.at(-1)?.new, SOON)
      .toMatchObject({ id: anna.id, learning_loop_access: true })
  }
  // The stranger's next event is about their own profile: nothing else was pending.
  await pool.query('update public.profiles set learning_loop_access = true where id = $1', [
    bert.id,
  ])
  await expect.poll(() => byStranger.changes.length, SOON).toBeGreaterThan(0)
  expect(byStranger.changes.map((change) => change.new['id'])).toEqual([bert.id])
})

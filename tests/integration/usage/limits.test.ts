import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import type { SignedIn } from '../../support/rest/fixture.ts'
import { untyped } from '../../support/rest/fixture.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import {
  ask,
  countsOf,
  type GenerationFixture,
  generationFixture,
  NO_WORKER,
  setUsed,
} from '../generation/generation-fixture.ts'
import { setStanding } from '../../support/people.ts'

async function adminOf(place: GenerationFixture, name: string): Promise<SignedIn> {
  const person = await place.person(name)
  await setStanding(place.database.pool, person, { role: 'admin' })
  return person
}

const fixture = forFile(() => generationFixture(NO_WORKER))
const admin = forFile(() => adminOf(fixture, 'admin'))
const other = forFile(() => adminOf(fixture, 'other'))

const limit = (by: SignedIn, whom: SignedIn, most: number | null) =>
  by.client.from('profiles').update({ monthly_limit: most }).eq('id', whom.id).select()

const allowance = async ({ client }: SignedIn) => (await client.rpc('generation_allowance')).data

const setDefault = async ({ client }: SignedIn, most: number) =>
  (await client.rpc('set_default_monthly_limit', { most })).error?.message ?? 'set'

const statuses = async (requests: Promise<{ status: number }>[]) =>
  (await Promise.all(requests)).map(({ status }) => status).toSorted((a, b) => a - b)

const entriesAbout = async (whom: SignedIn | null, action: string) => {
  const { rows } = await fixture.database.pool.query<{ actor: string; detail: string }>(
    `select actor_email as actor, detail from public.audit_log
     where user_id is not distinct from $1 and action = $2 order by at, id`,
    [whom?.id ?? null, action],
  )
  return rows
}

describe("a writer's own limit", () => {
  test('at limit - 1, of 100 concurrent requests exactly one is accepted', async () => {
    const anna = await fixture.person('anna')
    const bert = await fixture.person('bert')
    await limit(admin, anna, 7)
    await setUsed(fixture, anna, 6)
    await setUsed(fixture, bert, 6)
    const hers = await statuses(Array.from({ length: 100 }, () => ask(anna)))
    expect(hers).toEqual([200, ...Array.from({ length: 99 }, () => 429)])
    expect(await countsOf(fixture, anna)).toEqual({ used: 7, jobs: 1 })
    // Bert has the default limit.
    expect(await statuses([ask(bert), ask(bert)])).toEqual([200, 200])
  })

  test('may be above the default or 0, is seen by the writer, and null is the default again', async () => {
    const anna = await fixture.person('anna')
    await setUsed(fixture, anna, 100)
    expect((await ask(anna)).status).toBe(429)
    await limit(admin, anna, 102)
    expect(await allowance(anna)).toEqual([{ used: 100, most: 102 }])
    expect(await statuses([ask(anna), ask(anna), ask(anna)])).toEqual([200, 200, 429])
    const { data } = await anna.client.from('profiles').select('monthly_limit').single()
    expect(data).toEqual({ monthly_limit: 102 })
    await setUsed(fixture, anna, 0)
    await limit(admin, anna, 0)
    expect(await ask(anna)).toMatchObject({ status: 429, body: { code: 'monthly_limit' } })
    await limit(other, anna, null)
    expect((await ask(anna)).status).toBe(200)
    expect(await entriesAbout(anna, 'limit_changed')).toEqual([
      { actor: admin.email, detail: 'default → 102' },
      { actor: admin.email, detail: '102 → 0' },
      { actor: other.email, detail: '0 → default' },
    ])
  })

  test('is set by admins for everybody, also for themselves and each other', async () => {
    const anna = await fixture.person('anna')
    const set = async (by: SignedIn, { id }: { id: string }, most?: number) => {
      const asked = { user_id: id, ...(most !== undefined && { most }) }
      return (await by.client.rpc('set_monthly_limit', asked)).error?.message ?? 'set'
    }
    for (const most of [-1, 1_000_001]) {
      expect(await set(admin, admin, most)).toBe('limit_is_0_to_1000000')
    }
    expect(await set(admin, { id: randomUUID() }, 5)).toBe('user_not_found')

    expect(await set(admin, admin, 3)).toBe('set')
    expect(await set(admin, anna, 4)).toBe('set')
    expect(await allowance(admin)).toEqual([{ used: 0, most: 3 }])
    expect(await allowance(anna)).toEqual([{ used: 0, most: 4 }])
    await setUsed(fixture, admin, 2)
    expect(await statuses([ask(admin), ask(admin)])).toEqual([200, 429])
    const { data } = await other.client.rpc('list_administrators').eq('id', admin.id).single()
    expect(data?.monthly_limit).toBe(3)
    // Two concurrent changes: the log has both, and the second starts from the value that the first set.
    const { awaitedBy, release } = await holdLock(
      fixture.database.pool,
      'select from public.profiles where id = $1 for update',
      [admin.id],
    )
    const both = Promise.all([set(admin, admin, 10), set(other, admin, 20)])
    await awaitedBy(2)
    await release()
    expect(await both).toEqual(['set', 'set'])
    expect(await set(other, admin)).toBe('set')
    const details = (await entriesAbout(admin, 'limit_changed')).map(({ detail }) => detail)
    expect([
      ['default → 3', '3 → 10', '10 → 20', '20 → default'],
      ['default → 3', '3 → 20', '20 → 10', '10 → default'],
    ]).toContainEqual(details)
  })

  test('is a whole number from 0 to 1,000,000', async () => {
    const anna = await fixture.person('anna')
    const refused = [-1, 1_000_001, 2.5, 'many', 1e300]
    for (const most of refused) {
      const { status } = await untyped(admin.client)
        .from('profiles')
        .update({ monthly_limit: most })
        .eq('id', anna.id)
      expect({ most, status }).toEqual({ most, status: 400 })
    }
    expect(await allowance(anna)).toEqual([{ used: 0, most: 100 }])
    expect(await entriesAbout(anna, 'limit_changed')).toEqual([])
  })
})

describe('the default limit', () => {
  test('is set by admins, for everyone without a limit of their own, and logged', async () => {
    const anna = await fixture.person('anna')
    const bert = await fixture.person('bert')
    await limit(admin, bert, 3)
    expect(await setDefault(admin, 20)).toBe('set')
    // Nothing changes, so nothing is logged.
    expect(await setDefault(admin, 20)).toBe('set')
    expect(await allowance(anna)).toEqual([{ used: 0, most: 20 }])
    expect(await allowance(bert)).toEqual([{ used: 0, most: 3 }])
    await setUsed(fixture, anna, 19)
    expect(await statuses([ask(anna), ask(anna)])).toEqual([200, 429])
    // Two admins at once: the log has both changes, and the second starts from the value that the first set.
    const { awaitedBy, release } = await holdLock(
      fixture.database.pool,
      'select pg_advisory_xact_lock(20261117, 2)',
    )
    const both = Promise.all([setDefault(admin, 50), setDefault(other, 60)])
    await awaitedBy(2)
    await release()
    expect(await both).toEqual(['set', 'set'])
    const details = (await entriesAbout(null, 'default_limit_changed')).map(({ detail }) => detail)
    expect([
      ['100 → 20', '20 → 50', '50 → 60'],
      ['100 → 20', '20 → 60', '60 → 50'],
    ]).toContainEqual(details)
    expect(await setDefault(admin, 100)).toBe('set')
  })

  test('refuses what is no limit', async () => {
    for (const most of [-1, 1_000_001, null]) {
      expect(await setDefault(admin, most as number)).toBe('limit_is_0_to_1000000')
    }
    expect((await admin.client.rpc('monthly_limit_setting')).data).toEqual([
      { most: 100, is_from_environment: false },
    ])
  })

  test('of the environment comes first and cannot be edited', async () => {
    const database = await createTestDatabase()
    const free = await generationFixture(NO_WORKER, database)
    const boss = await adminOf(free, 'boss')
    const anna = await free.person('anna')
    expect(await setDefault(boss, 5)).toBe('set')
    await generationFixture({ ...NO_WORKER, MONTHLY_GENERATION_LIMIT: '2' }, database)
    expect(await allowance(anna)).toEqual([{ used: 0, most: 2 }])
    expect((await boss.client.rpc('monthly_limit_setting')).data).toEqual([
      { most: 2, is_from_environment: true },
    ])
    expect(await setDefault(boss, 50)).toBe('limit_is_set_by_environment')
    await limit(boss, anna, 9)
    expect(await allowance(anna)).toEqual([{ used: 0, most: 9 }])
    await limit(boss, anna, null)
    await generationFixture(NO_WORKER, database)
    expect(await allowance(anna)).toEqual([{ used: 0, most: 5 }])
  })
})

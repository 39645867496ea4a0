import { randomUUID } from 'node:crypto'
import { REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { newClient } from '../../support/client.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { openFixture, PASSWORD, type Person } from '../auth/account-fixture.ts'
import { setStanding } from '../../support/people.ts'

const fixture = forFile(openFixture)
const second = forFile(() => fixture.newPerson('second'))
const writer = forFile(() => fixture.newPerson('writer'))
const other = forFile(() => fixture.newPerson('other'))
const pending = forFile(() => fixture.newPerson('pending'))

beforeAll(async () => {
  await setStanding(fixture.pool, second, { role: 'admin' })
  await setStanding(fixture.pool, pending, { approved: false })
})

beforeEach(() => fixture.pool.query('delete from public.notices'))

const HOUR = 3_600_000
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString()

type Given = { body?: string; starts_at?: string; ends_at?: string; for_pending?: boolean }

const create = (given: Given = {}, { client } = fixture.admin) =>
  client.rpc('create_notice', { body: 'Hello', ...given })

async function created(given: Given = {}) {
  const { data, error } = await create(given)
  if (error) throw new Error(error.message)
  return data
}

/** Moves a notice's start and end, bypassing the rules for creating one. */
const shift = (id: string, hours: number) =>
  fixture.pool.query(
    `update public.notices set starts_at = starts_at + make_interval(hours => $2),
       ends_at = ends_at + make_interval(hours => $2) where id = $1`,
    [id, hours],
  )

const now = async ({ client }: Person) => (await client.rpc('notices_now').single()).data
const seenBy = async (person: Person) =>
  ((await now(person))?.notices as { body: string }[] | undefined)?.map(({ body }) => body)
const readableBy = async ({ client }: Person) =>
  (await client.from('notices').select('body')).data?.map(({ body }) => body)

const log = async () =>
  (
    await fixture.pool.query<{ action: string; actor_email: string; detail: string }>(
      "select action, actor_email, detail from public.audit_log where action like 'notice%' order by at, id",
    )
  ).rows

describe('who reads a notice', () => {
  test('approved people while it is current, admins always, others never', async () => {
    const { id } = await created({ ends_at: inHours(1) })
    for (const person of [writer, other, fixture.admin]) {
      expect(await seenBy(person)).toEqual(['Hello'])
      expect(await readableBy(person)).toEqual(['Hello'])
    }
    expect(await seenBy(pending)).toEqual([])
    expect(await readableBy(pending)).toEqual([])
    const anonymous = { ...pending, client: await newClient(fixture.server.url) }
    expect((await anonymous.client.rpc('notices_now')).status).toBe(401)

    for (const hours of [-2, 4]) {
      await shift(id, hours)
      for (const person of [writer, fixture.admin]) expect(await seenBy(person)).toEqual([])
      expect(await readableBy(writer)).toEqual([])
      expect(await readableBy(fixture.admin)).toEqual(['Hello'])
    }
  })

  test('people who wait for approval only what is meant for them too', async () => {
    await created({ body: 'Inside' })
    await created({ body: 'For all', for_pending: true })
    expect(await seenBy(pending)).toEqual(['For all'])
    expect(await readableBy(pending)).toEqual(['For all'])
    expect(await seenBy(writer)).toEqual(['For all', 'Inside'])
  })

  test('without an end until an admin ends it', async () => {
    const { id, ends_at } = await created()
    expect(ends_at).toBeNull()
    expect((await second.client.rpc('end_notice', { notice_id: id })).error).toBeNull()
    expect(await seenBy(writer)).toEqual([])
  })
})

test('a dismissal is of one person, on all devices, and lasts when the text is corrected', async () => {
  const notice = await created()
  const dismiss = ({ client }: Person, notice_id = notice.id) =>
    client.rpc('dismiss_notice', { notice_id })
  expect((await dismiss(writer)).error).toBeNull()
  expect((await dismiss(writer)).error).toBeNull()
  const elsewhere = await newClient(fixture.server.url)
  await elsewhere.auth.signInWithPassword({ email: writer.email, password: PASSWORD })
  expect(await seenBy({ ...writer, client: elsewhere })).toEqual([])
  expect(await seenBy(other)).toEqual(['Hello'])
  await fixture.admin.client.rpc('change_notice', {
    notice_id: notice.id,
    expected_updated_at: notice.updated_at,
    body: 'Hello again',
    starts_at: notice.starts_at,
  })
  expect(await seenBy(writer)).toEqual([])
  expect(await seenBy(other)).toEqual(['Hello again'])
  const { data } = await fixture.admin.client.rpc('list_notices')
  expect(data).toMatchObject([{ body: 'Hello again', dismissals: 1, state: 'current' }])

  // What somebody cannot see, they cannot dismiss.
  expect((await dismiss(pending)).error?.message).toBe('notice_not_found')
  expect((await dismiss(writer, randomUUID())).error?.message).toBe('notice_not_found')
})

describe('when that changes', () => {
  const minutesUntilChange = async (person: Person) => {
    const wait = (await now(person))?.changes_in
    return typeof wait === 'number' ? Math.round(wait / 60_000) : wait
  }

  test('is said in advance: when the next one begins or ends, and nothing of what it says', async () => {
    expect(await minutesUntilChange(writer)).toBeNull()
    await created({ body: 'Later', starts_at: inHours(5), ends_at: inHours(9) })
    expect(await now(writer)).toEqual({ notices: [], changes_in: expect.any(Number) })
    expect(await minutesUntilChange(writer)).toBe(300)
    await created({ body: 'Without end' })
    expect(await minutesUntilChange(writer)).toBe(300)
    const { id } = await created({ body: 'Soon over', ends_at: inHours(2) })
    expect(await minutesUntilChange(writer)).toBe(120)
    // A dismissed notice does not affect the next change for that person.
    await writer.client.rpc('dismiss_notice', { notice_id: id })
    expect(await minutesUntilChange(writer)).toBe(300)
    expect(await minutesUntilChange(other)).toBe(120)
    // Nor does a notice for others.
    expect(await minutesUntilChange(pending)).toBeNull()
    await created({ body: 'For all', starts_at: inHours(4), for_pending: true })
    expect(await minutesUntilChange(pending)).toBe(240)
  })

  test('is the moment from which the answer is another', async () => {
    const { id } = await created({ starts_at: inHours(1) })
    const wait = Number((await now(writer))?.changes_in)
    const move = (milliseconds: number) =>
      fixture.pool.query(
        "update public.notices set starts_at = starts_at - $2 * interval '1 millisecond' where id = $1",
        [id, milliseconds],
      )
    // Less than a minute can have passed since `wait` was read.
    await move(wait - 60_000)
    expect(await seenBy(writer)).toEqual([])
    await move(60_000)
    expect(await seenBy(writer)).toEqual(['Hello'])
  })
})

describe('writing', () => {
  test('is for admins, and each step is in the audit log', async () => {
    const before = (await log()).length
    const notice = await created({ body: '  Line one\r\nLine two\u0007  ' })
    expect(notice.body).toBe('Line one\nLine two')
    const changed = await second.client.rpc('change_notice', {
      notice_id: notice.id,
      expected_updated_at: notice.updated_at,
      body: 'Other words',
      starts_at: notice.starts_at,
      for_pending: true,
    })
    expect(changed.data).toMatchObject({ body: 'Other words', for_pending: true })
    await fixture.admin.client.rpc('end_notice', { notice_id: notice.id })
    await second.client.rpc('delete_notice', { notice_id: notice.id })
    const admin = fixture.admin.email
    expect((await log()).slice(before)).toEqual([
      { action: 'notice_created', actor_email: admin, detail: 'Line one\nLine two' },
      { action: 'notice_changed', actor_email: second.email, detail: 'Other words' },
      { action: 'notice_ended', actor_email: admin, detail: 'Other words' },
      { action: 'notice_deleted', actor_email: second.email, detail: 'Other words' },
    ])
  })

  test('two admins who change it at once do not overwrite each other unseen', async () => {
    const { id, updated_at, starts_at } = await created()
    const change = ({ client }: Person, body: string) =>
      client.rpc('change_notice', {
        notice_id: id,
        expected_updated_at: updated_at,
        body,
        starts_at,
      })
    const { awaitedBy, release } = await holdLock(
      fixture.pool,
      'select from public.notices where id = $1 for update',
      [id],
    )
    const both = Promise.all([change(fixture.admin, 'One'), change(second, 'Two')])
    await awaitedBy(2)
    await release()
    const refusals = (await both).map(({ error }) => error?.message)
    expect(new Set(refusals)).toEqual(new Set(['notice_changed', undefined]))
    expect(await seenBy(writer)).toEqual([refusals[0] ? 'Two' : 'One'])
  })

  test.each([
    ['notice_is_empty', { body: ' \n ' }],
    ['notice_is_too_long', { body: 'x'.repeat(501) }],
    ['notice_ends_before_it_starts', { starts_at: inHours(2), ends_at: inHours(1) }],
    ['notice_ends_in_the_past', { starts_at: inHours(-2), ends_at: inHours(-1) }],
    ['notice_has_no_date', { starts_at: 'infinity' }],
    ['notice_has_no_date', { ends_at: 'infinity' }],
  ])('%s is refused and changes nothing', async (message, given) => {
    const answer = await create(given)
    expect([answer.status, answer.error?.message]).toEqual([400, message])
    expect((await fixture.admin.client.rpc('list_notices')).data).toEqual([])
  })

  test('a planned one cannot be ended, only deleted; unknown ones are not found', async () => {
    const { id } = await created({ starts_at: inHours(1), body: 'x'.repeat(500) })
    const { client } = fixture.admin
    expect((await client.rpc('end_notice', { notice_id: id })).error?.message).toBe(
      'notice_has_not_begun',
    )
    expect((await client.rpc('list_notices')).data).toMatchObject([{ state: 'planned' }])
    expect((await client.rpc('delete_notice', { notice_id: id })).error).toBeNull()
    for (const notice_id of [id, randomUUID()]) {
      expect((await client.rpc('delete_notice', { notice_id })).error?.message).toBe(
        'notice_not_found',
      )
      expect((await client.rpc('end_notice', { notice_id })).error?.message).toBe(
        'notice_not_found',
      )
    }
  })
})

test('live: a notice arrives, and that it ended or was deleted arrives too', async () => {
  const events: string[] = []
  const channel = writer.client
    .channel('notices')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'notices' }, (change) => {
      const { body } = change.new as { body?: string }
      events.push(body === undefined ? change.eventType : `${change.eventType} ${body}`)
    })
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => {
      if (status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) resolve()
    })
  })
  // Subscribers learn that a future notice was added, but not its text.
  await created({ body: 'Planned', starts_at: inHours(1) })
  await expect.poll(() => events).toEqual(['DELETE'])
  const { id, updated_at } = await created({ body: 'Now' })
  await expect.poll(() => events).toEqual(['DELETE', 'INSERT Now'])
  // A postponed notice is no longer current.
  await fixture.admin.client.rpc('change_notice', {
    notice_id: id,
    expected_updated_at: updated_at,
    body: 'Later',
    starts_at: inHours(1),
  })
  await expect.poll(() => events).toEqual(['DELETE', 'INSERT Now', 'DELETE'])
  const { id: next } = await created({ body: 'Next' })
  const arrived = ['DELETE', 'INSERT Now', 'DELETE', 'INSERT Next']
  await expect.poll(() => events).toEqual(arrived)
  await fixture.admin.client.rpc('end_notice', { notice_id: next })
  await expect.poll(() => events).toEqual([...arrived, 'DELETE'])
  await writer.client.removeChannel(channel)
})

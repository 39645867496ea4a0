import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { openFixture, type Person } from '../auth/account-fixture.ts'
import { openPostOffice } from '../mail/post-office.ts'
import { setStanding } from '../../support/people.ts'

let second: Person
let writer: Person

const office = forFile(openPostOffice)
const fixture = forFile(() =>
  openFixture({
    SMTP_URL: office.url,
    MAIL_FROM: 'Script Writer <scripts@example.com>',
  }),
)

beforeEach(async () => {
  second = await fixture.newPerson('second')
  writer = await fixture.newPerson('writer')
  await setStanding(fixture.pool, fixture.admin, { role: 'admin' })
  await fixture.pool.query(
    "update public.profiles set role = 'scriptwriter' where role = 'admin' and id <> $1",
    [fixture.admin.id],
  )
  await setStanding(fixture.pool, second, { role: 'admin' })
})

const change = async (by: Person, whom: { id: string }, new_role: string) =>
  (await by.client.rpc('change_role', { user_id: whom.id, new_role })).error?.message

const adminIds = async () =>
  (
    await fixture.pool.query<{ id: string }>(
      "select id from public.profiles where role = 'admin' and approved",
    )
  ).rows.map(({ id }) => id)

const actions = async (person: Person) =>
  (await fixture.logOf(person)).map(({ action, actor_email }) => [action, actor_email])

describe('change_role', () => {
  test('makes a writer an admin and an admin a writer, at once and in the audit log', async () => {
    expect(await change(fixture.admin, writer, 'admin')).toBeUndefined()
    expect((await writer.client.rpc('list_users')).error).toBeNull()
    expect(await change(writer, second, 'scriptwriter')).toBeUndefined()
    expect((await second.client.rpc('list_users')).error?.message).toBe('not_an_admin')
    expect((await second.client.from('scripts').select('id')).error).toBeNull()
    expect((await actions(writer)).at(-1)).toEqual(['role_changed', fixture.admin.email])
    expect((await actions(second)).at(-1)).toEqual(['role_changed', writer.email])
    const { rows } = await fixture.pool.query(
      "select detail from public.audit_log where action = 'role_changed' and user_id = any ($1) order by at desc limit 2",
      [[writer.id, second.id]],
    )
    expect(rows).toEqual([{ detail: 'scriptwriter' }, { detail: 'admin' }])
    // Setting the role that a person already has changes nothing.
    const before = await actions(second)
    expect(await change(fixture.admin, second, 'scriptwriter')).toBeUndefined()
    expect(await actions(second)).toEqual(before)
  })

  test('is refused for unknown people and roles, and for people who are not approved', async () => {
    expect(await change(fixture.admin, { id: randomUUID() }, 'admin')).toBe('user_not_found')
    expect(await change(fixture.admin, writer, 'owner')).toBe('unknown_role')
    await setStanding(fixture.pool, writer, { approved: false })
    expect(await change(fixture.admin, writer, 'admin')).toBe('not_approved')
    expect(await adminIds()).toHaveLength(2)
  })

  /** Starts all changes before any of them can continue. */
  async function atOnce(changes: (() => Promise<string | undefined>)[]) {
    const { awaitedBy, release } = await holdLock(
      fixture.pool,
      'select pg_advisory_xact_lock(20261115, 3)',
    )
    const outcomes = Promise.all(changes.map((begin) => begin()))
    await awaitedBy(changes.length)
    await release()
    return outcomes
  }

  test.each([
    ['who remove each other, exactly one stays', false, false, ['not_an_admin', undefined], 1],
    [
      'with a third, who was removed first removes nobody',
      true,
      false,
      ['not_an_admin', undefined],
      2,
    ],
    ['who step down, the last one stays', false, true, ['last_admin', undefined], 1],
  ])('of two admins at once %s', async (_, hasThird, isOwn, said, left) => {
    if (hasThird) await setStanding(fixture.pool, writer, { role: 'admin' })
    const [first, other] = [fixture.admin, second]
    const outcomes = await atOnce([
      () => change(first, isOwn ? first : other, 'scriptwriter'),
      () => change(other, isOwn ? other : first, 'scriptwriter'),
    ])
    expect(new Set(outcomes)).toEqual(new Set(said))
    expect(await adminIds()).toHaveLength(left)
  })
})

test('list_administrators shows admins, the caller first', async () => {
  const { data } = await second.client.rpc('list_administrators')
  expect(data?.map(({ email, is_self }) => [email, is_self])).toEqual([
    [second.email, true],
    [fixture.admin.email, false],
  ])
})

describe('send_password_reset', () => {
  const send = (by: Person, whom: { id: string }) =>
    by.client.rpc('send_password_reset', { user_id: whom.id })
  const lettersTo = ({ email }: Person) =>
    office.lettersTo(email, 'Reset your Script Writer password')

  test('mails the person a link that works once; the admin never sees it', async () => {
    const answer = await send(fixture.admin, writer)
    expect([answer.error, answer.data]).toEqual([null, null])
    await expect.poll(() => lettersTo(writer)).toHaveLength(1)
    const [letter] = lettersTo(writer)
    expect(letter?.text).toContain('An administrator sent you this link')
    const link = /http:\S+\/auth\/v1\/verify\S+/.exec(letter?.text ?? '')?.[0] ?? ''
    const opened = await fetch(link, { redirect: 'manual' })
    expect(opened.headers.get('location')).toMatch(
      new RegExp(`^${fixture.server.url}/auth/reset-password#access_token=.*type=recovery`),
    )
    const again = await fetch(link, { redirect: 'manual' })
    expect(again.headers.get('location')).toContain('error_code=otp_expired')
    expect((await actions(writer)).filter(([action]) => action === 'reset_sent')).toEqual([
      ['reset_sent', fixture.admin.email],
    ])
    expect(JSON.stringify(fixture.server.log)).not.toContain(
      new URL(link).searchParams.get('token'),
    )
  })

  test('does not void the session or the password, and is limited', async () => {
    expect((await send(fixture.admin, writer)).error).toBeNull()
    expect((await writer.client.auth.getUser()).error).toBeNull()
    const soon = await send(second, writer)
    expect([soon.status, soon.error?.message]).toEqual([429, 'sent_a_moment_ago'])
    expect((await send(fixture.admin, { id: randomUUID() })).error?.message).toBe('user_not_found')
    const both = await Promise.all([send(fixture.admin, second), send(second, second)])
    expect(both.filter(({ error }) => error === null)).toHaveLength(1)
  })
})

describe('approve_users', () => {
  const waiting = async (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const person = await fixture.newPerson('waiting')
        await setStanding(fixture.pool, person, { approved: false })
        return person
      }),
    )
  const approve = (by: Person, people: readonly { id: string }[]) =>
    by.client.rpc('approve_users', { user_ids: people.map(({ id }) => id) })

  test('approves those who wait, each once in the log and once by mail, two admins at once included', async () => {
    const people = await waiting(6)
    await fixture.pool.query('delete from private.mail_outbox')
    const both = await Promise.all([
      approve(fixture.admin, people),
      approve(second, people.toReversed()),
    ])
    expect(both.map(({ data }) => data ?? -1).reduce((sum, n) => sum + n)).toBe(6)
    for (const person of people) {
      expect((await actions(person)).filter(([action]) => action === 'approved').length).toBe(2)
      const { rowCount } = await fixture.pool.query(
        "select from private.mail_outbox where recipient = $1 and template = 'account_approved'",
        [person.email],
      )
      expect(rowCount).toBe(1)
    }
    // Admins, unknown people and those who are approved already are left alone.
    expect((await approve(fixture.admin, [second, writer, { id: randomUUID() }])).data).toBe(0)
  })

  test('is refused above 200 people', async () => {
    const crowd = Array.from({ length: 201 }, () => ({ id: randomUUID() }))
    expect((await approve(fixture.admin, crowd)).error?.message).toBe('too_many_users')
  })
})

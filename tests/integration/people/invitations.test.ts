import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { removeExpired } from '../../../server/auth/housekeeping.ts'
import { forFile } from '../../support/for-file.ts'
import { newClient } from '../../support/client.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { startTestServer } from '../../support/test-server.ts'
import { openFixture, PASSWORD } from '../auth/account-fixture.ts'
import { openPostOffice } from '../mail/post-office.ts'
import { setStanding } from '../../support/people.ts'

const office = forFile(openPostOffice)
const fixture = forFile(() =>
  openFixture({
    SMTP_URL: office.url,
    MAIL_FROM: 'Script Writer <scripts@example.com>',
  }),
)
const second = forFile(() => fixture.newPerson('second'))
const writer = forFile(() => fixture.newPerson('writer'))

beforeAll(async () => {
  await setStanding(fixture.pool, second, { role: 'admin' })
})

let count = 0
let address = ''
beforeEach(() => {
  count += 1
  address = `guest${count}@example.com`
})

async function invite(emails: string[], { client } = fixture.admin) {
  const { data, error } = await client.rpc('invite', { emails })
  if (error) throw new Error(error.message)
  return data
}

async function invited(email = address): Promise<string> {
  const [row] = await invite([email])
  expect(row).toMatchObject({ email, outcome: 'invited' })
  return row?.token ?? ''
}

async function lookUp(token: string) {
  const { url, anonKey } = fixture.server
  const response = await fetch(`${url}/auth/v1/invitation`, {
    method: 'POST',
    headers: { apikey: anonKey },
    body: JSON.stringify({ token }),
  })
  return (await response.json()) as unknown
}

/** Signs up, with an invitation if it is given, at the server of all tests or another one. */
async function signUp(
  email: string,
  invitation?: unknown,
  { password = PASSWORD, url = fixture.server.url } = {},
) {
  const client = await newClient(url)
  const options = { data: { name: 'Guest', ...(invitation !== undefined && { invitation }) } }
  const { data, error } = await client.auth.signUp({ email, password, options })
  return {
    client,
    user: data.user,
    session: data.session,
    status: error?.status,
    code: error?.code,
  }
}

const accept = (token: string, email = address) => signUp(email, token)

const profileOf = async (email: string) =>
  (
    await fixture.pool.query<{ role: string; approved: boolean }>(
      'select role, approved from public.profiles where lower(email) = lower($1)',
      [email],
    )
  ).rows[0]

const logOf = async (email: string) =>
  (
    await fixture.pool.query<{ action: string; actor_email: string | null }>(
      `select action, actor_email from public.audit_log where user_email = $1 order by at, id`,
      [email],
    )
  ).rows.map(({ action, actor_email }) => [action, actor_email])

const listed = async (email: string, { client } = fixture.admin) =>
  (await client.rpc('list_invitations', { max_results: 200 })).data?.find(
    (row) => row.email === email,
  )

const idOf = async (email = address) => (await listed(email))?.id ?? ''

const expire = (email = address) =>
  fixture.pool.query(
    "update public.invitations set expires_at = clock_timestamp() - interval '1 second' where email = $1",
    [email],
  )

/** Sending again is possible once a minute. */
const minuteLater = (email = address) =>
  fixture.pool.query(
    "update public.invitations set sent_at = sent_at - interval '1 minute' where email = $1",
    [email],
  )

const tokenIn = (text = '') => /\/signup#invitation=([0-9a-f]{64})/.exec(text)?.[1] ?? ''

const mailsTo = (email: string) => office.lettersTo(email, 'You are invited to Script Writer')

test('the mailed link lets its address sign up once: approved, a scriptwriter, in the audit log', async () => {
  const token = await invited()
  await expect.poll(() => mailsTo(address)).toHaveLength(1)
  const [letter] = mailsTo(address)
  expect(letter?.text).toContain(fixture.admin.email)
  expect(tokenIn(letter?.text)).toBe(token)
  expect(await lookUp(token)).toEqual({ state: 'pending', email: address })
  expect(await listed(address)).toMatchObject({
    state: 'pending',
    invited_by_email: fixture.admin.email,
  })

  const { client, user, code } = await accept(token)
  expect(code).toBeUndefined()
  expect(user?.email_confirmed_at).toBeTruthy()
  expect(user?.user_metadata).toEqual({ name: 'Guest' })
  expect(await profileOf(address)).toEqual({ role: 'scriptwriter', approved: true })
  expect((await client.from('scripts').select('id')).error).toBeNull()
  expect(await logOf(address)).toEqual([
    ['invited', fixture.admin.email],
    ['invitation_accepted', address],
    ['signed_up', address],
  ])
  expect(await lookUp(token)).toEqual({ state: 'accepted', email: null })
  expect(await listed(address)).toMatchObject({ state: 'accepted' })
  expect(await accept(token)).toMatchObject({ user: null, code: 'invitation_accepted' })
  // No administrator gets a mail that a new account is waiting.
  const { rowCount } = await fixture.pool.query(
    "select from private.mail_outbox where template = 'new_account_waiting' and recipient = $1",
    [address],
  )
  expect(rowCount).toBe(0)
})

test('only the hash of a link is stored, and no token is in the log of the server', async () => {
  const token = await invited()
  await expect.poll(() => mailsTo(address)).toHaveLength(1)
  const { rows } = await fixture.pool.query<{ hash: string }>(
    "select encode(token_hash, 'hex') as hash from private.invitation_tokens",
  )
  expect(rows.map(({ hash }) => hash)).toContain(createHash('sha256').update(token).digest('hex'))
  await expect
    .poll(async () => {
      const { rows: dump } = await fixture.pool.query<{ all: string }>(`
        select concat(
          (select json_agg(i) from public.invitations as i), (select json_agg(t) from private.invitation_tokens as t),
          (select json_agg(m) from private.mail_outbox as m), (select json_agg(l) from public.audit_log as l)
        ) as all`)
      return dump[0]?.all.includes(token)
    })
    .toBe(false)
  await accept(token)
  expect(JSON.stringify(fixture.server.log)).not.toContain(token)
})

describe('while somebody else has the invitation locked', () => {
  const lockInvitation = () =>
    holdLock(fixture.pool, 'select from public.invitations where email = $1 for update', [address])

  test('two acceptances wait, and then one of them gets the account', async () => {
    const token = await invited()
    const { awaitedBy, release } = await lockInvitation()
    const both = Promise.all([accept(token), accept(token)])
    await awaitedBy(2)
    await release()
    const codes = (await both).map(({ code }) => code ?? 'in').toSorted()
    expect(codes).toEqual(['in', 'invitation_accepted'])
    expect(await profileOf(address)).toMatchObject({ approved: true })
    const log = (await logOf(address)).filter(([action]) => action === 'invitation_accepted')
    expect(log).toHaveLength(1)
  })

  test('an acceptance waits, and sees that the link was revoked meanwhile', async () => {
    const token = await invited()
    const { client, awaitedBy, release } = await lockInvitation()
    const waiting = accept(token)
    await awaitedBy(1)
    await client.query('update public.invitations set revoked_at = now() where email = $1', [
      address,
    ])
    await release()
    expect(await waiting).toMatchObject({ user: null, code: 'invitation_revoked' })
    expect(await profileOf(address)).toBeUndefined()
  })

  test('a revocation waits, and sees that the link was used meanwhile', async () => {
    const token = await invited()
    const invitation_id = await idOf()
    const { awaitedBy, release } = await lockInvitation()
    const accepting = accept(token)
    await awaitedBy(1)
    const both = Promise.all([accepting, second.client.rpc('revoke_invitation', { invitation_id })])
    await awaitedBy(2)
    await release()
    const [accepted, revoked] = await both
    expect([accepted.code, revoked.error?.message]).toEqual([undefined, 'invitation_accepted'])
    expect(await listed(address)).toMatchObject({ state: 'accepted' })
  })
})

test('the link is for its address alone, however the letters are written', async () => {
  const token = await invited()
  expect(await accept(token, 'somebody-else@example.com')).toMatchObject({
    code: 'invitation_unknown',
  })
  expect(await profileOf('somebody-else@example.com')).toBeUndefined()
  expect((await accept(token, address.toUpperCase())).code).toBeUndefined()
  expect(await profileOf(address)).toMatchObject({ approved: true })
})

test('an expired link says so and approves nobody; the person can sign up without it', async () => {
  const token = await invited()
  await expire()
  expect(await lookUp(token)).toEqual({ state: 'expired', email: null })
  expect(await accept(token)).toMatchObject({ user: null, code: 'invitation_expired' })
  expect(await profileOf(address)).toBeUndefined()
  await signUp(address)
  expect(await profileOf(address)).toEqual({ role: 'scriptwriter', approved: false })
})

test('a revoked link says so and approves nobody, and a mail that was not sent yet is dropped', async () => {
  const token = await invited()
  await fixture.pool.query(
    `insert into private.mail_outbox (event, recipient, template, next_attempt_at)
     select 'invitation:' || id || ':later', email, 'invitation', 'infinity'
     from public.invitations where email = $1`,
    [address],
  )
  const id = await idOf()
  expect((await second.client.rpc('revoke_invitation', { invitation_id: id })).error).toBeNull()
  expect((await second.client.rpc('revoke_invitation', { invitation_id: id })).error).toBeNull()
  expect(await lookUp(token)).toEqual({ state: 'revoked', email: null })
  expect(await accept(token)).toMatchObject({ user: null, code: 'invitation_revoked' })
  expect(await listed(address)).toMatchObject({
    state: 'revoked',
    revoked_by_email: second.email,
  })
  expect(await logOf(address)).toEqual([
    ['invited', fixture.admin.email],
    ['invitation_revoked', second.email],
  ])
  const { rowCount } = await fixture.pool.query(
    'select from private.mail_outbox where recipient = $1 and sent_at is null',
    [address],
  )
  expect(rowCount).toBe(0)
  const again = await fixture.admin.client.rpc('resend_invitation', { invitation_id: id })
  expect(again.error?.message).toBe('invitation_revoked')
  // Inviting the person again is another invitation.
  expect(await invite([address])).toMatchObject([{ outcome: 'invited' }])
})

test('sent again, the new link works for seven days and the old one does not', async () => {
  const token = await invited()
  await expire()
  const invitation_id = await idOf()
  const early = await second.client.rpc('resend_invitation', { invitation_id })
  expect([early.status, early.error?.message]).toEqual([429, 'sent_a_moment_ago'])
  await minuteLater()
  const { data } = await second.client.rpc('resend_invitation', { invitation_id })
  const [row] = data ?? []
  const days = (Date.parse(row?.expires_at ?? '') - Date.now()) / 86_400_000
  expect(Math.round(days)).toBe(7)
  expect(await lookUp(token)).toEqual({ state: 'unknown', email: null })
  expect(await accept(token)).toMatchObject({ code: 'invitation_unknown' })
  await expect.poll(() => mailsTo(address).map(({ text }) => tokenIn(text))).toContain(row?.token)
  expect((await accept(row?.token ?? '')).code).toBeUndefined()
  const used = await second.client.rpc('resend_invitation', { invitation_id })
  expect(used.error?.message).toBe('invitation_accepted')
  const late = await second.client.rpc('revoke_invitation', { invitation_id })
  expect(late.error?.message).toBe('invitation_accepted')
})

test('says of each address what became of it, and two admins at once invite nobody twice', async () => {
  await invited()
  const fresh = `fresh${count}@example.com`
  const { awaitedBy, release } = await holdLock(
    fixture.pool,
    'select pg_advisory_xact_lock(20261117, 3)',
  )
  const both = Promise.all([
    invite([
      ` ${fresh.toUpperCase()}\n`,
      fresh,
      address,
      writer.email,
      'nonsense',
      'a\u202Eb@c.de',
    ]),
    invite([address, fresh], second),
  ])
  await awaitedBy(2)
  await release()
  const answers = await both
  expect(answers[0].map(({ email, outcome }) => [email, outcome]).slice(1)).toEqual([
    [address, 'already_invited'],
    [writer.email, 'has_account'],
    ['nonsense', 'invalid'],
    ['a\u202Eb@c.de', 'invalid'],
  ])
  const outcomes = answers.map((rows) => rows.find(({ email }) => email === fresh)?.outcome)
  expect(new Set(outcomes)).toEqual(new Set(['already_invited', 'invited']))
  expect(answers.flat().filter(({ outcome, token }) => outcome !== 'invited' && token)).toEqual([])
})

test('whoever signed up without the link keeps the account; the link stays unused', async () => {
  const token = await invited()
  await signUp(address)
  expect(await accept(token)).toMatchObject({ user: null, code: 'user_already_exists' })
  expect(await profileOf(address)).toEqual({ role: 'scriptwriter', approved: false })
  expect(await listed(address)).toMatchObject({ state: 'pending' })
  await minuteLater()
  const again = await fixture.admin.client.rpc('resend_invitation', { invitation_id: await idOf() })
  expect(again.error?.message).toBe('has_account')
})

test('an account whose address nobody confirmed is taken over, without its password', async () => {
  const token = await invited()
  await fixture.pool.query(
    "insert into auth.users (email, encrypted_password) values ($1, 'of a stranger')",
    [address],
  )
  const { client, user, code } = await accept(token)
  expect(code).toBeUndefined()
  expect(user?.email_confirmed_at).toBeTruthy()
  expect(await profileOf(address)).toEqual({ role: 'scriptwriter', approved: true })
  const signedIn = await client.auth.signInWithPassword({ email: address, password: PASSWORD })
  expect(signedIn.error).toBeNull()
})

test('where addresses have to be confirmed, an invited one is from the start', async () => {
  const token = await invited()
  const strict = await startTestServer({
    DATABASE_URL: fixture.database.url,
    AUTH_CONFIRM_EMAIL: 'true',
  })
  const { client, user } = await signUp(address, token, strict)
  expect(user?.email_confirmed_at).toBeTruthy()
  expect((await client.from('scripts').select('id')).error).toBeNull()
  // Without an invitation link the address still has to be confirmed.
  expect((await signUp(`un${address}`, undefined, strict)).session).toBeNull()
})

test('a weak password is refused, and the link still works', async () => {
  const token = await invited()
  expect((await signUp(address, token, { password: 'short' })).code).toBe('weak_password')
  expect(await lookUp(token)).toMatchObject({ state: 'pending' })
})

test('an unknown token, or anything else, is unknown', async () => {
  for (const token of ['', 'x', '0'.repeat(64), "' or 1=1", '\u0000']) {
    expect(await lookUp(token)).toEqual({ state: 'unknown', email: null })
  }
  expect(await lookUp('x'.repeat(600))).toMatchObject({ code: 'validation_failed' })
})

test.each(['', 'x', 'F'.repeat(64), `${'0'.repeat(64)} `, null, 7, { token: 'x' }])(
  'a sign-up with the token %j makes no account',
  async (invitation) => {
    const refused = { status: 403, code: 'invitation_unknown', user: null }
    expect(await signUp(address, invitation)).toMatchObject(refused)
    const { rows } = await fixture.pool.query('select from auth.users where email = $1', [address])
    expect(rows).toEqual([])
  },
)

test('at most 50 addresses at once and 200 invitations an hour', async () => {
  const many = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, n) => `many${count}-${from + n}@example.com`)
  const call = (emails: string[]) => second.client.rpc('invite', { emails })
  expect((await call([])).error?.message).toBe('no_addresses')
  expect((await call(many(0, 51))).error?.message).toBe('too_many_addresses')
  const { rows } = await fixture.pool.query<{ n: number }>(
    `select count(*)::int as n from public.audit_log
     where actor_id = $1 and action in ('invited', 'invitation_resent')`,
    [second.id],
  )
  const left = 200 - (rows[0]?.n ?? 0)
  await fixture.pool.query(
    `insert into public.audit_log (actor_id, action, user_email)
     select $1, 'invited', 'before@example.com' from generate_series(1, $2)`,
    [second.id, left - 2],
  )
  const refused = await call(many(0, 3))
  expect([refused.status, refused.error?.message]).toEqual([429, 'too_many_invitations'])
  expect(await listed(`many${count}-0@example.com`)).toBeUndefined()
  expect((await call(many(0, 2))).data).toMatchObject([
    { outcome: 'invited' },
    { outcome: 'invited' },
  ])
})

test('deleting the account forgets its invitation; one that led to nothing is forgotten after 90 days', async () => {
  const token = await invited()
  const { user } = await accept(token)
  await fixture.admin.client.rpc('delete_user', { user_id: user?.id ?? '' })
  expect(await listed(address)).toBeUndefined()

  const [old, recent] = [`old${count}@example.com`, `recent${count}@example.com`]
  await invite([old, recent])
  const age = (email: string, days: number) =>
    fixture.pool.query(
      'update public.invitations set expires_at = clock_timestamp() - make_interval(days => $2) where email = $1',
      [email, days],
    )
  await age(old, 91)
  await age(recent, 89)
  await removeExpired(fixture.pool)
  expect(await listed(old)).toBeUndefined()
  expect(await listed(recent)).toMatchObject({ state: 'expired' })
})

test('the mail of an invitation stays in the outbox while its link works, and no longer', async () => {
  await invited()
  await expect.poll(() => mailsTo(address)).toHaveLength(1)
  const rows = async () =>
    (await fixture.pool.query('select from private.mail_outbox where recipient = $1', [address]))
      .rowCount
  await removeExpired(fixture.pool)
  expect(await rows()).toBe(1)
  await expire()
  await removeExpired(fixture.pool)
  expect(await rows()).toBe(0)
})

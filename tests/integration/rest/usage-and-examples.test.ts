import { beforeAll, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { restFixture, type SignedIn } from '../../support/rest/fixture.ts'

// The api_usage and golden_examples calls of section 7 of the specification.

const fixture = forFile(restFixture)

beforeAll(async () => {
  await fixture.database.pool.query(
    `insert into public.api_usage (user_id, month, monthly_generations)
     values ($1, private.this_month(), 7), ($1, private.this_month() - interval '1 month', 99)`,
    [fixture.anna.id],
  )
})

const usage = ({ client }: Pick<SignedIn, 'client'>) =>
  client
    .from('api_usage')
    .select('monthly_generations')
    .eq('user_id', fixture.anna.id)
    .maybeSingle()

test("this month's count: one's own, and for an admin every scriptwriter's", async () => {
  for (const person of [fixture.anna, fixture.admin]) {
    expect(await usage(person)).toMatchObject({ data: { monthly_generations: 7 }, error: null })
  }
})

test('nobody else sees the count, and nobody changes it', async () => {
  const { anna, bert, pending, anonymous } = fixture
  for (const person of [bert, pending]) {
    expect(await usage(person)).toMatchObject({ data: null, error: null })
  }
  expect(await usage({ client: anonymous })).toMatchObject({
    status: 401,
    error: { code: '42501' },
  })
  const reset = await anna.client
    .from('api_usage')
    .update({ monthly_generations: 0 })
    .eq('user_id', anna.id)
  expect(reset).toMatchObject({ status: 403, error: { code: '42501' } })
})

const example = { content: 'A good answer', topic: 'Script Writing' } as const

test('a writer with Learning Loop access saves an example that only they can see', async () => {
  const { anna, bert, admin } = fixture
  const kept = await anna.client.from('golden_examples').insert({ user_id: anna.id, ...example })
  expect(kept).toMatchObject({ status: 201, error: null, data: null })
  const own = await anna.client.from('golden_examples').select('user_id, content, topic')
  expect(own.data).toEqual([{ user_id: anna.id, ...example }])
  for (const { client } of [bert, admin]) {
    expect((await client.from('golden_examples').select('*')).data).toEqual([])
  }
})

test('nobody saves an example without access, approval or a session, or for another user', async () => {
  const { anna, bert, pending, anonymous } = fixture
  for (const [client, owner, status] of [
    [bert.client, bert, 403],
    [bert.client, anna, 403],
    [pending.client, pending, 403],
    [anonymous, anna, 401],
  ] as const) {
    const answer = await client.from('golden_examples').insert({ user_id: owner.id, ...example })
    expect(answer).toMatchObject({ status, error: { code: '42501' } })
  }
})

test('only admins read the audit log', async () => {
  const { admin, anna } = fixture
  await admin.client.from('profiles').update({ approved: false }).eq('id', fixture.pending.id)
  await admin.client
    .from('profiles')
    .update({ learning_loop_access: true })
    .eq('id', fixture.bert.id)
  const { data } = await admin.client
    .from('audit_log')
    .select('action, actor_email, user_email')
    .eq('user_id', fixture.bert.id)
    .order('at', { ascending: false })
    .limit(1)
  expect(data).toEqual([
    {
      action: 'learning_loop_granted',
      actor_email: 'admin@example.com',
      user_email: 'bert@example.com',
    },
  ])
  expect((await anna.client.from('audit_log').select('*')).data).toEqual([])
})

import { beforeAll, expect, test, vi } from 'vitest'
import { forFile } from '../../../support/for-file.ts'
import { POLLING, restFixture, untyped } from '../../../support/rest/fixture.ts'

// What a function raises reaches the client with PostgREST's status.

const fixture = forFile(restFixture)

beforeAll(async () => {
  await fixture.database.pool.query(`
    create function public.fail(state text, message text default 'it failed') returns void
      language plpgsql set search_path = ''
    as $$
    begin
      raise exception using errcode = state, message = message, detail = 'the detail', hint = 'the hint';
    end
    $$;
    grant execute on function public.fail(text, text) to authenticated, anon;
    notify pgrst, 'reload schema'`)
  await vi.waitFor(async () => {
    if ((await fail('P0001')).status !== 400) throw new Error('the function is not known yet')
  }, POLLING)
})

const fail = (state: string, message = 'it failed') =>
  untyped(fixture.anna.client).rpc('fail', { state, message })

test.each([
  ['P0001', 400],
  ['P0002', 500],
  ['MY001', 400],
  ['22023', 400],
  ['23505', 409],
  ['23503', 409],
  ['25006', 405],
  ['28000', 403],
  ['0P000', 403],
  ['40001', 503],
  ['42883', 404],
  ['42P01', 404],
  ['42P17', 500],
  ['53400', 500],
  ['54001', 400],
  ['57014', 504],
  ['57000', 500],
  ['HV000', 500],
  ['PT402', 402],
  ['PT418', 418],
  ['PT503', 503],
  ['PT401', 401],
  ['PT406', 406],
  ['PT413', 413],
  ['PTXYZ', 500],
  ['PT200', 500],
])('SQLSTATE %s is a %i with code, message, details and hint', async (code, status) => {
  const answer = await fail(code)
  expect(answer.status).toBe(status)
  expect(answer.error).toEqual(
    expect.objectContaining({
      code,
      message: 'it failed',
      details: 'the detail',
      hint: 'the hint',
    }),
  )
})

test('a missing privilege is a 403 for a signed-in caller, a 401 for others', async () => {
  expect(await fail('42501')).toMatchObject({ status: 403, error: { code: '42501' } })
  const anonymous = await fixture.call('/rpc/fail', { method: 'POST', body: '{"state":"42501"}' })
  expect([anonymous.status, anonymous.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
})

test('errors of the database itself are logged, but not shown', async () => {
  const answer = await fail('XX000', 'could not read file "base/1/2"')
  expect(answer).toMatchObject({ status: 500, error: { code: 'unexpected_failure' } })
  expect(JSON.stringify(answer)).not.toContain('base/1/2')
  await expect.poll(() => JSON.stringify(fixture.server.log)).toContain('base/1/2')
})

test.each(['08006', '53300', '57P01'])(
  'SQLSTATE %s means that the database is away: unavailable, without its message',
  async (code) => {
    const body = JSON.stringify({ state: code })
    const response = await fixture.call('/rpc/fail', { as: fixture.anna, method: 'POST', body })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toEqual({
      code: 'unavailable',
      message: expect.not.stringContaining('it failed') as string,
    })
  },
)

test('a 500 that a function raises is logged with its reason', async () => {
  await fail('P0002', 'a reason for the operator')
  await expect.poll(() => JSON.stringify(fixture.server.log)).toContain('a reason for the operator')
})

test("choosing the whole response with SQLSTATE 'PGRST' is refused by name", async () => {
  expect(await fail('PGRST')).toMatchObject({
    status: 400,
    error: { code: 'PGRST127', details: "Raising SQLSTATE 'PGRST' is not supported" },
  })
})

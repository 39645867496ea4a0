import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../support/test-server.ts'
import { forFile } from '../../support/for-file.ts'
import { makeLetters } from '../../support/rest/letters.ts'
import { JWT_SECRET, restFixture, untyped } from '../../support/rest/fixture.ts'

const fixture = forFile(restFixture)

beforeAll(async () => {
  await makeLetters(fixture)
})

type Sent = { method?: string; body?: string; headers?: Record<string, string> }

async function refusal(path: string, sent: Sent = {}) {
  const response = await fixture.call(path, { as: fixture.anna, ...sent })
  const body = (await response.json()) as { code: string; message: string }
  expect(Object.keys(body).toSorted()).toEqual(['code', 'details', 'hint', 'message'])
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.headers.get('proxy-status')).toBe(`PostgREST; error=${body.code}`)
  return { status: response.status, ...body }
}

describe('names that do not exist', () => {
  test.each(['nowhere', 'pg_class', 'users', 'Scripts', 'scripts%20', 'public.scripts'])(
    'the table %s is PGRST205',
    async (table) => {
      expect(await refusal(`/${table}`)).toMatchObject({
        status: 404,
        code: 'PGRST205',
        message: `Could not find the table 'public.${decodeURIComponent(table)}' in the schema cache`,
      })
    },
  )

  test('a column in select, filter, order or on_conflict is 42703', async () => {
    const missing = { status: 400, code: '42703', message: 'column scripts.nothing does not exist' }
    for (const query of ['select=nothing', 'nothing=eq.1', 'order=nothing', 'or=(nothing.eq.1)']) {
      expect(await refusal(`/scripts?${query}`)).toMatchObject(missing)
    }
    const upsert = await refusal('/scripts?on_conflict=nothing', {
      method: 'POST',
      body: '{"title":"x"}',
      headers: { prefer: 'resolution=merge-duplicates' },
    })
    expect(upsert).toMatchObject({ status: 400, code: '42703' })
  })

  test('a column in the body is PGRST204', async () => {
    const missing = {
      status: 400,
      code: 'PGRST204',
      message: "Could not find the 'nothing' column of 'scripts' in the schema cache",
    }
    const body = '{"title":"x","nothing":1}'
    expect(await refusal('/scripts', { method: 'POST', body })).toMatchObject(missing)
    expect(await refusal('/scripts?columns=nothing', { method: 'POST', body })).toMatchObject(
      missing,
    )
    expect(
      await refusal(`/scripts?id=eq.${randomUUID()}`, { method: 'PATCH', body }),
    ).toMatchObject(missing)
  })

  test.each(['/', '', '/scripts/1', '/rpc', '/rpc/', '/rpc/list_users/x'])(
    'the path %j is a 404',
    async (path) => {
      const response = await fixture.call(path, { as: fixture.anna })
      expect(response.status).toBe(404)
    },
  )
})

describe('what the database refuses', () => {
  test('invalid values for a type: 400 with 22P02 and similar codes', async () => {
    expect(await refusal('/scripts?id=eq.none')).toMatchObject({
      status: 400,
      code: '22P02',
      message: 'invalid input syntax for type uuid: "none"',
    })
    expect(await refusal('/people?id=eq.99999999999')).toMatchObject({ status: 400, code: '22003' })
    expect(await refusal('/people?born=gt.yesteryear')).toMatchObject({
      status: 400,
      code: '22007',
    })
    expect(await refusal('/people?tall=eq.perhaps')).toMatchObject({ status: 400, code: '22P02' })
    expect(await refusal('/people?id=in.(1,two)')).toMatchObject({ status: 400, code: '22P02' })
    expect(await refusal('/scripts?title=eq.%00')).toMatchObject({ status: 400 })
    expect(await refusal('/people', { method: 'POST', body: '{"id":"x"}' })).toMatchObject({
      status: 400,
      code: '22P02',
    })
  })

  test('an operator that the type lacks: 400 or 404, as in PostgREST', async () => {
    const { status, code } = await refusal('/people?id=like.1*')
    expect([status, code]).toEqual([404, '42883'])
    expect(await refusal('/people?name=is.true')).toMatchObject({ status: 400, code: '42804' })
  })

  test('a missing parent or a duplicate key: 409', async () => {
    const post = (body: object) =>
      refusal('/letters', { method: 'POST', body: JSON.stringify(body) })
    expect(await post({ sender: 77 })).toMatchObject({
      status: 409,
      code: '23503',
      details: 'Key (sender)=(77) is not present in table "people".',
    })
    expect(await post({ id: 101 })).toMatchObject({ status: 409, code: '23505' })
    expect(await post({ body: null })).toMatchObject({ status: 400, code: '23502' })
  })

  test('a statement that takes too long times out with an error response', async () => {
    // A day: pg_sleep follows the clock, which jumps when a virtual machine is resumed.
    await fixture.database.pool.query(`
      create function public.slow() returns integer language sql stable set search_path = ''
        as 'select 1 from pg_sleep(86400)';
      grant execute on function public.slow() to authenticated`)
    const url = new URL(fixture.database.url)
    url.searchParams.set('options', '-c script_writer.statement_timeout=500')
    const hasty = await startTestServer({ DATABASE_URL: url.href, JWT_SECRET })
    const response = await fetch(`${hasty.url}/rest/v1/rpc/slow`, {
      method: 'POST',
      headers: {
        apikey: hasty.anonKey,
        authorization: `Bearer ${fixture.anna.token}`,
        'content-type': 'application/json',
      },
      body: '{}',
    })
    expect(await response.json()).toMatchObject({ code: '57014' })
  })
})

describe('invalid requests', () => {
  test.each([
    'select=id,',
    'select=(',
    'select=id)',
    'select=scripts(id',
    'select=,id',
    'title=eq',
    'title=nonsense',
    'title=eq.a&or=',
    'or=id.eq.1',
    'or=(id.eq.1',
    'or=(id.eq.1))',
    'or=()',
    'or=(id)',
    'or=(id.eq)',
    'title=is.maybe',
    'id=in.1,2',
    'id=in.(1,2',
    'order=title.upwards',
    'order=',
    'limit=many',
    'offset=-1',
    'offset=1e3',
  ])('%s is a clear 400', async (query) => {
    const { status, code } = await refusal(`/scripts?${query}`)
    expect(status).toBe(400)
    expect(code).toMatch(/^PGRST1\d\d$/)
  })

  test('a page that ends before it begins is 416 PGRST103', async () => {
    const letters = () => untyped(fixture.anna.client).from('letters').select('id, pages(number)')
    for (const read of [
      letters().limit(-1),
      letters().range(5, 2),
      letters().limit(-1, { referencedTable: 'pages' }),
    ]) {
      expect(await read).toMatchObject({
        status: 416,
        error: {
          code: 'PGRST103',
          message: 'Requested range not satisfiable',
          details: 'Limit should be greater than or equal to zero.',
        },
      })
    }
    expect(await refusal('/letters', { headers: { range: '5-2' } })).toMatchObject({
      status: 416,
      code: 'PGRST103',
    })
  })

  test('the parser reports the position: PGRST100', async () => {
    expect(await refusal('/scripts?or=(title.eq.a')).toMatchObject({
      code: 'PGRST100',
      message: expect.stringContaining('failed to parse logic tree') as string,
      details: expect.stringContaining('unexpected') as string,
    })
  })

  test.each(['', '{', 'null', '7', '"text"', '[1]', '[[]]', '{"title":', 'title=x'])(
    'the body %j is PGRST102',
    async (body) => {
      for (const [method, path] of [
        ['POST', '/scripts'],
        ['PATCH', '/scripts?title=eq.x'],
      ] as const) {
        expect(await refusal(path, { method, body })).toMatchObject({
          status: 400,
          code: 'PGRST102',
        })
      }
    },
  )

  test('a body with another content type is refused', async () => {
    const sent = { method: 'POST', body: 'title\nx', headers: { 'content-type': 'text/csv' } }
    const { status, code } = await refusal('/scripts', sent)
    expect([status, code]).toEqual([415, 'PGRST102'])
  })

  test('a URL that is too long, and filters nested too deep', async () => {
    const long = await refusal(`/scripts?title=eq.${'x'.repeat(9_000)}`)
    expect(long.status).toBe(414)
    const deep = `${'and('.repeat(60)}id.eq.1${')'.repeat(60)}`
    const { status, code } = await refusal(`/people?or=(${deep})`)
    expect(status).toBe(400)
    expect(code).toMatch(/^PGRST/)
  })
})

describe('a refused HEAD request', () => {
  const headOf = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fixture.call(path, { as: fixture.anna, method: 'HEAD', headers })
    return [response.status, response.headers.get('proxy-status'), await response.text()]
  }

  test.each([
    ['/letters?select=id.max()', 400, 'PGRST127'],
    ['/letters?select=nothing', 400, '42703'],
    ['/letters?select=nothing(id)', 400, 'PGRST200'],
    ['/letters?id=eq.x', 400, '22P02'],
    ['/nowhere', 404, 'PGRST205'],
    ['/rpc/nowhere', 404, 'PGRST202'],
  ])('%s is a %i with the code %s in a header', async (path, status, code) => {
    expect(await headOf(path)).toEqual([status, `PostgREST; error=${code}`, ''])
  })

  test('is also one for a single row where there are several', async () => {
    const single = { accept: 'application/vnd.pgrst.object+json' }
    const refused = [406, 'PostgREST; error=PGRST116', '']
    expect(await headOf('/letters', single)).toEqual(refused)
    expect(await headOf('/rpc/search_scripts?query=none', single)).toEqual(refused)
    expect(await headOf('/letters?id=eq.101', single)).toEqual([200, null, ''])
  })

  test('has no such header if nothing was refused', async () => {
    expect(await headOf('/letters')).toEqual([200, null, ''])
  })
})

test('a full disk is reported without naming a file of the database', async () => {
  const { pool } = fixture.database
  await pool.query(`
    create function private.fill_disk() returns trigger language plpgsql set search_path = '' as $$
    begin
      raise sqlstate '53100' using
        message = 'could not extend file "base/16385/2619": No space left on device',
        hint = 'Check free disk space.';
    end $$;
    create trigger fill_disk before insert on public.scripts
      for each statement execute function private.fill_disk();
    create trigger fill_disk before insert on public.generation_jobs
      for each statement execute function private.fill_disk()`)
  const message = 'The server has no disk space left. Please tell your administrator.'
  expect(await refusal('/scripts', { method: 'POST', body: '{"title":"x"}' })).toEqual({
    status: 503,
    code: '53100',
    message,
    details: null,
    hint: null,
  })
  const asked = await fetch(`${fixture.server.url}/functions/v1/generate-script`, {
    method: 'POST',
    headers: { apikey: fixture.anonKey, authorization: `Bearer ${fixture.anna.token}` },
    body: JSON.stringify({ prompt: 'A scene', currentScript: '' }),
  })
  expect(asked.status).toBe(503)
  expect(await asked.json()).toEqual({ success: false, error: message, code: 'storage_full' })
})

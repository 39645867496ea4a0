import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { startTestServer } from '../../support/test-server.ts'
import { forFile } from '../../support/for-file.ts'
import { makeLetters } from '../../support/rest/letters.ts'
import { JWT_SECRET } from '../../support/signed-in.ts'
import { restFixture, untyped } from '../../support/rest/fixture.ts'

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

  test.each(['select=nothing', 'nothing=eq.1', 'order=nothing', 'or=(nothing.eq.1)'])(
    'the column of %s is 42703',
    async (query) => {
      const missing = {
        status: 400,
        code: '42703',
        message: 'column scripts.nothing does not exist',
      }
      expect(await refusal(`/scripts?${query}`)).toMatchObject(missing)
    },
  )

  test('a column in the body is PGRST204, in on_conflict 42703', async () => {
    const message = "Could not find the 'nothing' column of 'scripts' in the schema cache"
    const missing = { status: 400, code: 'PGRST204', message }
    const body = '{"title":"x","nothing":1}'
    const post = { method: 'POST', body }
    expect(await refusal('/scripts', post)).toMatchObject(missing)
    expect(await refusal('/scripts?columns=nothing', post)).toMatchObject(missing)
    const change = { method: 'PATCH', body }
    expect(await refusal(`/scripts?id=eq.${randomUUID()}`, change)).toMatchObject(missing)
    const headers = { prefer: 'resolution=merge-duplicates' }
    const upsert = { method: 'POST', body: '{"title":"x"}', headers }
    expect(await refusal('/scripts?on_conflict=nothing', upsert)).toMatchObject({
      status: 400,
      code: '42703',
    })
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
  test.each([
    ['/scripts?id=eq.none', 400, '22P02'],
    ['/people?id=eq.99999999999', 400, '22003'],
    ['/people?born=gt.yesteryear', 400, '22007'],
    ['/people?tall=eq.perhaps', 400, '22P02'],
    ['/people?id=in.(1,two)', 400, '22P02'],
    ['/scripts?title=eq.%00', 400, /./],
    // An operator that the type lacks, as in PostgREST.
    ['/people?id=like.1*', 404, '42883'],
    ['/people?name=is.true', 400, '42804'],
  ])('%s is a %i with %s', async (path, status, code) => {
    expect(await refusal(path)).toMatchObject({
      status,
      code: expect.stringMatching(code) as string,
    })
  })

  test.each([
    ['{"sender":77}', 409, '23503', 'Key (sender)=(77) is not present in table "people".'],
    ['{"id":101}', 409, '23505', 'Key (id)=(101) already exists.'],
    ['{"body":null}', 400, '23502', expect.any(String) as string],
    ['{"sender":"x"}', 400, '22P02', null],
  ])('the row %s is a %i with %s', async (body, status, code, details) => {
    const answer = await refusal('/letters', { method: 'POST', body })
    expect(answer).toMatchObject({ status, code, details })
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

  test('a URL that is too long, and filters nested too deep', async () => {
    const long = await refusal(`/scripts?title=eq.${'x'.repeat(9_000)}`)
    expect(long.status).toBe(414)
    const deep = `${'and('.repeat(60)}id.eq.1${')'.repeat(60)}`
    const { status, code } = await refusal(`/people?or=(${deep})`)
    expect(status).toBe(400)
    expect(code).toMatch(/^PGRST/)
  })
})

test.each([
  ['/letters?select=id.max()', 400, 'PGRST127'],
  ['/letters?select=nothing', 400, '42703'],
  ['/letters?select=nothing(id)', 400, 'PGRST200'],
  ['/letters?id=eq.x', 400, '22P02'],
  ['/nowhere', 404, 'PGRST205'],
  ['/rpc/nowhere', 404, 'PGRST202'],
  // A single row where there are several.
  ['/letters', 406, 'PGRST116'],
  ['/rpc/search_scripts?query=none', 406, 'PGRST116'],
  ['/letters?id=eq.101', 200, null],
])('HEAD of %s is a %i with the code %s in a header', async (path, status, code) => {
  const headers = { accept: 'application/vnd.pgrst.object+json' }
  const response = await fixture.call(path, { as: fixture.anna, method: 'HEAD', headers })
  expect([response.status, response.headers.get('proxy-status'), await response.text()]).toEqual([
    status,
    code && `PostgREST; error=${code}`,
    '',
  ])
})

// What docs/data-api.md lists as not supported is in compatibility/documented.test.ts.
const OPERATORS = 'plfts phfts wfts fts(english) not.fts cd ov sr nxl sl nxr adj imatch isdistinct'

test.each(OPERATORS.split(' '))(
  'the operator %s is refused by name, in a group too',
  async (operator) => {
    for (const query of [`title=${operator}.x`, `or=(title.${operator}.x,id.is.null)`]) {
      const response = await fixture.call(`/scripts?${query}`, { as: fixture.anna })
      const name = operator.replace(/^not\./, '').replace(/\(.*/, '')
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: 'PGRST127', details: expect.stringContaining(`'${name}'`) as string },
      ])
    }
  },
)

test('an unknown preference is ignored, unless the client is strict', async () => {
  const status = async (prefer: string) => {
    const response = await fixture.call('/scripts', { as: fixture.anna, headers: { prefer } })
    return [response.status, ((await response.json()) as { code?: string }).code]
  }
  expect(await status('colour=red')).toEqual([200, undefined])
  expect(await status('handling=strict, colour=red')).toEqual([400, 'PGRST122'])
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

import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { RecordedStatements } from '../../support/database/recorded-statements.ts'
import { forFile } from '../../support/for-file.ts'
import { JWT_SECRET } from '../../support/signed-in.ts'
import { PASSWORD } from '../../support/people.ts'
import { restFixture, untilSeen } from '../../support/rest/fixture.ts'

const fixture = forFile(restFixture)

const scripts = (headers: Record<string, string>) =>
  fetch(`${fixture.server.url}/rest/v1/scripts?select=id`, { headers })

const withToken = (token: string) =>
  scripts({ apikey: fixture.anonKey, authorization: `Bearer ${token}` })

const sign = (claims: Record<string, unknown>, secret = JWT_SECRET) =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret))

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >

test('the API key is required', async () => {
  for (const headers of [{}, { apikey: 'wrong' }]) {
    const response = await scripts(headers)
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({
      message: expect.stringContaining('API key') as string,
    })
  }
})

test('the anon key as bearer token is anonymous, as the client sends it before sign-in', async () => {
  const response = await withToken(fixture.anonKey)
  expect([response.status, await response.json()]).toMatchObject([401, { code: '42501' }])
})

// auth/sessions.test.ts has all kinds of them.
test('invalid tokens are 401 with a message about the JWT and a WWW-Authenticate header', async () => {
  const claims = claimsOf(fixture.anna.token)
  const foreign = await sign(claims, 'another secret, also long enough here')
  for (const token of ['nonsense', foreign, await sign({ ...claims, sub: 'nobody' })]) {
    const response = await withToken(token)
    expect([token.slice(0, 20), response.status]).toEqual([token.slice(0, 20), 401])
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
    expect(await response.json()).toMatchObject({
      code: 'PGRST301',
      message: expect.stringContaining('JWT') as string,
    })
  }
})

test('an expired token is PGRST303, which the web app translates', async () => {
  const now = Math.floor(Date.now() / 1000)
  const token = await sign({ ...claimsOf(fixture.anna.token), exp: now - 5 })
  const response = await withToken(token)
  expect(response.status).toBe(401)
  expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/)
  expect(await response.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
})

test('a token of an ended session is refused at once, with a message that mentions JWT', async () => {
  const leaver = await fixture.signUp('leaver')
  expect((await withToken(leaver.token)).status).toBe(200)
  await leaver.client.auth.signOut()
  const response = await withToken(leaver.token)
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ message: expect.stringContaining('JWT') as string })
})

test('another session of the same user continues', async () => {
  const person = await fixture.signUp('twice')
  const { data } = await person.client.auth.signInWithPassword({
    email: person.email,
    password: PASSWORD,
  })
  await fixture.database.pool.query('delete from auth.sessions where id = $1', [
    claimsOf(person.token)['session_id'],
  ])
  expect((await withToken(person.token)).status).toBe(401)
  expect((await withToken(data.session?.access_token ?? '')).status).toBe(200)
})

test('a restricted writer reads nothing from then on', async () => {
  const person = await fixture.signUp('restricted')
  const approve = (approved: boolean) =>
    fixture.admin.client.from('profiles').update({ approved }).eq('id', person.id)
  await approve(true)
  await person.client.from('scripts').insert({ title: 'Mine', content: 'x' })
  expect((await person.client.from('scripts').select('title')).data).toEqual([{ title: 'Mine' }])
  await approve(false)
  expect((await person.client.from('scripts').select('title')).data).toEqual([])
})

test('concurrent requests never run with the identity of another', async () => {
  const { anna, bert } = fixture
  await anna.client.from('scripts').insert({ title: 'Anna', content: 'x' })
  await bert.client.from('scripts').insert({ title: 'Bert', content: 'x' })
  const people = [anna, bert]
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      const person = people[index % 2] ?? anna
      const { data } = await person.client.from('scripts').select('title, user_id')
      return data?.every(({ user_id }) => user_id === person.id) && data.length > 0
    }),
  )
  expect(answers).toEqual(answers.map(() => true))
})

test('what is not granted to anonymous callers is refused without asking the database', async () => {
  await fixture.database.pool.query(`
    create table public.posters (id integer primary key, words text);
    create table public.letters (id integer primary key);
    insert into public.posters values (1, 'open to all');
    grant select (id) on public.posters to anon;
    grant select on public.posters, public.letters to authenticated;
    create function public.greet() returns text language sql set search_path = '' as $$ select 'hello' $$;
    revoke execute on function public.greet() from public;
    grant execute on function public.greet() to anon;
    notify pgrst, 'reload schema'`)
  await untilSeen(fixture, 'posters')
  const statements = new RecordedStatements()
  const tried = async (path: string, method = 'GET') => {
    const response = await fixture.call(path, { method, ...(method === 'POST' && { body: '{}' }) })
    const { code, message } = (await response.json()) as { code: string; message: string }
    return [response.status, code, message]
  }
  const denied = (what: string) => [401, '42501', `permission denied for ${what}`]
  const filter = `?or=(${Array.from({ length: 400 }, () => 'title.eq.x').join()})`
  expect(await tried(`/scripts${filter}`)).toEqual(denied('table scripts'))
  expect(await tried('/scripts', 'POST')).toEqual(denied('table scripts'))
  expect(await tried('/letters')).toEqual(denied('table letters'))
  expect(await tried('/rpc/list_users')).toEqual(denied('function list_users'))
  expect(await tried('/rpc/search_scripts', 'POST')).toEqual(denied('function search_scripts'))
  expect(await tried('/nothing')).toContain('PGRST205')
  // Every request enters the database with this statement.
  const entered = () =>
    statements
      .take()
      .batches.flat()
      .filter((name) => name.startsWith('enter_'))
  expect(entered()).toEqual([])

  // Tables and functions granted to `anon` still work, and the database decides the rest.
  expect(await (await fixture.call('/posters?select=id')).json()).toEqual([{ id: 1 }])
  expect(entered()).toHaveLength(1)
  expect(await tried('/posters?select=words')).toEqual(denied('table posters'))
  expect(await (await fixture.call('/rpc/greet')).json()).toBe('hello')
})

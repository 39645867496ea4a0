import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ENVIRONMENT_MODEL } from '../../../contract/models.ts'
import { findOllama } from '../../../server/functions/models/admin-models.ts'
import { forFile } from '../../support/for-file.ts'
import { holdLock } from '../../support/database/held-lock.ts'
import { openHostileProvider } from '../../support/providers/hostile-provider.ts'
import {
  connection,
  KEY,
  modelsFixture,
  onlyConnection,
  openProvider,
  restricted,
} from './models-fixture.ts'

const fixture = forFile(modelsFixture)

beforeEach(async () => {
  await fixture.pool.query('delete from private.ai_connections')
})

const actionsSince = async (at: Date) => {
  const { rows } = await fixture.pool.query<{ entry: string }>(
    `select action || ': ' || detail as entry from public.audit_log where at >= $1 order by at, id`,
    [at],
  )
  return rows.map(({ entry }) => entry)
}

test('without AI_PROVIDER and without connections, the demo is the default', async () => {
  expect(await fixture.state()).toEqual({
    environment: { provider: 'demo', model: null, baseUrl: null, isFixed: false },
    defaultModel: ENVIRONMENT_MODEL,
    connections: [],
  })
})

test('a new connection is stored with the models that its provider lists, and never shows its key', async () => {
  const { baseUrl, requests } = await openProvider()
  const asked = connection(`${baseUrl}/`, { name: ' My server ' })
  const { state, trouble } = await fixture.manage(asked)
  expect(trouble).toBeNull()
  expect(state.connections).toEqual([
    {
      id: asked.id,
      name: 'My server',
      kind: 'openai-compatible',
      baseUrl,
      key: 'stored',
      revision: 1,
      models: ['large', 'small'].map((model) => ({
        id: expect.any(String) as string,
        model,
        label: model,
        typed: false,
        offered: false,
      })),
    },
  ])
  expect(requests[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
})

test('each provider is asked in its own way, and what is not a model for text is left out', async () => {
  const anthropic = await openHostileProvider('anthropic', (answer, { path }) => {
    const isFirst = !path.includes('after_id')
    answer.refuse(200, {
      data: [{ id: isFirst ? 'claude-a' : 'claude-b' }],
      has_more: isFirst,
      last_id: 'claude-a',
    })
  })
  const google = await openHostileProvider('google', (answer) =>
    answer.refuse(200, {
      models: [
        { name: 'models/gemini-a', supportedGenerationMethods: ['generateContent'] },
        { name: 'models/embedding-a', supportedGenerationMethods: ['embedContent'] },
      ],
    }),
  )
  await fixture.manage(connection(anthropic.baseUrl, { kind: 'anthropic', name: 'A' }))
  const { state } = await fixture.manage(connection(google.baseUrl, { kind: 'google', name: 'G' }))
  const names = state.connections.map(({ models }) => models.map(({ model }) => model))
  expect(names).toEqual([['claude-a', 'claude-b'], ['gemini-a']])
  expect(anthropic.requests[0]?.headers['x-api-key']).toBe(KEY)
  expect(google.requests[0]?.headers['x-goog-api-key']).toBe(KEY)
  expect(google.requests[0]?.path).not.toContain(KEY)
})

test('one odd name does not lose the list, and a long one has a shorter label', async () => {
  const long = `${'a'.repeat(79)} long name`
  const odd = ['small ', ' small', 'two\u2028lines', '', 'b'.repeat(201), 7]
  const { baseUrl } = await openProvider({ models: ['small', long, ...odd] as string[] })
  const { state } = await fixture.manage(connection(baseUrl))
  const { connection: made } = onlyConnection(state)
  expect(made.models.map(({ model, label }) => [model, label])).toEqual([
    [long, 'a'.repeat(79)],
    ['small', 'small'],
  ])
  const typed = `${'c'.repeat(79)} typed`
  const added = await fixture.manage({ action: 'add', id: made.id, model: typed })
  expect(onlyConnection(added.state).connection.models).toContainEqual(
    expect.objectContaining({ model: typed, label: 'c'.repeat(79) }),
  )
})

test('models that a provider does not list are typed, and stay when the list is fetched again', async () => {
  const { baseUrl } = await openProvider({ models: ['small'] })
  const { id } = (await fixture.manage(connection(baseUrl))).state.connections[0] as { id: string }
  await fixture.manage({ action: 'add', id, model: 'secret-preview' })
  const { state } = await fixture.manage({ action: 'fetch', id })
  expect(onlyConnection(state).connection.models).toMatchObject([
    { model: 'secret-preview', typed: true },
    { model: 'small', typed: false },
  ])
})

test('models that the provider no longer lists go, unless writers may choose them', async () => {
  const models = ['small', 'large', 'old']
  const { baseUrl } = await openProvider({ models })
  const { connection: made, ids } = onlyConnection(
    (await fixture.manage(connection(baseUrl))).state,
  )
  await fixture.manage({ action: 'offer', modelId: ids['large'], offered: true })
  await fixture.manage({ action: 'default', modelId: ids['small'] })
  models.length = 0
  const { state } = await fixture.manage({ action: 'fetch', id: made.id })
  const kept = onlyConnection(state).connection.models.map(({ model }) => model)
  expect(kept).toEqual(['large', 'small'])
})

test('a changed name keeps the key; a changed address or kind needs it again', async () => {
  const { baseUrl } = await openProvider()
  const other = await openProvider()
  const first = connection(baseUrl)
  await fixture.manage(first)
  const renamed = { ...first, revision: 1, name: 'Renamed', key: null }
  const { state } = await fixture.manage(renamed)
  expect(onlyConnection(state).connection).toMatchObject({ name: 'Renamed', key: 'stored' })
  for (const change of [{ baseUrl: other.baseUrl }, { kind: 'openai' }]) {
    expect(await fixture.call({ ...renamed, revision: 2, ...change })).toMatchObject({
      status: 400,
      body: { code: 'key_needed_again' },
    })
  }
  await fixture.manage({ ...renamed, revision: 2, baseUrl: other.baseUrl, key: KEY })
  expect(other.requests).toHaveLength(1)
  const without = await fixture.manage({ ...renamed, revision: 3, baseUrl, key: '' })
  expect(onlyConnection(without.state).connection.key).toBe('none')
})

test('of two admins who change a connection at once, the second is told and overwrites nothing', async () => {
  const { baseUrl } = await openProvider()
  const first = connection(baseUrl)
  await fixture.manage(first)
  const change = (name: string, who: { token: string }) =>
    fixture.call({ ...first, revision: 1, key: null, name }, who)
  const { awaitedBy, release } = await holdLock(
    fixture.pool,
    'select from private.ai_connections where id = $1 for update',
    [first.id],
  )
  const both = Promise.all([change('One', fixture.admin), change('Two', fixture.second)])
  await awaitedBy(2)
  await release()
  const statuses = (await both).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  const winner = statuses[0] === 200 ? 'One' : 'Two'
  expect((await fixture.state()).connections[0]).toMatchObject({ name: winner, revision: 2 })
})

test('two admins choose a default at once: one of the two is it', async () => {
  const { baseUrl } = await openProvider()
  const { ids } = onlyConnection((await fixture.manage(connection(baseUrl))).state)
  await Promise.all([
    fixture.manage({ action: 'default', modelId: ids['small'] }),
    fixture.manage({ action: 'default', modelId: ids['large'] }, fixture.second),
  ])
  expect([ids['small'], ids['large']]).toContain((await fixture.state()).defaultModel)
})

test('every change is in the audit log, by name and without the key', async () => {
  const { baseUrl } = await openProvider()
  const at = new Date()
  const first = connection(baseUrl, { name: 'Ours' })
  const { ids } = onlyConnection((await fixture.manage(first)).state)
  await fixture.manage({ ...first, revision: 1, key: null, name: 'Theirs' })
  await fixture.manage({ action: 'offer', modelId: ids['large'], offered: true })
  await fixture.manage({ action: 'rename', modelId: ids['large'], label: 'The large one' })
  await fixture.manage({ action: 'default', modelId: ids['small'] })
  await fixture.manage({ action: 'test', modelId: ids['small'] })
  const { state } = await fixture.manage({ action: 'add', id: first.id, model: 'preview' })
  // The model has been added already, so nothing changes.
  await fixture.manage({ action: 'add', id: first.id, model: 'preview' })
  await fixture.manage({ action: 'remove', modelId: onlyConnection(state).ids['preview'] })
  await fixture.manage({ action: 'remove', modelId: ids['large'] })
  await fixture.manage({ action: 'delete', id: first.id })
  expect(await actionsSince(at)).toEqual([
    'connection_added: Ours',
    'connection_changed: Theirs',
    'offered_models_changed: + large',
    'offered_models_changed: large → The large one',
    'default_model_changed: Theirs, small',
    'connection_tested: Theirs, small',
    'model_added: Theirs, preview',
    'model_removed: Theirs, preview',
    'model_removed: Theirs, large',
    'offered_models_changed: − large',
    'connection_deleted: Theirs',
    'default_model_changed: Demo',
  ])
})

test("a test says what is wrong in plain words, with the provider's own and without the key", async () => {
  const said = `Incorrect API key provided: ${KEY}. You can find your key at\n https://example.com`
  const { baseUrl } = await openProvider({
    answers: (answer) => answer.refuse(401, { error: { message: said } }),
  })
  const { ids } = onlyConnection((await fixture.manage(connection(baseUrl))).state)
  const { trouble } = await fixture.manage({ action: 'test', modelId: ids['small'] })
  expect(trouble).toEqual({
    sentence: 'The provider did not accept the key.',
    words: 'Incorrect API key provided: [hidden]. You can find your key at https://example.com',
  })
  const working = await openProvider()
  const other = connection(working.baseUrl, { name: 'B' })
  const { state } = await fixture.manage(other)
  const fine = state.connections.find(({ id }) => id === other.id)?.models[0]?.id
  expect((await fixture.manage({ action: 'test', modelId: fine })).trouble).toBeNull()
})

type Refusal = { status: number; body?: string; headers?: Record<string, string> }

test.each(
  Object.entries<Refusal>({
    'The address redirects to another one. Enter that one instead.': {
      status: 302,
      headers: { location: 'http://169.254.169.254/' },
    },
    'The provider does not know this model, or the address is wrong.': { status: 404 },
    'The server does not list its models. Add them by name.': { status: 200, body: '<html>' },
    'The provider is overloaded, or your account there has reached a limit.': { status: 429 },
    'The provider refused the request.': { status: 500, body: 'Out of memory' },
  }),
)('a connection that fails is kept, and the admin told: %s', async (sentence, refusal) => {
  const { status, body = '{}', headers = {} } = refusal
  const { baseUrl, requests } = await openHostileProvider('openai-compatible', (answer) =>
    answer.refuse(status, body, headers),
  )
  const { state, trouble } = await fixture.manage(connection(baseUrl))
  // A body that is no error of a provider is not shown.
  expect(trouble).toEqual({ sentence, words: '' })
  expect(onlyConnection(state).connection.models).toEqual([])
  expect(requests).toHaveLength(1)
})

test('a provider that sends without end is cut off', async () => {
  const { baseUrl, requests } = await openHostileProvider('openai-compatible', (answer) =>
    answer.goOn(() => answer.raw('x'.repeat(64 * 1024))),
  )
  const { trouble } = await fixture.manage(connection(baseUrl))
  expect(trouble).not.toBeNull()
  await requests[0]?.closed
})

test('nothing listens at the address', async () => {
  const { trouble } = await fixture.manage(connection('http://127.0.0.1:9/v1'))
  expect(trouble?.sentence).toBe('Nothing answers at this address.')
})

describe('without AI_ALLOW_PRIVATE', () => {
  const local = forFile(openProvider)
  const strict = forFile(() =>
    modelsFixture({ AI_ALLOW_PRIVATE: 'false' }, local.baseUrl.replace(/\/v1$/, '')),
  )

  test.each([
    'http://169.254.169.254/latest',
    'http://10.0.0.7/v1',
    'http://[fd00:ec2::254]/v1',
    'http://[::ffff:192.168.1.1]/v1',
    'http://0xA9FEA9FE/v1',
    'http://2852039166/v1',
    'http://localhost:9/v1',
    'http://[::1]:9/v1',
  ])('a connection to %s is refused before a byte is sent', async (baseUrl) => {
    expect(await strict.call(connection(baseUrl, { name: baseUrl }))).toMatchObject({
      status: 400,
      body: {
        code: 'address_refused',
        error: expect.stringContaining('it is in a private network'),
      },
    })
    expect((await strict.state()).connections, 'nothing is left behind').toEqual([])
  })

  test('a server on this machine is refused, except the Ollama server that the page offers', async () => {
    const other = await openProvider()
    const refused = { status: 400, body: { code: 'address_refused' } }
    expect(await strict.call(connection(other.baseUrl, { name: 'Other' }))).toMatchObject(refused)
    expect(other.requests).toEqual([])

    const elsewhere = local.baseUrl.replace(/v1$/, 'v2')
    expect(await strict.call(connection(elsewhere, { name: 'Another' }))).toMatchObject(refused)
    const ollama = connection(local.baseUrl, { name: 'Ollama' })
    const { state, trouble } = await strict.manage(ollama)
    expect(trouble).toBeNull()
    const models = state.connections.find(({ id }) => id === ollama.id)?.models ?? []
    expect(models.map(({ model }) => model)).toEqual(['large', 'small'])
    const tested = await strict.manage({ action: 'test', modelId: models[0]?.id })
    expect(tested.trouble).toBeNull()
  })
})

const BAD_ADDRESS =
  'The address must begin with http:// or https:// and have no user name or password.'

test.each<[object, string]>([
  [{ baseUrl: 'ftp://example.com' }, BAD_ADDRESS],
  [{ baseUrl: 'http://user:pass@example.com/v1' }, BAD_ADDRESS],
  [{ baseUrl: 'http://example.com/v1?key=1' }, BAD_ADDRESS],
  [{ baseUrl: 'http://exa mple.com' }, BAD_ADDRESS],
  [{ baseUrl: 'http://[::g]/v1' }, BAD_ADDRESS],
  [{ baseUrl: null }, 'Enter the address of the server.'],
  [{ name: '' }, 'The name must have 1 to 80 characters.'],
  [{ name: 'two\nlines' }, 'The name must have 1 to 80 characters.'],
  [{ key: 'two words' }, 'The key must be one line of at most 1,000 characters.'],
  [{ kind: 'mistral' }, 'Choose what the connection is for.'],
  [{ id: 'x' }, 'The connection is not known.'],
])('%j is refused with a sentence, and nothing is stored', async (change, error) => {
  const { status, body } = await fixture.call(connection('http://127.0.0.1:9', change))
  expect([status, body]).toEqual([400, { code: 'invalid_request', success: false, error }])
  expect((await fixture.state()).connections).toEqual([])
})

test.each([
  [{ action: 'delete', id: randomUUID() }, 404, 'connection_not_found'],
  [{ action: 'fetch', id: randomUUID() }, 404, 'connection_not_found'],
  [{ action: 'add', id: randomUUID(), model: 'm' }, 404, 'connection_not_found'],
  [{ action: 'test', modelId: randomUUID() }, 404, 'model_not_found'],
  [{ action: 'offer', modelId: randomUUID(), offered: true }, 404, 'model_not_found'],
  [{ action: 'default', modelId: randomUUID() }, 404, 'model_not_found'],
  [{ action: 'remove', modelId: randomUUID() }, 404, 'model_not_found'],
  [{ action: 'rename', modelId: randomUUID(), label: 'x' }, 404, 'model_not_found'],
  [{ action: 'burn' }, 400, 'invalid_request'],
])('%j is answered with %i %s', async (body, status, code) => {
  expect(await fixture.call(body)).toMatchObject({ status, body: { code } })
})

test('nobody but an admin learns anything: not even whether there are connections', async () => {
  const { baseUrl } = await openProvider()
  const { connection: made, ids } = onlyConnection(
    (await fixture.manage(connection(baseUrl))).state,
  )
  const requests = [
    { action: 'list' },
    { action: 'find-local' },
    { ...connection(baseUrl), id: made.id, revision: 1 },
    { action: 'delete', id: made.id },
    { action: 'fetch', id: made.id },
    { action: 'add', id: made.id, model: 'x' },
    { action: 'remove', modelId: ids['small'] },
    { action: 'rename', modelId: ids['small'], label: 'x' },
    { action: 'offer', modelId: ids['small'], offered: true },
    { action: 'default', modelId: ids['small'] },
    { action: 'test', modelId: ids['small'] },
    { action: 'nonsense' },
  ]
  const before = await fixture.state()
  const body = { success: false, code: 'not_an_admin', error: 'Only administrators may do this.' }
  for (const who of [fixture.anna, await restricted(fixture)])
    for (const asked of requests)
      expect([asked, await fixture.call(asked, who)]).toEqual([asked, { status: 403, body }])
  expect(await fixture.state()).toEqual(before)
})

test('an Ollama server on the machine is found, and nothing else that listens there', async () => {
  expect(await fixture.call({ action: 'find-local' })).toEqual({
    status: 200,
    body: { local: null },
  })
  let listed: unknown = { models: [{ name: 'llama3:8b' }, { name: 7 }] }
  const { baseUrl } = await openHostileProvider('openai-compatible', (answer) =>
    answer.refuse(200, listed),
  )
  const address = new URL(baseUrl).origin
  expect(await findOllama(address)).toEqual({ baseUrl: `${address}/v1`, models: ['llama3:8b'] })
  listed = { hello: 'world' }
  expect(await findOllama(address)).toBeNull()
  listed = '<html>'
  expect(await findOllama(address)).toBeNull()
})

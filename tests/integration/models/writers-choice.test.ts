import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { ENVIRONMENT_MODEL } from '../../../contract/models.ts'
import { clientOf } from '../../support/signed-in.ts'
import {
  answersIn,
  generate,
  invoke,
  jobRow,
  newConversation,
  untilEnded,
} from '../generation/generation-server.ts'
import { forFile } from '../../support/for-file.ts'
import {
  connection,
  type ModelsFixture,
  modelsFixture,
  onlyConnection,
  openProvider,
  restricted,
} from './models-fixture.ts'

let ids: Record<string, string>

const fixture = forFile(modelsFixture)

beforeEach(async () => {
  await fixture.pool.query('delete from private.ai_connections')
  await fixture.pool.query('delete from private.model_choices')
  const { baseUrl } = await openProvider({ models: ['small', 'large', 'hidden'] })
  ;({ ids } = onlyConnection((await fixture.manage(connection(baseUrl))).state))
  await fixture.manage({ action: 'default', modelId: ids['small'] })
})

const offer = async (model: string, label?: string) => {
  await fixture.manage({ action: 'offer', modelId: ids[model], offered: true })
  if (label) await fixture.manage({ action: 'rename', modelId: ids[model], label })
}

async function modelsOf(who: { token: string }) {
  const { data, error } = await clientOf(fixture.server, who).rpc('my_models')
  expect(error).toBeNull()
  return data?.map(({ label, is_chosen }) => (is_chosen ? `[${label}]` : label))
}

const choose = async (who: { token: string }, model_id: string | undefined) =>
  (await clientOf(fixture.server, who).rpc('choose_model', { model_id: model_id ?? '' })).error
    ?.message

/** The answer, and what the job and the message say about its model. */
async function answered(who: ModelsFixture['anna'], more: object = {}) {
  const conversationId = await newConversation(fixture.pool, who)
  const jobId = await generate(fixture.server, who, { conversationId, ...more })
  await untilEnded(fixture.server, who, jobId)
  const { model, model_label: label } = await jobRow(fixture.pool, jobId)
  const { rows } = await fixture.pool.query<{ model: string }>(
    "select model from public.chat_messages where job_id = $1 and type = 'ai'",
    [jobId],
  )
  const [answer] = await answersIn(fixture.pool, conversationId)
  return { answer: answer?.trim().split('\n').at(-1), model, label, shown: rows[0]?.model }
}

test('an answer is tried again with another model, and with one that is gone it is not', async () => {
  await offer('large', 'The large one')
  const who = fixture.anna
  const conversationId = await newConversation(fixture.pool, who)
  const message = { id: randomUUID() }
  const { rows } = await fixture.pool.query<{ work_id: string }>(
    'select work_id from public.chat_conversations where id = $1',
    [conversationId],
  )
  const scriptId = rows[0]?.work_id
  const tried = async (more: object) => {
    const { rows: drafts } = await fixture.pool.query<{ revision: number }>(
      'select revision from public.script_drafts where work_id = $1',
      [scriptId],
    )
    return { conversationId, scriptId, message, revision: drafts[0]?.revision ?? 0, ...more }
  }
  await untilEnded(fixture.server, who, await generate(fixture.server, who, await tried({})))
  const again = { message: { ...message, parent: message.id } }
  const other = await tried({ ...again, model: ids['large'] })
  await untilEnded(fixture.server, who, await generate(fixture.server, who, other))
  await fixture.manage({ action: 'offer', modelId: ids['large'], offered: false })
  const gone = await tried({ ...again, model: ids['large'] })
  expect(
    await invoke(fixture.server, who, 'generate-script', { prompt: 'Go', ...gone }),
  ).toMatchObject({
    body: { code: 'model_not_offered' },
  })
  const { data } = await clientOf(fixture.server, who).rpc('branches_of', {
    conversation_id: conversationId,
  })
  expect(data?.map(({ type, model, shown }) => [type, model, shown])).toEqual([
    ['user', null, true],
    ['ai', 'small', false],
    ['ai', 'The large one', true],
  ])
})

test('with one model there is nothing to choose, and it answers', async () => {
  expect(await modelsOf(fixture.anna)).toEqual(['[small]'])
  expect(await answered(fixture.anna)).toEqual({
    answer: 'Written by small.',
    model: 'openai-compatible small',
    label: 'small',
    shown: 'small',
  })
})

test('writers choose among the models that admins offer; each has a choice of their own', async () => {
  await offer('large', 'The large one')
  expect(await modelsOf(fixture.anna)).toEqual(['[small]', 'The large one'])
  expect(await choose(fixture.anna, ids['large'])).toBeUndefined()
  expect(await modelsOf(fixture.anna)).toEqual(['small', '[The large one]'])
  expect(await modelsOf(fixture.bert)).toEqual(['[small]', 'The large one'])
  expect(await answered(fixture.anna)).toMatchObject({
    answer: 'Written by large.',
    shown: 'The large one',
  })
  expect(await answered(fixture.bert)).toMatchObject({ answer: 'Written by small.' })
  expect(await answered(fixture.bert, { model: ids['large'] })).toMatchObject({
    answer: 'Written by large.',
  })
})

test('a model that is not offered is refused, and nothing is counted', async () => {
  for (const model of [ids['hidden'], randomUUID(), ENVIRONMENT_MODEL]) {
    const { rows: before } = await fixture.pool.query('select count(*) from public.generation_jobs')
    const asked = { prompt: 'A storm', model }
    expect(await invoke(fixture.server, fixture.anna, 'generate-script', asked)).toEqual({
      status: 400,
      body: {
        success: false,
        code: 'model_not_offered',
        error: 'This model is not available. Please choose another one.',
      },
    })
    const { rows: after } = await fixture.pool.query('select count(*) from public.generation_jobs')
    expect(after).toEqual(before)
    expect(await choose(fixture.anna, model)).toBe('model_not_offered')
  }
  const nonsense = { prompt: 'A storm', model: 'large' }
  expect(await invoke(fixture.server, fixture.anna, 'generate-script', nonsense)).toMatchObject({
    status: 400,
    body: { error: 'The model is not known.' },
  })
})

test('a choice that is no longer offered gives way to the default', async () => {
  await offer('large')
  await choose(fixture.anna, ids['large'])
  await fixture.manage({ action: 'offer', modelId: ids['large'], offered: false })
  expect(await modelsOf(fixture.anna)).toEqual(['[small]'])
  expect(await answered(fixture.anna)).toMatchObject({ answer: 'Written by small.' })
  await offer('large')
  expect(await modelsOf(fixture.anna)).toEqual(['small', '[large]'])
})

test('who is not approved sees no models and chooses none', async () => {
  const person = await restricted(fixture)
  expect(await modelsOf(person)).toEqual([])
  expect(await choose(person, ids['small'])).toBe('not_approved')
})

test('what a writer is told about a model has neither address nor connection', async () => {
  const { data } = await clientOf(fixture.server, fixture.anna).rpc('my_models')
  expect(Object.keys(data?.[0] ?? {}).toSorted()).toEqual([
    'id',
    'is_chosen',
    'is_default',
    'is_demo',
    'label',
  ])
})

test('without a default the demo answers, and says so', async () => {
  await fixture.manage({ action: 'default', modelId: null })
  const { data } = await clientOf(fixture.server, fixture.anna).rpc('my_models')
  expect(data).toEqual([
    { id: ENVIRONMENT_MODEL, label: 'Demo', is_default: true, is_chosen: true, is_demo: true },
  ])
  expect(await answered(fixture.anna)).toMatchObject({
    model: 'demo',
    label: 'Demo',
    shown: 'Demo',
  })
})

test('what AI_PROVIDER sets is the default and cannot be changed; others can be offered', async () => {
  const own = await openProvider()
  const fixed = await modelsFixture({
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'of-the-operator',
    AI_BASE_URL: own.baseUrl,
    AI_API_KEY: 'a key of the operator',
  })
  const { baseUrl } = await openProvider()
  const added = onlyConnection((await fixed.manage(connection(baseUrl))).state)
  const [large, small] = [added.ids['large'], added.ids['small']]
  await fixed.manage({ action: 'offer', modelId: large, offered: true })
  const { data } = await clientOf(fixed.server, fixed.anna).rpc('my_models')
  expect(data?.map(({ label }) => label)).toEqual(['of-the-operator', 'large'])
  expect(await fixed.call({ action: 'default', modelId: small })).toMatchObject({
    status: 409,
    body: { error: 'The default model is set by the environment of the server.' },
  })
  expect(await fixed.state()).toMatchObject({
    environment: {
      provider: 'openai-compatible',
      model: 'of-the-operator',
      baseUrl: new URL(own.baseUrl).origin,
      isFixed: true,
    },
    defaultModel: ENVIRONMENT_MODEL,
  })
  const answer = async (more: object) => {
    const jobId = await generate(fixed.server, fixed.anna, more)
    return (await untilEnded(fixed.server, fixed.anna, jobId)).result
  }
  expect(await answer({})).toContain('of-the-operator')
  expect(await answer({ model: large })).toContain('Written by large')
  expect(await answer({ model: ENVIRONMENT_MODEL })).toContain('of-the-operator')
})

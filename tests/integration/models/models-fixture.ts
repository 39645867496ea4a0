import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type {
  AdminModels,
  AdminModelsAnswer,
  ListedConnection,
  ModelKind,
} from '../../../contract/models.ts'
import { openHostileProvider } from '../../support/providers/hostile-provider.ts'
import type { Behaviour } from '../../support/providers/provider-server.ts'
import { createAdmin, createPerson } from '../../support/people.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { invoke } from '../generation/generation-server.ts'
import { signedIn, signIn, startLiveServer } from '../../support/signed-in.ts'

/** Nothing else in the tests contains any six characters of it. */
export const KEY = 'zq7-vkx9-wjh4-bbq2-pfm8'

/** A server without AI_PROVIDER, two admins, two writers. Connections may lead to the providers of tests. */
export async function modelsFixture(
  env: Record<string, string> = {},
  localModels = 'http://127.0.0.1:9',
) {
  const database = await createTestDatabase()
  const { pool } = database
  const admin = await signIn(pool, await createAdmin(pool))
  const second = await signedIn(pool, 'second', { role: 'admin' })
  const anna = await signedIn(pool, 'anna')
  const bert = await signedIn(pool, 'bert')
  const options = {
    writingLimits: { firstWait: 1, demoDuration: 0 },
    localModels,
  }
  const server = await startLiveServer(database.url, options, { AI_ALLOW_PRIVATE: 'true', ...env })

  const call = (body: object, who: { token: string } = admin) =>
    invoke(server, who, 'admin-models', body)
  /** Calls the function, which must succeed. */
  async function manage(body: object, who?: { token: string }): Promise<AdminModelsAnswer> {
    const { status, body: answer } = await call(body, who)
    expect([status, answer]).toMatchObject([200, { state: {} }])
    return answer as AdminModelsAnswer
  }
  const state = async (): Promise<AdminModels> => (await manage({ action: 'list' })).state
  return { database, pool, server, options, admin, second, anna, bert, call, manage, state }
}

export type ModelsFixture = Awaited<ReturnType<typeof modelsFixture>>

type Provided = { models?: string[]; answers?: Behaviour }

/** A provider that lists models and answers with a script that names the model asked. */
export async function openProvider({ models = ['small', 'large'], answers }: Provided = {}) {
  return openHostileProvider('openai-compatible', async (answer, request, number) => {
    if (request.path.endsWith('/models')) {
      answer.refuse(200, { object: 'list', data: models.map((id) => ({ id })) })
      return
    }
    if (answers) {
      await answers(answer, request, number)
      return
    }
    answer.say(`INT. ROOM - DAY\n\nWritten by ${(request.body as { model: string }).model}.\n`)
    answer.end()
  })
}

export const connection = (baseUrl: string | null, more: object = {}) => ({
  action: 'save',
  id: randomUUID(),
  revision: null,
  name: 'A server',
  kind: 'openai-compatible' as ModelKind,
  baseUrl,
  key: KEY,
  ...more,
})

/** The only connection, with ids of its models by name. */
export function onlyConnection({ connections }: AdminModels) {
  const [first] = connections as [ListedConnection]
  const ids = Object.fromEntries(first.models.map(({ id, model }) => [model, id]))
  return { connection: first, ids: ids as Record<string, string> }
}

export const restricted = (fixture: ModelsFixture) =>
  createPerson(fixture.pool, 'restricted', { role: 'admin', approved: false }).then((person) =>
    signIn(fixture.pool, person),
  )

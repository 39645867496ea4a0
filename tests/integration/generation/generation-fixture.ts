import { randomUUID } from 'node:crypto'
import type { FunctionsHttpError } from '@supabase/supabase-js'
import { expect } from 'vitest'
import type { FunctionRefusal, GenerationStatus } from '../../../contract/generation.ts'
import { type Client, newClient } from '../../support/client.ts'
import { clientOf, JWT_SECRET, signedIn } from '../../support/signed-in.ts'
import { only, type SignedIn } from '../../support/rest/fixture.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { startTestServer, type TestServer } from '../../support/test-server.ts'

type Answer = { status: number; body: unknown }
type Standing = { approved?: boolean; learningLoop?: boolean }

export type GenerationFixture = {
  database: TestDatabase
  server: TestServer
  anonymous: Client
  /** A new user, by default an approved writer. */
  person(name: string, standing?: Standing): Promise<SignedIn>
  /** A plain request to a function, by default with the public key and a user's token. */
  call(name: string, init?: CallInit): Promise<Answer>
}
type CallInit = {
  method?: string
  token?: string
  headers?: Record<string, string>
  body?: string
}

/** The status of a job that did nothing to the script. */
export const unapplied = { script: null, withheld: null, partlyApplied: false, place: null }

const much = { most: 10_000, seconds: 60 }

/** Accepts requests but runs no jobs. */
export const NO_WORKER = { WORKER_CONCURRENCY: '0' }

/** The real server, by default on a database of its own. */
export async function generationFixture(
  env: Record<string, string>,
  given?: TestDatabase,
): Promise<GenerationFixture> {
  const database = given ?? (await createTestDatabase())
  const server = await startTestServer(
    { DATABASE_URL: database.url, JWT_SECRET, ADMIN_EMAIL: 'boss@example.com', ...env },
    {
      authLimits: { signUpClient: much, signInClient: much },
      writingLimits: { firstWait: 1, demoDuration: 0 },
    },
  )
  return {
    database,
    server,
    anonymous: await newClient(server.url),
    async person(name, { approved = true, learningLoop = false } = {}) {
      const standing = { approved, learningLoop }
      const person = await signedIn(database.pool, `${name}-${randomUUID()}`, standing)
      return { ...person, client: clientOf(server, person) }
    },
    async call(name, { method = 'POST', token, headers, body } = {}) {
      const response = await fetch(`${server.url}/functions/v1/${name}`, {
        method,
        headers: headers ?? {
          apikey: server.anonKey,
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body }),
      })
      return { status: response.status, body: await response.json() }
    },
  }
}

/** Calls a function with the official client, as the browser does. */
export async function invoke(
  { client }: Pick<SignedIn, 'client'>,
  name: string,
  body: Record<string, unknown>,
): Promise<Answer> {
  const { data, error, response } = await client.functions.invoke<unknown>(name, { body })
  if (!error) return { status: response?.status ?? 0, body: data }
  const refused = (error as FunctionsHttpError).context as Response
  return { status: refused.status, body: await refused.json() }
}

export const refused = (status: number, code: string, error: string) => ({
  status,
  body: { success: false, error, code } satisfies FunctionRefusal,
})

export const ask = (person: Pick<SignedIn, 'client'>, more: Record<string, unknown> = {}) =>
  invoke(person, 'generate-script', { prompt: 'A storm at sea', ...more })

/** Requests a generation that must be accepted. */
export async function accepted(person: SignedIn, more: Record<string, unknown> = {}) {
  const { body } = await ask(person, more)
  expect(body).toEqual({ success: true, jobId: expect.stringMatching(/^[0-9a-f-]{36}$/) as string })
  return (body as { jobId: string }).jobId
}

export const cancel = (person: Pick<SignedIn, 'client'>, jobId: string) =>
  invoke(person, 'cancel-generation', { jobId })

export const check = (person: Pick<SignedIn, 'client'>, jobId: string) =>
  invoke(person, 'check-generation-status', { jobId })

export const statusOf = async (person: SignedIn, jobId: string) =>
  (await check(person, jobId)).body as GenerationStatus

/** Resolves once the job has this status. */
export async function until(person: SignedIn, jobId: string, state: Partial<GenerationStatus>) {
  const status = () => statusOf(person, jobId)
  await expect.poll(status, { interval: 20 }).toMatchObject(state)
}

export const ended = async (person: SignedIn, jobId: string) => {
  const hasEnded = async () => (await statusOf(person, jobId)).status
  await expect.poll(hasEnded, { interval: 20 }).toMatch(/^(completed|failed)$/)
  return statusOf(person, jobId)
}

export const begin = async ({ client, id }: SignedIn, title = 'Talk') =>
  only(await client.from('chat_conversations').insert({ user_id: id, title }).select().single())

export const messagesOf = async ({ client }: SignedIn, conversation: { id: string }) =>
  only(
    await client
      .from('chat_messages')
      .select('id, type, kind, content, job_id, used_examples')
      .eq('conversation_id', conversation.id)
      .order('created_at', { ascending: true }),
  )

/** The month's count, and the number of jobs. */
export async function countsOf({ database }: GenerationFixture, { id }: SignedIn) {
  const { rows } = await database.pool.query<{ used: number; jobs: number }>(
    `select coalesce((
       select monthly_generations from public.api_usage
       where user_id = $1 and month = private.this_month()
     ), 0) as used, (select count(*)::int from public.generation_jobs where user_id = $1) as jobs`,
    [id],
  )
  return rows[0]
}

export const setUsed = ({ database }: GenerationFixture, { id }: SignedIn, used: number) =>
  database.pool.query(
    `insert into public.api_usage (user_id, monthly_generations) values ($1, $2)
     on conflict (user_id, month) do update set monthly_generations = excluded.monthly_generations`,
    [id, used],
  )

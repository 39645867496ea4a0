import type { Pool } from 'pg'
import { expect } from 'vitest'
import type { GenerationStatus } from '../../../contract/generation.ts'
import { EventStream } from '../../support/providers/event-stream.ts'
import { type Behaviour, openHostileProvider } from '../../support/providers/hostile-provider.ts'
import type { StartOptions } from '../../../server/main.ts'
import { createAdmin } from '../../support/people.ts'
import { createTestDatabase } from '../../support/database/test-database.ts'
import { type SignedIn, signedIn, startLiveServer } from '../../support/signed-in.ts'
import type { TestServer } from '../../support/test-server.ts'

type HeldRequest = {
  answer: Parameters<Behaviour>[0]
  request: Parameters<Behaviour>[1]
}

export const KEY = 'sk-a-very-secret-key-0123456789'

/** Generous, for a busy machine; the usual times are far below. */
export const SOON = { timeout: 30_000, interval: 10 }

/** A provider whose answers the test writes, request by request. */
export async function openHeldProvider() {
  const asked: HeldRequest[] = []
  const unanswered: HeldRequest[] = []
  const awaited: ((held: HeldRequest) => void)[] = []
  const { baseUrl } = await openHostileProvider('openai-compatible', (answer, request) => {
    const held = { answer, request }
    asked.push(held)
    const next = awaited.shift()
    if (next) next(held)
    else unanswered.push(held)
  })
  return {
    asked,
    /** The first request not handled yet, or the next one to arrive. */
    async next(): Promise<HeldRequest> {
      return unanswered.shift() ?? new Promise((resolve) => awaited.push(resolve))
    },
    env: {
      AI_PROVIDER: 'openai-compatible',
      AI_MODEL: 'some-model',
      AI_API_KEY: KEY,
      AI_BASE_URL: baseUrl,
    },
  }
}

export type GenerationServer = Awaited<ReturnType<typeof startGenerationServer>>

/** Two unrelated writers in a new database. */
export async function createWriters() {
  const database = await createTestDatabase()
  const { pool } = database
  await createAdmin(pool)
  return { database, pool, anna: await signedIn(pool, 'anna'), bert: await signedIn(pool, 'bert') }
}

/** The writers, with a running server and a provider whose answers the test writes. */
export async function startGenerationServer(
  env: Record<string, string> = {},
  options: StartOptions = {},
) {
  const writers = await createWriters()
  const provider = await openHeldProvider()
  const server = await startLiveServer(writers.database.url, options, { ...provider.env, ...env })
  return { ...writers, provider, server }
}

type Where = Pick<TestServer, 'url' | 'anonKey'>
type Who = { token: string }

const headersOf = ({ anonKey }: Where, { token }: Who) => ({
  apikey: anonKey,
  authorization: `Bearer ${token}`,
})

export async function invoke(where: Where, who: Who, name: string, body: object) {
  const response = await fetch(`${where.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { ...headersOf(where, who), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as unknown }
}

/** Requests a generation and returns the job's id. */
export async function generate(where: Where, who: Who, body: object = {}): Promise<string> {
  const asked = { prompt: 'A lighthouse keeper finds a letter.', ...body }
  const { body: answer } = await invoke(where, who, 'generate-script', asked)
  const { jobId } = answer as { jobId?: string }
  if (jobId === undefined) throw new Error(JSON.stringify(answer))
  return jobId
}

export const statusOf = async (where: Where, who: Who, jobId: string) =>
  (await invoke(where, who, 'check-generation-status', { jobId })).body as GenerationStatus

/** Waits for the job to end; returns its final status. */
export async function untilEnded(where: Where, who: Who, jobId: string): Promise<GenerationStatus> {
  let status = await statusOf(where, who, jobId)
  const look = async () => (status = await statusOf(where, who, jobId)).status
  await expect.poll(look, SOON).toMatch(/completed|failed/)
  return status
}

export const follow = (
  where: Where,
  who: Who,
  jobId: string,
  from: { after?: number | string; lastEventId?: string } = {},
): Promise<EventStream> => {
  const after = from.after === undefined ? '' : `&after=${from.after}`
  return EventStream.open(`${where.url}/functions/v1/stream-generation?jobId=${jobId}${after}`, {
    ...headersOf(where, who),
    ...(from.lastEventId !== undefined && { 'last-event-id': from.lastEventId }),
  })
}

export async function newConversation(pool: Pool, { id }: SignedIn): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    "insert into public.chat_conversations (user_id, title) values ($1, 'A chat') returning id",
    [id],
  )
  return rows[0]?.id ?? ''
}

export async function answersIn(pool: Pool, conversation: string): Promise<string[]> {
  const { rows } = await pool.query<{ content: string }>(
    `select content from public.chat_messages where conversation_id = $1 and type = 'ai'
     order by created_at`,
    [conversation],
  )
  return rows.map(({ content }) => content)
}

/** How many generations are counted. */
export async function usedBy(pool: Pool, { id }: SignedIn): Promise<number> {
  const { rows } = await pool.query<{ used: number }>(
    'select sum(monthly_generations)::integer as used from public.api_usage where user_id = $1',
    [id],
  )
  return rows[0]?.used ?? 0
}

export async function jobRow(pool: Pool, jobId: string): Promise<Record<string, unknown>> {
  const { rows } = await pool.query<Record<string, unknown>>(
    'select * from public.generation_jobs where id = $1',
    [jobId],
  )
  return rows[0] ?? {}
}

import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { Identify, Identity } from '../database/request-transaction.ts'
import type { Documents } from '../documents/documents.ts'
import type { GenerationFeed } from '../generation/generation-feed.ts'
import type { GenerationJobs } from '../generation/jobs.ts'
import { failures, translate } from './failures.ts'

export type FunctionsOptions = {
  identify: Identify
  anonKey: string
  jobs: GenerationJobs
  feed: GenerationFeed
  pool: Pool
  documents: Documents
  log: Logger
}

/** Who calls: the public key alone is nobody. */
export async function callerOf(
  c: Context,
  { identify, anonKey }: FunctionsOptions,
): Promise<Identity> {
  const key = c.req.header('apikey') ?? c.req.query('apikey')
  if (key === undefined) throw failures.noApiKey()
  if (key !== anonKey) throw failures.badApiKey()
  const token = /^Bearer +(.+)$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? ''
  const identity = await identify(token)
  if (typeof identity === 'string' || identity.role === 'anon') throw failures.notSignedIn()
  return identity
}

export async function bodyOf<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch {
    throw failures.invalid('The request is not valid JSON.')
  }
  return checked(schema, body)
}

export function checked<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(value)
  if (error) throw failures.invalid(error.issues[0]?.message ?? 'The request is not valid.')
  return data
}

/** Asks the database and gives its refusals the functions' shape. */
export async function asking<T>(question: Promise<T>): Promise<T> {
  try {
    return await question
  } catch (error) {
    throw translate(error)
  }
}

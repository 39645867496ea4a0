import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { CallerGuard } from '../caller.ts'
import type { Identify } from '../database/request-transaction.ts'
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

/** What every function gets. */
export type Functions = Omit<FunctionsOptions, 'identify' | 'anonKey'> & { guard: CallerGuard }

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

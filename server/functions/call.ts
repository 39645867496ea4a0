import type { Context } from 'hono'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type * as z from 'zod/mini'
import type { CallerGuard } from '../database/caller.ts'
import type { Identify, Identity } from '../database/request-transaction.ts'
import type { Documents } from '../documents/documents.ts'
import type { GenerationFeed } from '../generation/requests/generation-feed.ts'
import type { GenerationJobs } from '../generation/requests/jobs.ts'
import type { Readings } from '../generation/requests/readings.ts'
import type { TextWork } from '../generation/texts/text-work.ts'
import { invalidFields, invalidRequest } from '../common/messages.ts'
import type { SigningKey } from '../common/signing-keys.ts'
import { failures } from './failures.ts'
import type { ModelAccess } from './models/model-access.ts'

/** What the functions need of accounts, which another module implements. */
type AccountAccess = {
  addressOf(c: Context): string
  recordDownload(identity: Identity, address: string): Promise<void>
  delete(identity: Identity, password: string, address: string): Promise<void>
}

/** Checks that the caller is approved, even if the function reads no rows. */
export const REQUIRE_APPROVED = {
  name: 'require_approved',
  text: 'select private.require_approved()',
  answer: 'none',
} as const

export type FunctionsOptions = {
  identify: Identify
  anonKey: string
  jobs: GenerationJobs
  readings: Readings
  feed: GenerationFeed
  pool: Pool
  documents: Documents
  /** Threads for work whose cost depends on a text. */
  texts: TextWork
  /** Signs authorship records. */
  signingKey: SigningKey
  account: AccountAccess
  models: ModelAccess
  log: Logger
}

/** What every function has access to. */
export type Functions = Omit<FunctionsOptions, 'identify' | 'anonKey'> & { guard: CallerGuard }

export async function parseBody<Schema extends z.ZodMiniType>(
  c: Context,
  schema: Schema,
): Promise<z.infer<Schema>> {
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch {
    throw failures.invalid(invalidRequest.json)
  }
  return parse(schema, body)
}

export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
): z.infer<Schema> {
  const { data, error } = schema.safeParse(value)
  if (error)
    throw failures.invalid(
      invalidFields.get(error.issues[0]?.message ?? '') ?? invalidRequest.other,
    )
  return data
}

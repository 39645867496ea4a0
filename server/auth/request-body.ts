import type { Context } from 'hono'
import { z } from 'zod'
import { failures } from './failures.ts'

const MAX_DEPTH = 20

/** Iterative, since recursion could overflow the stack on hostile input. */
function isShallow(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= MAX_DEPTH; depth += 1) {
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? (Object.values(item) as unknown[]) : [],
    )
    if (level.length === 0) return true
  }
  return false
}

/** PostgreSQL's jsonb rejects NUL and lone surrogates. */
const isStorable = (json: string) => !/\\u0000|\\ud[89a-f]/i.test(json)

function isKeepable(data: unknown): boolean {
  return isShallow(data) && isStorable(JSON.stringify(data))
}

/** User metadata: any JSON object that the database can store; the database limits its size. */
export const personalData = z.custom<Record<string, unknown>>(
  (data) => typeof data === 'object' && data !== null && !Array.isArray(data) && isKeepable(data),
  'data must be an object of ordinary values',
)

export const emailAddress = z
  .string('An email address is required')
  .trim()
  .max(254, 'Unable to validate email address: invalid format')
  // No invisible characters (Cc, Cf): some change the writing direction, which can disguise an address.
  .regex(/^[^\s@"<>\\\p{Cc}\p{Cf}]+@[^\s@"<>\\\p{Cc}\p{Cf}]+\.[^\s@"<>\\\p{Cc}\p{Cf}]+$/u, {
    error: 'Unable to validate email address: invalid format',
  })
  .refine((email) => email.isWellFormed(), 'Unable to validate email address: invalid format')
  .transform((email) => email.toLowerCase())

export const password = z
  .string('A password is required')
  .refine((given) => given.isWellFormed() && !given.includes('\0'), 'A valid password is required')

/** Sent by a client whose `flowType` is 'pkce'. */
export const pkce = { code_challenge: z.string().nullish() }

/** The link would lead back with a session instead of a code, which such a client ignores. */
export function refusePkce({
  code_challenge,
}: {
  code_challenge?: string | null | undefined
}): void {
  if (code_challenge) throw failures.notOffered('The PKCE flow')
}

/** Parses and validates a JSON body; throws a 400 with the reason. */
export async function readBody<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
): Promise<z.output<Schema>> {
  let body: unknown
  try {
    body = JSON.parse(await c.req.text())
  } catch (error) {
    if (error instanceof SyntaxError) throw failures.badJson()
    throw error
  }
  const result = schema.safeParse(body)
  if (result.success) return result.data
  throw failures.invalid(result.error.issues[0]?.message ?? 'The request is not valid')
}

import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { MAX_CHANGED_ROWS } from '../../contract/limits.ts'
import { MAX_RESPONSE } from '../database/json-rows.ts'
import { RequestFailure } from '../common/failures.ts'

type Words = { details?: unknown; hint?: string | null; headers?: Record<string, string> }

/** An error in PostgREST's format. */
export const restFailure = (
  status: ContentfulStatusCode,
  code: string,
  message: string,
  { details = null, hint = null, headers }: Words = {},
) =>
  new RequestFailure(status, code, message, {
    body: { details, hint },
    ...(headers && { headers }),
  })

const unauthorized = (code: string, message: string) =>
  restFailure(401, code, message, { headers: { 'WWW-Authenticate': 'Bearer' } })

/** Codes and messages as PostgREST's clients expect them. */
export const failures = {
  syntax: (message: string, details: string) => restFailure(400, 'PGRST100', message, { details }),
  body: (message = 'Empty or invalid json') => restFailure(400, 'PGRST102', message),
  contentType: (type: string) =>
    restFailure(415, 'PGRST102', `Content-Type not acceptable: ${type}`),
  range: (details: string) =>
    restFailure(416, 'PGRST103', 'Requested range not satisfiable', { details }),
  schema: (name: string) =>
    restFailure(406, 'PGRST106', `Invalid schema: ${name}`, {
      hint: 'Only the following schemas are exposed: public',
    }),
  mediaType: (type: string) =>
    restFailure(406, 'PGRST107', `None of these media types are available: ${type}`),
  notEmbedded: (name: string) =>
    restFailure(400, 'PGRST108', `'${name}' is not an embedded resource in this request`, {
      hint: `Verify that '${name}' is included in the 'select' query parameter.`,
    }),
  notOne: (rows: number) =>
    restFailure(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${rows} rows`,
    }),
  method: (method: string) => restFailure(405, 'PGRST117', `Unsupported HTTP method: ${method}`),
  preference: (details: string) =>
    restFailure(400, 'PGRST122', 'Invalid preferences given with handling=strict', { details }),
  path: () => restFailure(404, 'PGRST125', 'Invalid path specified in request URL'),
  /** PostgREST features that are not supported. */
  notOffered: (what: string) =>
    restFailure(400, 'PGRST127', 'Feature not implemented', {
      details: `${what} is not supported`,
    }),
  /** Refused because every level would multiply the rows of the level above it. */
  embedsItself: (table: string) => failures.notOffered(`Embedding '${table}' within itself`),
  relationship: (from: string, to: string, hint?: string) =>
    restFailure(
      400,
      'PGRST200',
      `Could not find a relationship between '${from}' and '${to}' in the schema cache`,
      {
        details: `Searched for a foreign key relationship between '${from}' and '${to}'${hint ? ` using the hint '${hint}'` : ''} in the schema 'public', but no matches were found.`,
      },
    ),
  ambiguous: (from: string, to: string, details: object[], choices: string[]) =>
    restFailure(
      300,
      'PGRST201',
      `Could not embed because more than one relationship was found for '${from}' and '${to}'`,
      {
        details,
        hint: `Try changing '${to}' to one of the following: ${choices.map((name) => `'${name}'`).join(', ')}. Find the desired relationship in the 'details' key.`,
      },
    ),
  functionUnknown: (name: string, given: string[], hasBody: boolean) => {
    const list = given.join(', ')
    const shown = given.length > 0 ? `(${list})` : ' without parameters'
    const plural = given.length > 1 ? 's' : ''
    const searched = given.length > 0 ? `with parameter${plural} ${list}` : 'without parameters'
    const orBody = hasBody ? ' or with a single unnamed json/jsonb parameter' : ''
    return restFailure(
      404,
      'PGRST202',
      `Could not find the function public.${name}${shown} in the schema cache`,
      {
        details: `Searched for the function public.${name} ${searched}${orBody}, but no matches were found in the schema cache.`,
      },
    )
  },
  functionAmbiguous: (signatures: readonly string[]) =>
    restFailure(
      300,
      'PGRST203',
      `Could not choose the best candidate function between: ${signatures.join(', ')}`,
      {
        hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
      },
    ),
  columnUnknown: (column: string, table: string) =>
    restFailure(
      400,
      'PGRST204',
      `Could not find the '${column}' column of '${table}' in the schema cache`,
    ),
  tableUnknown: (table: string) =>
    restFailure(404, 'PGRST205', `Could not find the table 'public.${table}' in the schema cache`),
  /** PostgreSQL's own message, without a round trip. */
  noSuchColumn: (table: string, column: string) =>
    restFailure(400, '42703', `column ${table}.${column} does not exist`),
  notForAnon: (kind: string, name: string) =>
    restFailure(401, '42501', `permission denied for ${kind} ${name}`),
  everyRow: (command: string) => restFailure(400, '21000', `${command} requires a WHERE clause`),
  tooManyRows: () =>
    restFailure(413, 'PGRST124', `A request changes at most ${MAX_CHANGED_ROWS} rows`, {
      hint: 'Split it into several requests.',
    }),
  tooLarge: () =>
    restFailure(
      413,
      'PGRST128',
      `The response would be larger than ${MAX_RESPONSE / 1024 / 1024} MB`,
      {
        hint: 'Select fewer rows or columns.',
      },
    ),
  patternTooLong: (most: number) =>
    restFailure(400, 'PGRST100', `The patterns are longer than ${most} characters`),
  uriTooLong: (most: number) =>
    restFailure(414, 'PGRST100', `The URL is longer than ${most} characters`),
  /** Nobody reads this response; its status is for the log. */
  clientGone: () =>
    restFailure(499 as ContentfulStatusCode, 'PGRST000', 'The client closed the request'),
  noApiKey: () => restFailure(401, 'PGRST300', 'No API key found in request'),
  badApiKey: () => restFailure(401, 'PGRST300', 'Invalid API key'),
  badToken: () => unauthorized('PGRST301', 'JWT is not valid'),
  expiredToken: () => unauthorized('PGRST303', 'JWT expired'),
  endedSession: () => unauthorized('PGRST303', 'JWT expired: its session has ended'),
}

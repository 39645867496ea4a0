import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Pool } from 'pg'
import { type CallerGuard, headerOf, type NodeEnvironment } from '../database/caller.ts'
import {
  type Access,
  type Identify,
  inTransaction,
  type RequestInfo,
  subjectOf,
} from '../database/request-transaction.ts'
import type { Body } from '../database/json-rows.ts'
import type { Statement } from '../database/statement-batch.ts'
import { BOUNDS } from './parse/ast.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { CatalogueCache } from './catalogue/catalogue-cache.ts'
import { translate } from './database-failures.ts'
import { failures } from './failures.ts'
import { contentTypeOf, parseAccept, type Shape } from './request-body.ts'
import type { Parameters } from './render/render-filter.ts'
import type { UnsentResponses } from './unsent-responses.ts'

/** Maximum number of prepared statements per connection. */
const SLOTS = 200

/**
 * Names statements so that PostgreSQL parses and plans each once. Names are recycled, least recently
 * used first, so a client that sends ever new queries cannot fill the database's memory.
 */
class StatementNames {
  readonly #names = new Map<string, string>()

  nameOf(text: string): string {
    const known = this.#names.get(text)
    if (known) {
      // Move it to the end: the first entry is always the least recently used.
      this.#names.delete(text)
      this.#names.set(text, known)
      return known
    }
    const name = this.#names.size < SLOTS ? `rest_${this.#names.size}` : this.#takeOldest()
    this.#names.set(text, name)
    return name
  }

  #takeOldest(): string {
    const [text, name] = this.#names.entries().next().value ?? ['', 'rest_0']
    this.#names.delete(text)
    return name
  }
}

type Preferences = {
  representation: boolean
  count: boolean
  resolution: 'merge-duplicates' | 'ignore-duplicates' | undefined
  missingAreDefaults: boolean
  /** Preferences that were honoured, for the Preference-Applied header. */
  applied: string[]
}

const KNOWN = new Map<string, readonly string[]>([
  ['return', ['minimal', 'representation']],
  ['count', ['exact']],
  ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  ['missing', ['default', 'null']],
  ['handling', ['lenient', 'strict']],
])
/** Preferences that are refused, since ignoring them would change the result. */
const NOT_OFFERED = new Map<string, string>([
  ['count=planned', 'A planned count'],
  ['count=estimated', 'An estimated count'],
  ['return=headers-only', 'Returning headers only'],
  ['tx=rollback', 'Rolling back by preference'],
  ['max-affected', 'Limiting affected rows'],
  ['timezone', 'Choosing a time zone'],
  ['params=single-object', 'The preference params=single-object'],
])

/** Parses the Prefer header. The first value of each preference wins, as in PostgREST. */
function parsePreferences(header: string | undefined): Preferences {
  const given = new Map<string, string>()
  const unknown: string[] = []
  for (const part of (header ?? '').split(',')) {
    const token = part.trim()
    const [name = '', value = ''] = token.split('=', 2).map((word) => word.trim())
    const missing = NOT_OFFERED.get(`${name}=${value}`) ?? NOT_OFFERED.get(name)
    if (missing) throw failures.notOffered(missing)
    if (KNOWN.get(name)?.includes(value)) {
      if (!given.has(name)) given.set(name, value)
    } else if (token !== '') unknown.push(token)
  }
  if (given.get('handling') === 'strict' && unknown.length > 0) {
    throw failures.preference(`Invalid preferences: ${unknown.join(', ').slice(0, 200)}`)
  }
  return {
    representation: given.get('return') === 'representation',
    count: given.get('count') === 'exact',
    resolution: given.get('resolution') as Preferences['resolution'],
    missingAreDefaults: given.get('missing') === 'default',
    applied: [...given].map(([name, value]) => `${name}=${value}`),
  }
}

export type RestOptions = {
  pool: Pool
  catalogue: CatalogueCache
  identify: Identify
  anonKey: string
}

/** What the data API keeps between requests. */
type Shared = { guard: CallerGuard; unsent: UnsentResponses }

export type Found = { body: Body; rows: number; total: number | undefined }

type Prepared = { text: string; parameters: Parameters }
/** The page, its total count, or both in one transaction. */
type Execution = {
  access: Access
  rows?: Prepared
  count?: Prepared
  body: boolean
}

type RestContext = Context<NodeEnvironment>

/** One request: its caller, the response format and access to the database. */
export type Call = {
  context: RestContext
  catalogue: Catalogue
  shape: Shape
  preferences: Preferences
  entries: [key: string, value: string][]
  /** Says that so many bytes of the response are sent. */
  release: (sent: number) => void
  run(execution: Execution): Promise<Found>
}

const names = new StatementNames()

function entriesOf(url: string): [string, string][] {
  if (url.length > BOUNDS.urlCharacters) throw failures.uriTooLong(BOUNDS.urlCharacters)
  const start = url.indexOf('?')
  if (start < 0) return []
  const entries = [...new URLSearchParams(url.slice(start + 1))]
  return entries.filter(([key]) => key !== 'apikey')
}

const isRead = ({ req }: RestContext) => req.method === 'GET' || req.method === 'HEAD'

function requireSchema(c: RestContext): void {
  const schema = headerOf(c, isRead(c) ? 'accept-profile' : 'content-profile')
  if (schema !== undefined && schema !== 'public') throw failures.schema(schema.slice(0, 63))
}

const ignore = () => undefined

export async function openCall(
  c: RestContext,
  named: { kind: 'table' | 'function'; name: string },
  { guard, unsent }: Shared,
  options: RestOptions,
): Promise<Call> {
  const identity = await guard.admit(c)
  const caller = subjectOf(identity)
  requireSchema(c)
  unsent.check(caller)
  let release: Call['release'] = ignore
  if (identity.role === 'anon') options.catalogue.current.requireAnon(named.kind, named.name)
  return {
    context: c,
    catalogue: options.catalogue.current,
    shape: parseAccept(headerOf(c, 'accept')),
    preferences: parsePreferences(headerOf(c, 'prefer')),
    entries: entriesOf(c.env.incoming.url ?? ''),
    release: (sent) => release(sent),
    async run({ access, rows, count, body }) {
      const about = options.catalogue.current.readsRequest ? { settings: settingsOf(c) } : {}
      const query = async (mayBeLarge: () => boolean) => {
        const outcomes = await untilClosed(c, mayBeLarge, (signal, mayGoOn) => {
          const statements: Statement[] = []
          if (rows)
            statements.push({ ...prepare(rows, body ? 'json' : 'none'), mayBeLarge: mayGoOn })
          if (count) statements.push(prepare(count, 'rows'))
          return inTransaction(options.pool, identity, access, statements, { ...about, signal })
        })
        if (!outcomes) return undefined
        const found = rows && outcomes[0]
        const counted = count && outcomes.at(-1)?.rows[0]?.['total']
        const total = counted === undefined ? found?.json?.total : Number(counted)
        const text = found?.json?.body ?? ''
        release = unsent.hold(caller, sizeOf(text), c.env.outgoing)
        return { body: text, rows: found?.rowCount ?? 0, total }
      }
      try {
        // A change is not repeated, so it may always become large.
        const found = await (access === 'read' ? unsent.read(caller, query) : query(() => true))
        if (!found) throw failures.clientGone()
        return found
      } catch (error) {
        throw translate(error, identity)
      }
    },
  }
}

const sizeOf = (body: Body): number =>
  typeof body === 'string' ? body.length : body.reduce((sum, { length }) => sum + length, 0)

/** Credentials stay out of SQL, and so out of the database's logs; the claims are in request.jwt.claims. */
const CREDENTIALS = {
  authorization: undefined,
  apikey: undefined,
  cookie: undefined,
  'proxy-authorization': undefined,
}

const PREFIX = '/rest/v1'.length

function settingsOf({ env: { incoming } }: RestContext): NonNullable<RequestInfo['settings']> {
  const { method = '', url = '', headers } = incoming
  const end = url.indexOf('?')
  const path = url.slice(PREFIX, end < 0 ? undefined : end)
  return [JSON.stringify({ ...headers, ...CREDENTIALS }), method, path]
}

/**
 * Passes a signal that is aborted if the client goes away before it has the response, or if it becomes large and may
 * not: then this returns undefined.
 */
async function untilClosed<T>(
  { env: { outgoing } }: RestContext,
  mayBeLarge: () => boolean,
  work: (signal: AbortSignal, mayGoOn: () => boolean) => Promise<T>,
): Promise<T | undefined> {
  if (outgoing.destroyed) throw failures.clientGone()
  const controller = new AbortController()
  const abort = () => controller.abort()
  let isPostponed = false
  outgoing.once('close', abort)
  try {
    const result = await work(controller.signal, () => {
      isPostponed = !mayBeLarge()
      if (isPostponed) abort()
      return !isPostponed
    })
    return isPostponed ? undefined : result
  } catch (error) {
    if (outgoing.destroyed) throw failures.clientGone()
    if (isPostponed) return undefined
    throw error
  } finally {
    outgoing.off('close', abort)
  }
}

const prepare = ({ text, parameters }: Prepared, answer: 'rows' | 'json' | 'none'): Statement => ({
  text,
  values: parameters.values,
  name: names.nameOf(text),
  answer,
})

/** The response body: the single row, or all rows as an array. */
function bodyFor(shape: Shape, { body, rows }: Found): Body {
  if (shape !== 'array') {
    if (rows !== 1) throw failures.notOne(rows)
    return body
  }
  return typeof body === 'string' ? `[${body}]` : [Buffer.from('['), ...body, Buffer.from(']')]
}

/** Each chunk is forgotten when the client has taken those before it. */
function streamOf(body: readonly Buffer[], release: Call['release']): ReadableStream<Uint8Array> {
  const chunks = [...body]
  let taken = 0
  return new ReadableStream(
    {
      pull(controller) {
        release(taken)
        const chunk = chunks.shift()
        taken = chunk?.length ?? 0
        if (chunk) controller.enqueue(chunk)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}

/** A large response is released as it is sent. Plain headers and a string body take @hono/node-server's fastest path. */
export function send(
  call: Call,
  found: Found,
  shape: Shape,
  status: ContentfulStatusCode,
  headers: Record<string, string>,
): Response {
  const whole = bodyFor(shape, found)
  const all = { 'Content-Type': contentTypeOf(shape), ...headers }
  if (call.context.req.method === 'HEAD') return new Response(null, { status, headers: all })
  if (typeof whole === 'string') return new Response(whole, { status, headers: all })
  return new Response(streamOf(whole, call.release), {
    status,
    headers: { ...all, 'Content-Length': String(sizeOf(whole)) },
  })
}

/** Preference-Applied header for these preferences, if any of them was honoured. */
export function preferenceApplied(
  { preferences }: Call,
  subjects: readonly string[],
): Record<string, string> {
  const applied = preferences.applied.filter((each) => subjects.includes(each.split('=')[0] ?? ''))
  return applied.length > 0 ? { 'Preference-Applied': applied.join(', ') } : {}
}

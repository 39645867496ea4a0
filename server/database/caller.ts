import type { HttpBindings } from '@hono/node-server'
import type { Identify, Identity } from './request-transaction.ts'

export type NodeEnvironment = { Bindings: HttpBindings }

/** The parts of a Hono context that say who is calling. */
type Request = {
  env: Pick<HttpBindings, 'incoming'>
  req: { query(name: string): string | undefined }
}

/** Failures that each API reports in its own error format. */
type Refusals = {
  noApiKey: () => Error
  badApiKey: () => Error
  badToken: () => Error
  expiredToken: () => Error
  /** Refuses anonymous callers. Without it, a request without a token runs as `anon`. */
  noToken?: () => Error
}

/** Reads Node's own headers: Hono's `c.req.header()` copies all of them first. */
export function headerOf({ env }: Request, name: string): string | undefined {
  const value = env.incoming.headers[name]
  return typeof value === 'string' ? value : undefined
}

/** Undefined without an Authorization header, empty when the header holds no bearer token. */
function bearerToken(request: Request): string | undefined {
  const header = headerOf(request, 'authorization')
  return header === undefined ? undefined : (/^Bearer +(.+)$/i.exec(header)?.[1] ?? '')
}

/** Checks the API key and turns the bearer token into an identity, for every HTTP API. */
export class CallerGuard {
  readonly #anonKey: string
  readonly #identify: Identify
  readonly #refusals: Refusals

  constructor(anonKey: string, identify: Identify, refusals: Refusals) {
    this.#anonKey = anonKey
    this.#identify = identify
    this.#refusals = refusals
  }

  requireApiKey(request: Request): void {
    const key = headerOf(request, 'apikey') ?? request.req.query('apikey')
    if (key === undefined) throw this.#refusals.noApiKey()
    if (key !== this.#anonKey) throw this.#refusals.badApiKey()
  }

  async admit(request: Request): Promise<Identity> {
    this.requireApiKey(request)
    return this.identify(request)
  }

  /** Checks the token only; whether its session still exists is checked in the database. */
  async identify(request: Request): Promise<Identity> {
    const { badToken, expiredToken, noToken } = this.#refusals
    const token = bearerToken(request)
    if (!token && noToken) throw noToken()
    const identity = await this.#identify(token ?? this.#anonKey)
    if (identity === 'expired') throw expiredToken()
    if (identity === 'invalid' || (noToken && identity.role === 'anon')) throw badToken()
    return identity
  }
}

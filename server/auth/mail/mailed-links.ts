import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { givenInput } from '../../database/row-input.ts'
import { failures } from '../failures.ts'
import { newToken, tokenHash } from '../sessions/random-token.ts'

export type LinkKind = 'recovery' | 'confirmation'

/** The `type` parameter of a link, as Supabase's client expects it. */
const LINK_TYPE: Record<LinkKind, string> = { recovery: 'recovery', confirmation: 'signup' }

/** Milliseconds. */
const STEP = 200

/** Ends after a whole number of steps, so that the time does not reveal whether an account exists. */
export async function hideDuration(work: Promise<unknown>): Promise<void> {
  const begun = performance.now()
  await work
  await pause(STEP - ((performance.now() - begun) % STEP))
}

const ASKED = givenInput({
  address: 'text',
  asked_for: 'text',
  hash: 'bytea',
  target: 'text',
  event: 'text',
  link: 'text',
  client: 'text',
})

const SEND = `
  with given as materialized (select * from ${ASKED.sql}),
  asked as (insert into auth.mail_requests default values),
  known as (
    select users.id, users.email, given.* from given
    join auth.users on lower(users.email) = lower(given.address)
    where asked_for = 'recovery' or email_confirmed_at is null
  ),
  recorded as materialized (
    select private.record_event('reset_requested', id, null, client) from known
    where asked_for = 'recovery'
  ),
  linked as (
    insert into auth.one_time_tokens (token_hash, user_id, kind, redirect_to, expires_at)
    select hash, id, asked_for, target, clock_timestamp() + interval '1 hour' from known
  )
  select private.queue_mail(event, email, asked_for, jsonb_build_object('link', link)),
    (select count(*) from recorded) from known`

/** One-time links sent by mail, for recovery and confirmation. */
export class MailedLinks {
  readonly #pool: Pool
  readonly #site: () => string

  constructor(pool: Pool, site: () => string) {
    this.#pool = pool
    this.#site = site
  }

  /** Does the same work for unknown addresses, except that no mail is queued: see hideDuration. */
  async send(kind: LinkKind, email: string, redirectTo: string, client: string): Promise<void> {
    const token = newToken()
    const link = new URL('/auth/v1/verify', this.#site())
    link.search = String(
      new URLSearchParams({ token, type: LINK_TYPE[kind], redirect_to: redirectTo }),
    )
    const hash = tokenHash(token)
    const sent = this.#pool.query(SEND, [
      ASKED.value({
        address: email,
        asked_for: kind,
        hash,
        target: redirectTo,
        event: `link:${hash.slice(2)}`,
        link: link.href,
        client,
      }),
    ])
    await sent
  }

  async redeem(kind: LinkKind, token: string): Promise<{ userId: string; redirectTo: string }> {
    const { rows } = await this.#pool.query<{ owner: string | null; redirect_to: string }>(
      'select owner, redirect_to from auth.redeem($1, $2)',
      [tokenHash(token), kind],
    )
    const found = rows[0]
    if (!found?.owner) throw failures.linkExpired()
    return { userId: found.owner, redirectTo: found.redirect_to }
  }
}

/** Equivalent names of the local machine. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

function originOf(address: string): string | undefined {
  // Browsers and URL parsers disagree on backslashes, whitespace and control characters.
  if (!URL.canParse(address) || /[\\\s\p{Cc}]/u.test(address)) return undefined
  const { protocol, origin, username, password } = new URL(address)
  if (protocol !== 'http:' && protocol !== 'https:') return undefined
  return username || password ? undefined : origin
}

/** Redirect target of a mailed link: the requested URL if its origin is allowed, otherwise the site. */
export function safeRedirect(
  requested: string | undefined,
  site: string,
  allowed: readonly string[],
): string {
  const origin = requested === undefined ? undefined : originOf(requested)
  if (!requested || !origin) return `${site}/`
  const origins = new Set([
    new URL(site).origin,
    ...allowed.map((address) => new URL(address).origin),
  ])
  const { protocol, hostname, port } = new URL(site)
  if (LOOPBACK.includes(hostname)) {
    for (const name of LOOPBACK) origins.add(`${protocol}//${name}${port && `:${port}`}`)
  }
  return origins.has(origin) ? requested : `${site}/`
}

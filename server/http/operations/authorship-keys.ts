import type { Hono } from 'hono'
import type { AuthorshipKeys } from '../../../contract/authorship.ts'
import type { Environment } from '../request-context.ts'

/** The public keys of the signatures in authorship records: the present one first, then former ones. */
export function authorshipKeys(app: Hono<Environment>, { keys }: AuthorshipKeys): void {
  app.get('/.well-known/authorship-keys.json', (c) =>
    c.json({ keys: keys.map(({ id, publicKey }) => ({ id, publicKey })) } satisfies AuthorshipKeys),
  )
}

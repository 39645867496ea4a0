import type { Pool } from 'pg'
import type { Identify } from '../../database/request-transaction.ts'
import type { Connection } from './connection.ts'
import type { Connections } from './connections.ts'
import { Refusal } from '../wire/wire.ts'
import { lookUpSessions } from './session-watch.ts'

type Parts = { pool: Pool; identify: Identify; connections: Connections }

const REFUSED = {
  expired: 'The access token has expired.',
  invalid: 'The access token is not valid.',
}

/** Verifies the token and binds the socket to its account, or throws a Refusal. */
export async function admit(
  { pool, identify, connections }: Parts,
  connection: Connection,
  token: string | null | undefined,
): Promise<void> {
  const identity = token ? await identify(token) : undefined
  if (typeof identity === 'string') throw new Refusal(REFUSED[identity])
  const sessionId = identity?.sessionId
  const id = identity?.claims['sub']
  if (!identity || !sessionId || typeof id !== 'string') {
    throw new Refusal('Sign in first.')
  }
  const known = connection.person
  if (known?.sessionId === sessionId && known.id === id && known.approved) {
    known.identity = identity
    return
  }
  const session = (await lookUpSessions(pool, [sessionId])).get(sessionId)
  if (session?.userId !== id) throw new Refusal('The session has ended.')
  if (!session.approved) throw new Refusal('The account is not approved.')
  connections.assign(connection, { id, sessionId, identity, approved: session.approved })
}

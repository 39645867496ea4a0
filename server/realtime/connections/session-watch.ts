import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Connections } from './connections.ts'
import { guarded } from '../../common/guarded.ts'
import { CLOSE } from '../wire/wire.ts'
import { dismiss } from '../wire/system-message.ts'

type Session = { userId: string; approved: boolean }

/**
 * Finds which sessions still exist and whether their accounts are approved, in one query. A session that
 * still has to show a second factor counts as not approved, as in `private.is_approved()`.
 */
export async function lookUpSessions(
  pool: Pool,
  ids: readonly string[],
): Promise<Map<string, Session>> {
  const { rows } = await pool.query<Session & { id: string }>({
    name: 'realtime_sessions',
    text: `select sessions.id, sessions.user_id as "userId",
        coalesce(profiles.approved, false) and (sessions.aal = 'aal2' or not exists (
          select from auth.mfa_factors as factor
          where factor.user_id = sessions.user_id and factor.status = 'verified'
        )) as approved
      from auth.sessions left join public.profiles on profiles.id = sessions.user_id
      where sessions.id = any ($1::uuid[])`,
    values: [ids],
  })
  return new Map(rows.map((row) => [row.id, row]))
}

/** Lets the event about the restriction arrive before the socket closes. */
const CLOSE_TIMEOUT = 500

function dismissExpired(connections: Connections): void {
  for (const connection of connections.all) {
    if (connection.isExpired) dismiss(connection, CLOSE.tokenExpired)
  }
}

/** Closes sockets whose user signed out, was restricted, has an expired token or never joined. */
async function checkSessions(pool: Pool, connections: Connections): Promise<void> {
  connections.closeLateComers()
  dismissExpired(connections)
  const people = [...connections.all].flatMap((connection) =>
    connection.person ? [{ connection, person: connection.person }] : [],
  )
  if (people.length === 0) return
  const ids = new Set(people.map(({ person }) => person.sessionId))
  const sessions = await lookUpSessions(pool, [...ids])
  for (const { connection, person } of people) {
    // The socket got another account or a newer token during the query.
    if (connection.person !== person) continue
    const session = sessions.get(person.sessionId)
    if (session?.userId !== person.id) {
      dismiss(connection, CLOSE.sessionEnded)
      continue
    }
    if (person.approved && !session.approved) {
      const end = guarded(
        () => dismiss(connection, CLOSE.restricted),
        () => connection.terminate(),
      )
      setTimeout(end, CLOSE_TIMEOUT).unref()
    }
    person.approved = session.approved
  }
}

/** Checks sessions at an interval, one check at a time; a failed check is retried at the next tick. */
export function watchSessions(
  pool: Pool,
  connections: Connections,
  milliseconds: number,
  log: Logger,
): NodeJS.Timeout {
  let isChecking = false
  const check = async () => {
    if (isChecking) return
    isChecking = true
    try {
      await checkSessions(pool, connections)
    } catch (error) {
      log.warn({ err: error }, 'checking the sessions of sockets failed')
    } finally {
      isChecking = false
    }
  }
  return setInterval(() => void check(), milliseconds).unref()
}

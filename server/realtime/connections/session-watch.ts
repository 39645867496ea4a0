import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { Connections } from './connections.ts'
import { CLOSE } from '../wire/refusal.ts'
import { lookUpSessions } from './sessions.ts'
import { dismiss } from '../wire/system-message.ts'

/** So that the event that says so arrives before the socket goes. */
const FAREWELL_MILLISECONDS = 500

function dismissExpired(connections: Connections): void {
  for (const connection of connections.all) {
    if (connection.isExpired) dismiss(connection, CLOSE.tokenExpired)
  }
}

/** Closes the sockets of whoever is signed out, restricted, expired or never joined. */
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
    // Meanwhile it became somebody else's, or a newer look came first.
    if (connection.person !== person) continue
    const session = sessions.get(person.sessionId)
    if (session?.userId !== person.id) {
      dismiss(connection, CLOSE.sessionEnded)
      continue
    }
    if (person.approved && !session.approved) {
      setTimeout(() => dismiss(connection, CLOSE.restricted), FAREWELL_MILLISECONDS).unref()
    }
    person.approved = session.approved
  }
}

/** Looks every so often, one look at a time; a database that does not answer is asked again. */
export function watchSessions(
  pool: Pool,
  connections: Connections,
  milliseconds: number,
  log: Logger,
): NodeJS.Timeout {
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      await checkSessions(pool, connections)
    } catch (error) {
      log.warn({ err: error }, 'the sessions of the sockets could not be checked')
    } finally {
      isLooking = false
    }
  }
  return setInterval(() => void look(), milliseconds).unref()
}

import type { Query } from '@tanstack/react-query'
import { profileKeys, profileQuery } from '../features/auth/api/profile.ts'
import { recoveryKeys } from '../features/auth/api/recovery.ts'
import { startSession } from '../features/auth/session.ts'
import { depart } from '../lib/departure.ts'
import { savedScriptsQuery } from '../features/scripts/api/saved-scripts.ts'
import { logError } from '../lib/log.ts'
import { pause } from '../lib/pause.ts'
import { queryClient } from '../lib/query-client.ts'
import { connect } from '../lib/supabase.ts'
import { messages } from '../messages.ts'
import { showToast } from '../ui/toast.ts'

const RETRY_EVERY = 2_000

/** All but the link of a recovery, which is its own proof and may be another person's. */
const belongsToPerson = ({ queryKey }: Query) => queryKey[0] !== recoveryKeys.all[0]

/** What the guard and then the page will ask for is on its way while their code still comes. */
async function askAhead(userId: string): Promise<void> {
  const scripts = savedScriptsQuery(userId)
  const opensDashboard = window.location.pathname === '/dashboard'
  await Promise.all([
    opensDashboard && queryClient.prefetchInfiniteQuery(scripts),
    queryClient.prefetchQuery(profileQuery(userId)),
  ])
  const profile = queryClient.getQueryData(profileQuery(userId).queryKey)
  // Who is not approved is shown an empty list: it must not be there still when they are.
  if (!profile?.approved) queryClient.removeQueries(scripts)
}

/**
 * Finds the server, however long that takes, then the session, then what its page shows first. Pages
 * show a spinner meanwhile.
 */
export async function begin(): Promise<void> {
  let ahead: Promise<void> | undefined
  for (let failures = 0; ; failures += 1) {
    try {
      await connect()
      break
    } catch (error) {
      // Once: the next tries are the same to whoever waits.
      if (failures === 0) {
        logError(messages.connecting.failed, error)
        showToast({ title: messages.connecting.failed, kind: 'error' })
      }
      await pause(RETRY_EVERY)
    }
  }
  try {
    await startSession({
      onChange: () => void queryClient.invalidateQueries({ queryKey: profileKeys.all }),
      onArrive: (userId) => {
        ahead = askAhead(userId)
      },
      // The next person at this browser sees nothing of the last one's.
      onLeave: () => {
        depart()
        queryClient.removeQueries({ predicate: belongsToPerson })
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const { sessionErrorTitle, sessionError } = messages.auth
    showToast({ title: sessionErrorTitle, message: sessionError(reason), kind: 'error' })
  }
  await ahead
}

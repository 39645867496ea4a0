import type { Query } from '@tanstack/react-query'
import { profileKeys } from '../features/auth/api/profile.ts'
import { recoveryKeys } from '../features/auth/api/recovery.ts'
import { startSession } from '../features/auth/state/session.ts'
import { clearUserState } from '../lib/user-state.ts'
import { logError } from '../lib/log.ts'
import { pause } from '../lib/pause.ts'
import { queryClient } from '../lib/backend/query-client.ts'
import { connect } from '../lib/backend/supabase.ts'
import { messages } from '../messages.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { askAhead } from './ask-ahead.ts'

const RETRY_EVERY = 2_000

/** All but the link of a recovery, which is its own proof and may be another person's. */
const belongsToPerson = ({ queryKey }: Query) => queryKey[0] !== recoveryKeys.all[0]

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
      onSignIn: (userId) => {
        ahead = askAhead(userId)
      },
      // The next person at this browser sees nothing of the last one's.
      onSignOut: () => {
        clearUserState()
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

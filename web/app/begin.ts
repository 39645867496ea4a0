import type { Query } from '@tanstack/react-query'
import { profileKeys } from '../features/auth/api/profile.ts'
import { recoveryKeys } from '../features/auth/api/recovery.ts'
import { startSession, verifySession } from '../features/auth/state/session.ts'
import { onSessionRefused, queryClient } from '../lib/backend/query-client.ts'
import { connect } from '../lib/backend/supabase.ts'
import { reasonOf } from '../error-text.ts'
import { logError } from '../lib/log.ts'
import { pause } from '../lib/timing/pause.ts'
import { clearUserState } from '../lib/user-state.ts'
import { messages } from '../messages/first.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { eraseTexts } from './left-texts.ts'

const RETRY_EVERY = 2_000

/** All queries except that of the recovery link, which needs no session and may be for another account. */
const belongsToUser = ({ queryKey }: Query) => queryKey[0] !== recoveryKeys.all[0]

/** Retries until the server responds; only the first failure is shown. */
async function connectWithRetry(): Promise<void> {
  for (let failures = 0; ; failures += 1) {
    try {
      await connect()
      return
    } catch (error) {
      if (failures === 0) {
        logError(messages.connecting.failed, error)
        showToast({ title: messages.connecting.failed, kind: 'error' })
      }
      await pause(RETRY_EVERY)
    }
  }
}

async function begin(): Promise<void> {
  await connectWithRetry()
  onSessionRefused(() => void verifySession())
  try {
    await startSession({
      onChange: () => void queryClient.invalidateQueries({ queryKey: profileKeys.all }),
      // The next user of this browser must see nothing of this one.
      onSignOut: ({ userId, isUserInitiated }) => {
        const cleared = clearUserState()
        // If the session only expired, keep the text that the server does not have yet.
        if (isUserInitiated) void eraseTexts(userId, cleared)
        queryClient.removeQueries({ predicate: belongsToUser })
      },
    })
  } catch (error) {
    const { sessionErrorTitle, sessionError } = messages.auth
    showToast({ title: sessionErrorTitle, message: sessionError(reasonOf(error)), kind: 'error' })
  }
}

/** Resolves once it is known whether somebody is signed in. */
export const sessionKnown = begin()

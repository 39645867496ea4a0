import type { Query } from '@tanstack/react-query'
import { profileKeys } from '../features/auth/api/profile.ts'
import { recoveryKeys } from '../features/auth/api/recovery.ts'
import {
  endSession,
  isSignOutExpected,
  renewToken,
  startSession,
  verifySession,
} from '../features/auth/state/session.ts'
import { followTokens } from '../lib/backend/fresh-token.ts'
import { onSessionRefused, queryClient } from '../lib/backend/query-client.ts'
import { RequestError } from '../lib/backend/request-error.ts'
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

const hasRefusedSession = ({ state: { error } }: Query) =>
  error instanceof RequestError && error.isSessionOver

const { sessionErrorTitle, sessionError } = messages.auth
const showSessionError = (reason: string) =>
  showToast({ title: sessionErrorTitle, message: sessionError(reason), kind: 'error' })

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
  followTokens({
    renew: renewToken,
    onEnded: (message) => {
      // Whoever signs out with a session that is over gets what they want.
      if (isSignOutExpected()) return
      showSessionError(message === '' ? messages.auth.sessionEnded : message)
      void endSession()
    },
  })
  try {
    await startSession({
      onChange: () => {
        void queryClient.invalidateQueries({ queryKey: profileKeys.all })
        // With a new token these may succeed.
        void queryClient.invalidateQueries({ predicate: hasRefusedSession })
      },
      // The next user of this browser must see nothing of this one.
      onSignOut: ({ userId, isUserInitiated }) => {
        const cleared = clearUserState()
        // If the session only expired, keep the text that the server does not have yet.
        if (isUserInitiated) void eraseTexts(userId, cleared)
        queryClient.removeQueries({ predicate: belongsToUser })
      },
    })
  } catch (error) {
    // A refused session has said so already.
    if (error instanceof RequestError && error.isSessionOver) return
    showSessionError(reasonOf(error))
  }
}

/** Resolves once it is known whether somebody is signed in. */
export const sessionKnown = begin()

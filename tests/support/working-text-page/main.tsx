import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useCallback, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionKnown } from '../../../web/app/begin.ts'
import { SignOutQuestion } from '../../../web/features/auth/components/sign-out-question.tsx'
import { useSession } from '../../../web/features/auth/state/session.ts'
import { useSignOut } from '../../../web/features/auth/state/use-sign-out.ts'
import { NOT_LOADED } from '../../../web/features/working-text/synced-text.ts'
import { hasUnsentText, useWorkingText } from '../../../web/features/working-text/working-text.ts'
import { queryClient } from '../../../web/lib/backend/query-client.ts'
import { RequestError } from '../../../web/lib/backend/request-error.ts'
import { TextArea } from './text-area.tsx'

const workId = new URLSearchParams(window.location.search).get('work')

const codeOf = (error: unknown) =>
  error instanceof RequestError ? error.message || error.code : error ? 'other' : null

/** A plain text area bound to the working text, in place of the editor's page. */
function Page({ userId }: { userId: string }) {
  const { workingText } = useWorkingText(userId, workId)
  // Subscribes to the text itself: the state from `useWorkingText` is debounced and ignores some changes.
  const state = useSyncExternalStore(
    useCallback(
      (listener: () => void) => workingText?.subscribe(listener) ?? (() => undefined),
      [workingText],
    ),
    () => workingText?.snapshot() ?? NOT_LOADED,
  )
  const { signOut, question } = useSignOut()
  const { text, overlap, error, ...rest } = state
  const shown = { ...rest, error: codeOf(error), hasUnsent: hasUnsentText(userId) }
  return (
    <main>
      <TextArea
        text={text}
        isDisabled={!state.isLoaded}
        onText={(next, isPasted) => workingText?.replace(next, isPasted ? 'pasted' : 'typed')}
      />
      <output aria-label="State">{JSON.stringify(shown)}</output>
      {overlap &&
        (['mine', 'theirs'] as const).map((side) => (
          <button key={side} onClick={() => workingText?.resolveOverlap(overlap[side])}>
            Use {side}
          </button>
        ))}
      <button onClick={() => signOut()}>Log out</button>
      <SignOutQuestion question={question} />
    </main>
  )
}

function SignedIn() {
  const session = useSession()
  return session.status === 'signedIn' ? <Page userId={session.userId} /> : <p>Signed out</p>
}

await sessionKnown
const root = document.getElementById('root')
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <SignedIn />
      </QueryClientProvider>
    </StrictMode>,
  )

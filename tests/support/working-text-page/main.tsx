import { type InputEvent, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { sessionKnown } from '../../../web/app/begin.ts'
import { signOut } from '../../../web/features/auth/api/sign-out.ts'
import { expectSignOut, useSession } from '../../../web/features/auth/state/session.ts'
import {
  hasUnsentText,
  sendUnsentText,
  useWorkingText,
} from '../../../web/features/working-text/working-text.ts'
import { RequestError } from '../../../web/lib/backend/request-error.ts'

const workId = new URLSearchParams(window.location.search).get('work')

const codeOf = (error: unknown) =>
  error instanceof RequestError ? error.message || error.code : error ? 'other' : null

async function logOut(userId: string): Promise<void> {
  await sendUnsentText(userId)
  expectSignOut()
  await signOut()
}

/** A plain text area on the working text: the page of the editor does not exist yet. */
function Page({ userId }: { userId: string }) {
  const { state, workingText } = useWorkingText(userId, workId)
  const onInput = (event: InputEvent<HTMLTextAreaElement>) => {
    const isPasted = event.nativeEvent.inputType === 'insertFromPaste'
    workingText?.replace(event.currentTarget.value, isPasted ? 'pasted' : 'typed')
  }
  const { text, overlap, error, ...rest } = state
  return (
    <main>
      <label>
        Script page
        <textarea value={text} disabled={!state.isLoaded} onInput={onInput} onChange={() => {}} />
      </label>
      <output aria-label="State">{JSON.stringify({ ...rest, error: codeOf(error) })}</output>
      <output aria-label="Unsent">{String(hasUnsentText(userId))}</output>
      {overlap &&
        (['mine', 'theirs'] as const).map((side) => (
          <button key={side} onClick={() => workingText?.resolveOverlap(overlap[side])}>
            Use {side}
          </button>
        ))}
      <button onClick={() => void logOut(userId)}>Log out</button>
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
      <SignedIn />
    </StrictMode>,
  )

import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router'
import { reasonOf } from '../../error-text.ts'
import { isId } from '../../lib/ids.ts'
import { messages } from '../../messages.ts'
import { report } from '../../ui/feedback/failures.ts'
import { showToast, type Toast } from '../../ui/feedback/toast.ts'
import { COLLECTION } from '../scripts/collection/shown-scripts.ts'

const { chat, editor } = messages

/** The script can be edited without its conversation, so this is only reported. */
export function useConversationFailure(error: Error | null, place?: string): void {
  const reason = error && chat.loadFailed(reasonOf(error))
  useEffect(() => {
    if (!reason) return
    const failure: Toast = {
      title: chat.errorTitle,
      message: reason,
      kind: 'error',
      isSpecified: true,
    }
    if (place) report(place, failure)
    else showToast(failure)
  }, [reason, place])
}

/**
 * Without its script the editor has nothing to show: reports why and goes to the dashboard. `isClosed` is asked about a
 * missing one first: it may have been no more than a conversation, which was deleted.
 */
export function useScriptFailure(
  missingId: string | null,
  error: Error | null,
  isClosed: () => Promise<boolean>,
): void {
  const navigate = useNavigate()
  const fail = useEffectEvent(async (signal: AbortSignal) => {
    if (missingId !== null && (await isClosed().catch(() => false))) return
    if (signal.aborted) return
    report(COLLECTION, { ...scriptFailure(missingId, error), kind: 'error', isSpecified: true })
    void navigate('/dashboard', { replace: true })
  })
  useEffect(() => {
    if (missingId === null && !error) return undefined
    const left = new AbortController()
    void fail(left.signal)
    return () => left.abort()
  }, [missingId, error])
}

function scriptFailure(missingId: string | null, error: Error | null) {
  if (error) return { title: editor.loadErrorTitle, message: editor.loadFailed(reasonOf(error)) }
  // An address that names no script at all, such as a link that was cut off.
  if (missingId !== null && !isId(missingId)) return { title: editor.notFoundTitle }
  return { title: editor.loadErrorTitle, message: editor.loadMissing }
}

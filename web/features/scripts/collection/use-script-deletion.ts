import { useCallback, useState } from 'react'
import { reasonOf } from '../../../error-text.ts'
import { RequestError } from '../../../lib/backend/request-error.ts'
import { SIGNED_OUT } from '../../../lib/backend/require-session.ts'
import { collectionMessages as words } from '../../../messages/collection.ts'
import { messages } from '../../../messages.ts'
import { report } from '../../../ui/feedback/failures.ts'
import { useDeleteScript } from '../api/change-script.ts'
import type { Deletion, SavedScript } from '../api/saved-scripts.ts'
import { COLLECTION } from './shown-scripts.ts'

const { dashboard } = messages

export function deletionFailure(error: unknown): string {
  if (error instanceof RequestError && error.code === SIGNED_OUT) return dashboard.notLoggedIn
  const reason = reasonOf(error)
  const reasons: Record<string, string> = dashboard.deleteReasons
  return dashboard.deleteFailed(reasons[reason] ?? reason)
}

function showFailure(error: unknown): string {
  const message = deletionFailure(error)
  report(COLLECTION, {
    title: dashboard.deleteFailedTitle,
    message,
    kind: 'error',
    isSpecified: true,
  })
  return message
}

/** Deletes after confirmation. The cards disappear at once and come back if the server refuses. */
export function useScriptDeletion(userId: string, onDeleted: () => void) {
  const [asked, setAsked] = useState<readonly SavedScript[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const [withChats, setWithChats] = useState(false)
  const { mutateAsync } = useDeleteScript(userId)

  const ask = useCallback((scripts: readonly SavedScript[]) => {
    setAsked(scripts)
    setWithChats(false)
    setIsOpen(true)
  }, [])

  async function remove(deletion: Deletion): Promise<void> {
    const count = deletion.scriptIds.length
    try {
      await mutateAsync(deletion)
      onDeleted()
      report(COLLECTION, {
        title: count === 1 ? dashboard.deletedTitle : words.deletedTitle,
        message: count === 1 ? dashboard.deleted : words.deleted(count),
        kind: 'success',
      })
    } catch (error) {
      showFailure(error)
    }
  }

  return {
    asked,
    isOpen,
    setIsOpen,
    withChats,
    setWithChats,
    ask,
    /** Resolves at once, which closes the dialog; a failure is reported above the cards. */
    async confirm(): Promise<void> {
      const scriptIds = asked.map(({ id }) => id)
      if (scriptIds.length > 0) void remove({ scriptIds, withChats })
    },
    showFailure,
  }
}

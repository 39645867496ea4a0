import { reasonOf } from '../../error-text.ts'
import { historyMessages } from '../../messages/history.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { restoreVersion, undoRestore } from './api/history.ts'

const words = historyMessages

export type Restoring = {
  workId: string
  /** Resolves when the server has everything that was typed. */
  beforeRestore: () => Promise<void>
  /** Resolves when the restored text is shown. */
  afterRestore: () => Promise<void>
}

/** Makes a version the current text. On the page that can be undone like any change, and by the message too. */
export async function restore(versionId: string, restoring: Restoring): Promise<void> {
  const { workId, beforeRestore, afterRestore } = restoring
  await beforeRestore()
  const number = await restoreVersion(versionId)
  await afterRestore()

  async function undo(): Promise<void> {
    try {
      await beforeRestore()
      await undoRestore(workId, number)
      await afterRestore()
      showToast({ title: words.undoneTitle, message: words.undone, kind: 'success' })
    } catch (error) {
      const message = words.restoreFailed(reasonOf(error))
      showToast({ title: words.restoreFailedTitle, message, kind: 'error' })
    }
  }
  showToast({
    title: words.restoredTitle,
    message: words.restored,
    kind: 'success',
    action: { label: words.undo, run: () => void undo() },
  })
}

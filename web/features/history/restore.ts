import { reasonOf } from '../../error-text.ts'
import { historyMessages } from '../../messages/history.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { restoreVersion, undoRestore } from './api/history.ts'

const words = historyMessages

export type Restoring = {
  workId: string
  /** Has the server change the text once it has everything that was typed; resolves when the result is shown. */
  changeText: <Result>(change: () => Promise<Result>) => Promise<Result>
}

/** Makes a version the current text, which can be undone on the page like any change, or in the toast. */
export async function restore(versionId: string, restoring: Restoring): Promise<void> {
  const { workId, changeText } = restoring
  const number = await changeText(() => restoreVersion(versionId))

  async function undo(): Promise<void> {
    try {
      await changeText(() => undoRestore(workId, number))
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

import { useState } from 'react'
import { TITLE_CHARACTERS } from '../../../contract/limits.ts'
import { newId } from '../../lib/ids.ts'
import { useControl } from '../../lib/use-control.ts'
import { RequestError } from '../../lib/backend/request-error.ts'
import { messages } from '../../messages.ts'
import { showToast, takeBackToasts } from '../../ui/feedback/toast.ts'
import {
  SCRIPT_CHANGED,
  SCRIPT_MISSING,
  useSaveScript,
  saveFailure,
} from '../scripts/api/save-script.ts'
import { readScript, type StoredScript } from '../scripts/api/script.ts'
import { promptOwner, movePrompt } from './drafts.ts'
import { type Question, titleOverlaps, titleState } from './open-document.ts'
import { type DocumentText, TEXT_MISSING } from './document-text.ts'
import { textOf } from './text/changes.ts'
import type { DocumentControl } from './use-open-document.ts'

const { editor } = messages

const READ_TIMEOUT = 30_000

type SaveMode = 'as read' | 'overwrite' | 'keep both' | 'as new'

type Work = {
  userId: string
  document: DocumentControl
  script: StoredScript | null
  title: string
  text: DocumentText
  onSaved: () => void
  mutateAsync: ReturnType<typeof useSaveScript>['mutateAsync']
}

const takeBackFailure = () => takeBackToasts(editor.saveErrorTitle)

const isRefusal = (error: unknown, message: string): boolean =>
  error instanceof RequestError && error.message === message

function questionFor(error: unknown): Question | null {
  if (isRefusal(error, SCRIPT_CHANGED)) return 'changed elsewhere'
  const isMissing = isRefusal(error, SCRIPT_MISSING) || isRefusal(error, TEXT_MISSING)
  return isMissing ? 'deleted elsewhere' : null
}

function copyTitle(title: string): string {
  const room = TITLE_CHARACTERS - editor.copyOf('').length
  return editor.copyOf(Array.from(title.trim()).slice(0, room).join('').trimEnd())
}

/** `creationKey`: that of the document when it began. */
type Begun = Work & { creationKey: string }

/** Saves over what was read, or over anything. */
function saveOver(work: Begun, mode: SaveMode, target: StoredScript | null, title: string) {
  const { text, document, creationKey, mutateAsync } = work
  return mutateAsync({
    title,
    text: async (isStale) => {
      if (isStale) await text.refresh()
      const { doc, revision } = await text.storedBase()
      return { text: textOf(doc), revision }
    },
    scriptId: target?.id ?? null,
    conversationId: document.conversationId,
    workId: text.workId,
    expectedUpdatedAt: mode === 'overwrite' ? null : (target?.updatedAt ?? null),
    creationKey,
  })
}

/** Also over what was saved elsewhere: the text is merged already, so only the title may conflict. */
async function saveText(work: Begun, mode: SaveMode) {
  const { userId, script, title, text, document } = work
  const { typedTitle } = document.latestState()
  try {
    return await saveOver(work, mode, script, title)
  } catch (error) {
    if (!script || mode !== 'as read' || !isRefusal(error, SCRIPT_CHANGED)) throw error
    // Not cached: if the titles conflict, the next save has to detect that again.
    const theirs = await readScript(userId, script.id, AbortSignal.timeout(READ_TIMEOUT))
    if (!theirs || titleOverlaps(typedTitle, script, theirs)) throw error
    const merged = titleState(document.latestState(), theirs, text.latest())
    return saveOver(work, mode, theirs, merged.title)
  }
}

const saveCopy = ({ title, text, document, creationKey, mutateAsync }: Begun, mode: SaveMode) =>
  mutateAsync({
    title: mode === 'keep both' ? copyTitle(title) : title,
    text: async () => ({ text: text.latest(), revision: null }),
    scriptId: null,
    conversationId: document.conversationId,
    workId: newId(),
    expectedUpdatedAt: null,
    creationKey,
  })

/** Saves the open document. */
class SaveControl {
  #work: Work
  #isOpen = false

  constructor(work: Work) {
    this.#work = work
  }

  setAround(work: Work): void {
    this.#work = work
  }

  start(): () => void {
    this.#isOpen = true
    // What failed for want of a connection is stored as soon as there is one.
    window.addEventListener('online', takeBackFailure)
    return () => {
      this.#isOpen = false
      window.removeEventListener('online', takeBackFailure)
    }
  }

  /** Returns whether it is saved. In a conflict, or if the script was deleted elsewhere, the user decides. */
  readonly save = async (mode: SaveMode = 'as read'): Promise<boolean> => {
    const { script, title, document } = this.#work
    const { latestState, act, conversationId } = document
    const { documentId, isSaving, creationKey } = latestState()
    if (isSaving) return false
    const work = { ...this.#work, creationKey }
    act({ type: 'save started' })
    takeBackFailure()
    const isCopy = mode === 'keep both' || mode === 'as new'
    try {
      const { id, workId } = await (isCopy ? saveCopy(work, mode) : saveText(work, mode))
      work.onSaved()
      const { documentId: openId, scriptId } = latestState()
      const isMoving = this.#isOpen && openId === documentId && scriptId !== id
      if (isMoving)
        movePrompt(
          work.userId,
          promptOwner({ scriptId, conversationId }),
          promptOwner({ scriptId: id, conversationId }),
        )
      const next = { conversationId, scriptId: id, workId, creationKey: newId() }
      act({ type: 'saved', documentId, title, ...next })
      if (isMoving) document.updateAddress()
      showToast({ title: editor.savedTitle, message: editor.savedText, kind: 'success' })
      return true
    } catch (error) {
      const question = questionFor(error)
      // The line in the header says that what was written is kept.
      if (question !== 'changed elsewhere') showToast(saveFailure(error))
      const isAsked = question === 'changed elsewhere' || (!isCopy && script !== null)
      act({ type: 'save failed', documentId, question: isAsked ? question : null })
      return false
    }
  }
}

export function useSaving(opened: Omit<Work, 'mutateAsync'>): SaveControl['save'] {
  const { mutateAsync } = useSaveScript()
  const work = { ...opened, mutateAsync }
  const [control] = useState(() => new SaveControl(work))
  useControl(control, work)
  return control.save
}

import { Suspense, useCallback, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { sidePanel } from '../../document/side-panel.ts'
import { NO_NOTES } from '../../notes/notes-context.ts'
import type { ScopeControl } from './use-scope.ts'

const NotesLink = lazyExtra(async () => (await import('../../notes/notes-link.ts')).NotesLink)

const phone = () => window.matchMedia('(max-width: 40rem)')
const isNarrow = () => phone().matches

/** The notes on the open text, whose code is loaded after the editor. `isShown`: nothing else covers it. */
export function useEditorNotes({ onPage, suggest }: ScopeControl, isShown: boolean) {
  const onPrompt = useCallback(
    (text: string) => {
      if (sidePanel.covers || isNarrow()) sidePanel.hide()
      suggest(text)
    },
    [suggest],
  )
  const [notes, setNotes] = useState(NO_NOTES)
  const link = (
    <Suspense>
      <NotesLink
        isShown={isShown}
        onPage={onPage}
        onPrompt={onPrompt}
        isNarrow={isNarrow}
        onNotes={setNotes}
      />
    </Suspense>
  )
  return { notes, link }
}

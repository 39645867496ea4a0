import type { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { type PageSetup, readPageSetup, setPageSetup } from '../../../../screenplay/layout.ts'
import { messages } from '../../../messages.ts'
import { pageMessages } from '../../../messages/page.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Dialog, DialogActions, DialogClose, DialogContent } from '../../../ui/overlay/dialog.tsx'
import { changesOf } from '../../document/text/changes.ts'
import { screenplayOf } from '../editor/typing/edits.ts'
import { PageSetupForm } from './page-setup-form.tsx'

const words = pageMessages.pageSetup

type PageSetupDialogProps = {
  view: EditorView
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** How the script is printed. The page behind shows every change at once. */
export function PageSetupDialog({ view, isOpen, onOpenChange }: PageSetupDialogProps) {
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        title={words.title}
        description={words.description}
        closeLabel={messages.common.close}
        // Beside the page, which is not dimmed. A focused field scrolls to above the sticky button.
        className="scroll-pb-24 desk:right-6 desk:left-auto desk:translate-x-0"
        overlayClassName="desk:bg-transparent"
      >
        <EditedSetup view={view} />
        <DialogActions className="sticky -bottom-6 z-10 -mb-6 border-t border-line bg-sheet py-3">
          <DialogClose asChild>
            <Button variant="primary">{words.done}</Button>
          </DialogClose>
        </DialogActions>
      </DialogContent>
    </Dialog>
  )
}

/** Makes each change an edit of the title page, which is stored, sent and undone with the text. */
function EditedSetup({ view }: { view: EditorView }) {
  const [setup, setSetup] = useState(() => readPageSetup(screenplayOf(view.state)))
  function edit(next: PageSetup): void {
    const { state } = view
    const changes = state.changes(changesOf(setPageSetup(screenplayOf(state), next)))
    // Keeps the cursor below the title page, which would show as text with the cursor in it.
    const selection = state.selection.map(changes, 1)
    view.dispatch({ changes, selection, userEvent: 'input' })
    setSetup(readPageSetup(screenplayOf(view.state)))
  }
  return <PageSetupForm setup={setup} onSetup={edit} />
}

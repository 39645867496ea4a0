import type { EditorView } from '@codemirror/view'
import { type FormEvent, useMemo, useState } from 'react'
import { characterNames, renameCharacter } from '../../../../screenplay/editing.ts'
import type { PageBreak } from '../../../../screenplay/layout.ts'
import {
  compareNumbers,
  type ProductionNumber,
  readNumber,
} from '../../../../screenplay/production.ts'
import { setTitleEntries, titleEntries } from '../../../../screenplay/model.ts'
import { messages } from '../../../messages.ts'
import { showToast } from '../../../ui/feedback/toast.ts'
import { changesOf } from '../../document/text/changes.ts'
import { screenplayOf, jump } from '../editor/typing/edits.ts'
import { pageRows } from '../editor/rows/page-rows.ts'
import { CommandPalette, type PaletteCommand } from '../panels/command-palette.tsx'
import { PageSetupDialog } from '../page-setup/page-setup-dialog.tsx'
import { TitlePageForm } from '../panels/title-page-form.tsx'
import { RenameCharacter, type Renaming } from './rename-character.tsx'
import type { Part } from '../shown-as.ts'
import { Field } from '../../../ui/form/field.tsx'
import { Input } from '../../../ui/form/input.tsx'
import { Dialog, FormActions, DialogContent } from '../../../ui/overlay/dialog.tsx'

const { rename } = messages.pageView

const { goTo } = messages.pageView

type GoToPageProps = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** The number of the last page. */
  last: string
  onPage: (page: ProductionNumber) => void
}

function GoToPage({ isOpen, onOpenChange, last, onPage }: GoToPageProps) {
  const [typed, setTyped] = useState('')
  const page = readNumber(typed.trim())
  const end = readNumber(last)
  const isPage = page && end && page.count >= 1 && compareNumbers(page, end) <= 0
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (!page || !isPage) return
    onOpenChange(false)
    onPage(page)
    setTyped('')
  }
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent title={goTo.title} closeLabel={messages.common.close} className="max-w-90">
        <form onSubmit={submit}>
          <Field label={goTo.page(last)}>
            <Input
              value={typed}
              autoComplete="off"
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
          <FormActions cancel={goTo.cancel} submit={goTo.submit} disabled={!isPage} />
        </form>
      </DialogContent>
    </Dialog>
  )
}

const asLines = ({ key, value }: { key: string; value: string }) => ({
  key,
  values: value.split('\n'),
})

const asText = ({ key, values }: { key: string; values: readonly string[] }) => ({
  key,
  value: values.join('\n'),
})

type PageViewDialogsProps = {
  view: EditorView
  open: Part | null
  onClose: () => void
  commands: readonly PaletteCommand[]
  /** What the dialog to rename a character begins with. */
  renaming: Renaming | undefined
}

/** The dialogs that ask for a choice before the text is changed. */
export function PageViewDialogs({ view, open, onClose, commands, renaming }: PageViewDialogsProps) {
  // Read when a dialog opens, not with every key.
  const read = useMemo(() => {
    const screenplay = screenplayOf(view.state)
    return {
      characters: open === 'rename' ? characterNames(screenplay) : [],
      lastPage: view.state.field(pageRows).layout.breaks.at(-1)?.label ?? '1',
      entries: open === 'title page' ? titleEntries(screenplay).map(asLines) : [],
    }
  }, [view, open])
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) onClose()
  }

  function goToPage(page: ProductionNumber): void {
    const isNotBehind = ({ label }: PageBreak) => {
      const number = readNumber(label)
      return number !== undefined && compareNumbers(number, page) <= 0
    }
    jump(view, view.state.field(pageRows).layout.breaks.findLast(isNotBehind)?.at ?? 0)
  }

  function renameTo(from: string, to: string, mentions: boolean): void {
    const splices = renameCharacter(screenplayOf(view.state), from, to, { mentions })
    view.dispatch({ changes: changesOf(splices), userEvent: 'input' })
    showToast({ title: rename.doneTitle, message: rename.done(splices.length) })
    view.focus()
  }

  return (
    <>
      <CommandPalette commands={commands} isOpen={open === 'palette'} onOpenChange={onOpenChange} />
      <GoToPage
        isOpen={open === 'go to page'}
        onOpenChange={onOpenChange}
        last={read.lastPage}
        onPage={goToPage}
      />
      <RenameCharacter
        isOpen={open === 'rename'}
        onOpenChange={onOpenChange}
        characters={read.characters}
        renaming={renaming}
        onRename={renameTo}
      />
      <PageSetupDialog view={view} isOpen={open === 'page setup'} onOpenChange={onOpenChange} />
      <TitlePageForm
        isOpen={open === 'title page'}
        onOpenChange={onOpenChange}
        entries={read.entries}
        onSave={(entries) => {
          const splices = setTitleEntries(screenplayOf(view.state), entries.map(asText))
          view.dispatch({ changes: changesOf(splices), userEvent: 'input' })
        }}
      />
    </>
  )
}

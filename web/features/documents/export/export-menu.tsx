import { Download } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Paper } from '../../../../screenplay/layout.ts'
import { lazyExtra } from '../../../lib/loading/loaded-part.ts'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import {
  ButtonMenu,
  MenuItem,
  MenuLabel,
  MenuChoices,
  MenuSeparator,
} from '../../../ui/overlay/menu.tsx'
import { exportBible } from './export-bible.ts'
import { formats } from './export-formats.ts'
import { exportScript, exportSides } from './export-script.ts'
import { rememberedPaper, rememberPaper } from './paper.ts'
import type { MissingCharacter } from '../../../../contract/export-script.ts'
import { errorText } from '../../../error-text.ts'
import { useStore } from '../../../lib/store.ts'
import { ConfirmDialog } from '../../../ui/overlay/confirm-dialog.tsx'
import { question } from './missing-characters.ts'

const { documents } = messages

const { missing: words } = documents

const placesOf = ({ isOnTitlePage, pages }: MissingCharacter) =>
  words.places(
    isOnTitlePage,
    pages.map(([first, last]) => (first === last ? first : words.range(first, last))),
  )

/** The numbers that identify a character where the writer's own screen has no font for it either. */
const codesOf = ({ character }: MissingCharacter) =>
  Array.from(character)
    .map((each) => `U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ')

/** Names the characters that a PDF would print as boxes, and their pages, before it is written. */
function MissingDialog() {
  const asked = useStore(question)
  if (!asked) return null
  const { about, answer } = asked
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && answer(false)}
      title={words.title}
      description={words.text}
      cancelLabel={words.cancel}
      confirmLabel={words.confirm}
      onConfirm={async () => answer(true)}
      onFailure={(error) => errorText(error, documents.failed)}
    >
      <ul
        aria-label={words.list}
        className="mt-3 grid gap-1 rounded-md border border-line px-3 py-2 text-sm"
      >
        {about.missing.map((each) => (
          <li key={each.character} className="flex items-baseline gap-3">
            <span className="min-w-8 shrink-0 text-lg">{each.character}</span>
            <span className="font-script text-xs text-ink-2">{codesOf(each)}</span>
            <span className="text-ink-2">{placesOf(each)}</span>
          </li>
        ))}
        {about.more > 0 && <li className="text-ink-2">{words.more(about.more)}</li>}
      </ul>
    </ConfirmDialog>
  )
}

const SidesDialog = lazyExtra(async () => (await import('./sides-dialog.tsx')).SidesDialog)
const papers = ['letter', 'a4'] as const

type ExportMenuProps = {
  readText: () => string
  title: string
  /** The text whose bible can be downloaded. */
  workId: string | null
}

/** Downloads the current script. The paper size is remembered. */
export function ExportMenu({ readText, title, workId }: ExportMenuProps) {
  const [paper, setPaper] = useState<Paper>(rememberedPaper)
  const [isMaking, setIsMaking] = useState(false)
  /** The text with the characters to choose from; undefined while the dialog is closed. */
  const [sidesText, setSidesText] = useState<string>()

  async function make(exported: Promise<void>): Promise<void> {
    setIsMaking(true)
    await exported
    setIsMaking(false)
  }

  return (
    <>
      <ButtonMenu
        button={
          <Button
            variant="ghost"
            title={documents.export}
            busy={isMaking}
            className="max-desk:size-11 max-desk:p-0 min-[78rem]:max-[118rem]:px-2"
          >
            <Download className="min-[78rem]:max-[118rem]:hidden" />
            <span className="max-desk:sr-only">{documents.export}</span>
          </Button>
        }
      >
        {formats.map((format) => (
          <MenuItem
            key={format}
            onSelect={() => void make(exportScript(format, { text: readText(), title, paper }))}
          >
            {documents.formats[format]}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => setSidesText(readText())}>{documents.sides.open}</MenuItem>
        <MenuItem onSelect={() => void make(exportBible(workId, title))}>
          {documents.bible}
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>{documents.paper}</MenuLabel>
        {/* The paper applies to the export chosen next. */}
        <MenuChoices
          value={paper}
          values={papers}
          onChoose={(chosen) => {
            rememberPaper(chosen)
            setPaper(chosen)
          }}
          keepsOpen
        >
          {(name) => documents.papers[name]}
        </MenuChoices>
      </ButtonMenu>
      <MissingDialog />
      <Suspense>
        {sidesText !== undefined && (
          <SidesDialog
            text={sidesText}
            onClose={() => setSidesText(undefined)}
            onExport={(character) =>
              void make(exportSides({ text: readText(), title, paper }, character))
            }
          />
        )}
      </Suspense>
    </>
  )
}

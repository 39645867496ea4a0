import { Download, Ellipsis, Upload } from 'lucide-react'
import { useRef } from 'react'
import { type FiledEntry, NoBible, readBible } from '../../../contract/bible-file.ts'
import { reasonOf } from '../../error-text.ts'
import { bibleMessages as words } from '../../messages/bible.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { showToast } from '../../ui/feedback/toast.ts'
import {
  ButtonMenu,
  MenuItem,
  MenuLabel,
  MenuChoices,
  MenuSeparator,
} from '../../ui/overlay/menu.tsx'
import { isFull } from './api/bible.ts'

const SORTS = ['appearance', 'name'] as const
export type Sort = (typeof SORTS)[number]

/** Far more than 500 entries take. */
const MAX_BYTES = 5 * 1024 * 1024

type Counts = { added: number; changed: number; kept: number }

function sentenceOf(error: unknown): string {
  if (!(error instanceof NoBible)) return isFull(error) ? words.full : reasonOf(error)
  const { reason } = error
  const fault = words.file.faults[reason.fault]
  return 'line' in reason ? words.file.inLine(fault, reason.line) : fault
}

const fail = (reason: string) =>
  showToast({
    title: words.file.failedTitle,
    message: words.file.failed(reason),
    kind: 'error',
  })

/** Takes over a file that somebody chose; says what it did, or why it changed nothing. */
export async function importFile(
  file: File,
  take: (entries: FiledEntry[]) => Promise<Counts>,
): Promise<void> {
  if (file.size > MAX_BYTES) return fail(words.file.tooLarge)
  try {
    const counts = await take(readBible(await file.text()))
    showToast({
      title: words.file.imported,
      message: words.file.counts(counts),
      kind: 'success',
    })
  } catch (error) {
    fail(sentenceOf(error))
  }
}

type BibleMenuProps = {
  sort: Sort
  onSort: (sort: Sort) => void
  /** Undefined while there is nothing to export. */
  onExport: (() => void) | undefined
  onFile: (file: File) => void
}

/** What is not needed every day. */
export function BibleMenu({ sort, onSort, onExport, onFile }: BibleMenuProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <ButtonMenu button={<IconButton icon={Ellipsis} label={words.more} />}>
        <MenuLabel>{words.sort}</MenuLabel>
        <MenuChoices value={sort} values={SORTS} onChoose={onSort}>
          {(each) => words.sorts[each]}
        </MenuChoices>
        <MenuSeparator />
        <MenuItem onSelect={() => input.current?.click()}>
          <Upload />
          {words.file.import}
        </MenuItem>
        <MenuItem disabled={!onExport} onSelect={onExport}>
          <Download />
          {words.file.export}
        </MenuItem>
      </ButtonMenu>
      <input
        ref={input}
        type="file"
        accept=".md,.markdown,.txt,text/markdown,text/plain"
        hidden
        aria-label={words.file.import}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file may be chosen again.
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </>
  )
}

import type { MissingCharacter } from '../../../../contract/export-script.ts'
import { errorText } from '../../../error-text.ts'
import { useStore } from '../../../lib/store.ts'
import { messages } from '../../../messages.ts'
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
export function MissingDialog() {
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

import { useQuery } from '@tanstack/react-query'
import { authorshipMessages as words } from '../../messages/authorship.ts'
import { recordQuery, type TextSource } from './api/record.ts'
import { ownText, shareText } from './origin-text.ts'
import { printedOf, totalOf } from './shares.ts'

type AuthorshipShareProps = { workId: string; source: TextSource; onOpen: () => void }

/** How much of the text is the writer's own; opens the report. */
export function AuthorshipShare({ workId, source, onOpen }: AuthorshipShareProps) {
  const { data } = useQuery(recordQuery(workId, source))
  if (!data) return null
  const shares = printedOf(data.record.text)
  if (totalOf(shares) === 0) return null
  return (
    <button
      type="button"
      title={words.share.open(shareText(shares, data.record))}
      onClick={onOpen}
      className="shrink-0 rounded-sm underline decoration-line-2 underline-offset-3 hover:text-ink touch:min-h-6"
    >
      {ownText(shares)}
    </button>
  )
}

import { useMemo, useState } from 'react'
import { countWords } from '../../../../screenplay/model.ts'
import { reasonOf } from '../../../error-text.ts'
import { messages } from '../../../messages.ts'
import { historyMessages } from '../../../messages/history.ts'
import { Button } from '../../../ui/button/button.tsx'
import { PartSpinner } from '../../../ui/feedback/part-spinner.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { Checkbox } from '../../../ui/form/checkbox.tsx'
import type { Version } from '../api/history.ts'
import type { History } from '../use-history.ts'
import { type ChoosableItem, listItems, type Shown } from './list-items.ts'
import { howLongAgo, versionNote } from './version-facts.ts'
import { useClock } from './use-clock.ts'
import { VersionList } from './version-list.tsx'
import type { RowFacts } from './version-row.tsx'

const words = historyMessages

const dotOf = (origin: Version['origin']): RowFacts['dot'] =>
  origin === 'answer' ? 'answer' : origin === 'import' || origin === 'pasted' ? 'other' : 'own'

type HistoryListProps = {
  history: History
  now: string
  shown: Shown
  isFront: boolean
  onChoose: (id: Shown) => void
}

/** The versions by day, or why there are none. */
export function HistoryList({ history, now, shown, isFront, onChoose }: HistoryListProps) {
  const { versions, draft, currentId, titleOf } = history
  const clock = useClock()
  const [namedOnly, setNamedOnly] = useState(false)
  const items = useMemo(() => listItems(versions, namedOnly, clock), [versions, namedOnly, clock])
  const nowWords = useMemo(() => countWords(now), [now])

  function factsOf(item: ChoosableItem): RowFacts {
    if (item.kind === 'version') {
      const { version } = item
      const title = titleOf(version)
      return {
        title,
        note: versionNote(version, title),
        words: version.words,
        dot: dotOf(version.origin),
        isNamed: version.label !== null,
        isNow: version.id === currentId,
      }
    }
    const current = versions.find(({ id }) => id === currentId)
    const origin = draft?.pending_origin ?? current?.origin ?? 'typed'
    const since = current?.created_at ?? draft?.updated_at
    const when = since === undefined ? [] : [howLongAgo(new Date(since), clock)]
    return {
      title: words.now,
      note: [words.origins[origin], ...when].join(' · '),
      words: nowWords,
      dot: dotOf(origin),
      isNamed: false,
      isNow: false,
    }
  }

  if (history.error)
    return (
      <div className="flex flex-col items-start gap-3 p-5">
        <FailureNote>{words.failed(reasonOf(history.error))}</FailureNote>
        <Button size="sm" onClick={() => void history.refetch()}>
          {messages.common.retry}
        </Button>
      </div>
    )
  if (history.isPending && history.isOffline)
    return <p className="p-5 text-md text-ink-2">{words.offline}</p>
  if (history.isPending) return <PartSpinner label={words.loading} />
  const hasNamed = versions.some(({ label }) => label !== null)
  return (
    <>
      <div className="flex min-h-12 items-center border-b border-line px-5 py-1.5">
        <Checkbox label={words.namedOnly} checked={namedOnly} onChange={setNamedOnly} />
      </div>
      <VersionList
        items={items}
        shown={shown}
        factsOf={factsOf}
        onChoose={onChoose}
        isFront={isFront}
      />
      {(versions.length === 0 || (namedOnly && !hasNamed)) && (
        <p className="flex-3 px-5 text-md text-ink-2">
          {versions.length === 0 ? words.none : words.noneNamed}
        </p>
      )}
    </>
  )
}

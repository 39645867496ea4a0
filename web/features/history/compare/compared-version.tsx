import { ChevronDown, ChevronUp } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type Comparison, countChanges } from '../../../../screenplay/changes.ts'
import { isMac } from '../../../lib/is-mac.ts'
import { historyMessages } from '../../../messages/history.ts'
import { Button } from '../../../ui/button/button.tsx'
import { FailureNote } from '../../../ui/feedback/failure-note.tsx'
import { PartSpinner } from '../../../ui/feedback/spinner.tsx'
import type { Shown } from '../list/version-facts.ts'
import type { History } from '../use-history.ts'
import { VersionFrame, VersionScenes } from '../version/scene-section.tsx'
import { ComparisonView } from './comparison-view.tsx'
import { changesOf, comparedItems } from './compared-rows.ts'
import { RevisionMenu } from './revision-menu.tsx'
import { logError } from '../../../lib/log.ts'
import { inWorker } from '../../../script-worker/ask.ts'

const words = historyMessages.compare

type Compared = {
  before: string
  after: string
  /** Null if the texts could not be compared. */
  comparison: Comparison | null
}

/** The latest finished comparison, perhaps of earlier texts; null until there is one. */
function useComparison(before: string, after: string): Compared | null {
  const [compared, setCompared] = useState<Compared | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    inWorker('compare', { before, after }, { signal: leaving.signal }).then(
      (comparison) => setCompared({ before, after, comparison }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        logError('Two versions could not be compared:', error)
        setCompared({ before, after, comparison: null })
      },
    )
    return () => leaving.abort()
  }, [before, after])
  return compared
}

/** As in a review: Alt with a key types a character on a Mac. */
const KEYS = isMac()
  ? { next: '⌃⌥J', previous: '⌃⌥K', aria: 'Control+Alt+' }
  : { next: 'Alt+J', previous: 'Alt+K', aria: 'Alt+' }

type ComparedVersionProps = {
  history: History
  title: string
  base: Shown
  before: string
  after: string
  select: ReactNode
  actions: ReactNode
  onInsertScene: (scene: string) => void
}

/** A version with what differs from another one. */
export function ComparedVersion(props: ComparedVersionProps) {
  const { history, base, before, after, select, actions, onInsertScene } = props
  const box = useRef<HTMLDivElement>(null)
  const compared = useComparison(before, after)
  const comparison = compared?.comparison ?? null
  const items = useMemo(() => (comparison ? comparedItems(comparison) : []), [comparison])
  const changes = useMemo(() => changesOf(items), [items])
  const [current, setCurrent] = useState<string | null>(null)
  const at = current === null ? -1 : changes.indexOf(current)

  function step(by: 1 | -1): void {
    if (changes.length === 0) return
    const from = at < 0 && by < 0 ? 0 : at
    setCurrent(changes[(from + by + changes.length) % changes.length] ?? null)
  }
  const onStep = useEffectEvent(step)
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const by = event.code === 'KeyJ' ? 1 : event.code === 'KeyK' ? -1 : null
      if (by === null || !event.altKey || event.metaKey || event.shiftKey) return
      if (event.ctrlKey !== isMac()) return
      event.preventDefault()
      onStep(by)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])

  const version = history.versions.find(({ id }) => id === base)
  const steps = changes.length > 0 && (
    <>
      <Button
        size="sm"
        title={words.previousTitle(KEYS.previous)}
        aria-keyshortcuts={`${KEYS.aria}K`}
        onClick={() => step(-1)}
      >
        <ChevronUp className="desk:hidden" />
        <span className="max-desk:sr-only">{words.previousChange}</span>
      </Button>
      <Button
        size="sm"
        title={words.nextTitle(KEYS.next)}
        aria-keyshortcuts={`${KEYS.aria}J`}
        onClick={() => step(1)}
      >
        <ChevronDown className="desk:hidden" />
        <span className="max-desk:sr-only">{words.nextChange}</span>
      </Button>
      <RevisionMenu title={props.title} before={before} after={after} />
    </>
  )
  const counts = comparison && countChanges(comparison)
  return (
    <VersionFrame
      box={box}
      select={select}
      facts={counts && <span className="text-md text-ink-2">{words.summary(counts)}</span>}
      steps={steps}
      actions={actions}
    >
      <output className="sr-only">{at < 0 ? '' : words.isAt(at + 1, changes.length)}</output>
      {comparison && changes.length > 0 && (
        <p className="history-legend">
          <del aria-hidden="true">Abc</del>{' '}
          {words.onlyBefore(version ? history.nameOf(version) : historyMessages.now)}
          <span aria-hidden="true"> · </span>
          <ins aria-hidden="true">Abc</ins> {words.onlyAfter}
        </p>
      )}
      {comparison?.isCoarse && <p className="mb-3 text-sm text-ink-2">{words.coarse}</p>}
      {compared && !comparison && <FailureNote className="mb-3">{words.failed}</FailureNote>}
      {compared ? (
        <article className="history-sheet">
          {comparison ? (
            <ComparisonView
              before={compared.before}
              after={compared.after}
              comparison={comparison}
              items={items}
              current={current}
              box={box}
              onInsert={onInsertScene}
            />
          ) : (
            <VersionScenes text={after} onInsert={onInsertScene} />
          )}
        </article>
      ) : (
        <PartSpinner label={words.running} />
      )}
    </VersionFrame>
  )
}

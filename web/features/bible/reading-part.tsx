import { useQuery } from '@tanstack/react-query'
import { BookOpenText, FlaskConical, X } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { reasonOf } from '../../error-text.ts'
import { Store, storedChoice, useStore } from '../../lib/store.ts'
import { bibleMessages } from '../../messages/bible.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { demoQuery } from '../document/demo-model.ts'
import type { Reading, useProposals, useProposing } from './api/readings.ts'
import { giveFocus, giveLostFocus } from '../../lib/focus.ts'

const words = bibleMessages.reading

/** The reading whose end the writer has read. */
const SEEN = 'script-writer-bible-reading-seen'
const seen = new Store(storedChoice.read(SEEN))

function hideEnd(id: string): void {
  storedChoice.write(SEEN, id)
  seen.set(id)
}

const boxStyle = 'grid gap-2.5 rounded-md border border-line bg-sheet p-3 text-md'

type Size = { calls: number; scenes: number; again: boolean; left: number }

type ReadingPartProps = ReturnType<typeof useProposals> & {
  proposing: ReturnType<typeof useProposing>
  /** Resolves when the server has what was typed. */
  onStored: () => Promise<unknown>
}

/** Has the script read for the bible: what it costs, how far it is, how it ended. */
export function ReadingPart({ reading, isRunning, end, proposing, onStored }: ReadingPartProps) {
  const [size, setSize] = useState<Size | null>(null)
  const [busy, setBusy] = useState<'estimate' | 'start' | 'stop' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const lastSeen = useStore(seen)
  const isDemo = useQuery(demoQuery).data ?? false

  async function attempt(what: NonNullable<typeof busy>, work: () => Promise<unknown>) {
    setBusy(what)
    setFailure(null)
    try {
      await work()
    } catch (error) {
      const reason = reasonOf(error)
      setFailure(what === 'stop' ? words.stopFailed(reason) : words.failed(reason))
    } finally {
      setBusy(null)
      // What was clicked may be gone.
      requestAnimationFrame(() => giveLostFocus(box.current))
    }
  }
  const estimate = (again: boolean) =>
    attempt('estimate', async () => {
      await onStored()
      setSize(await proposing.estimate(again))
    })
  const start = (again: boolean) =>
    attempt('start', async () => {
      await onStored()
      await proposing.start(again)
      setSize(null)
    })

  let part: ReactNode
  if (reading && isRunning)
    part = (
      <Running
        reading={reading}
        isStopping={busy === 'stop'}
        onStop={() => void attempt('stop', () => proposing.stop(reading.id))}
      />
    )
  else if (size)
    part = (
      <Estimate
        size={size}
        isDemo={isDemo}
        isStarting={busy === 'start'}
        isCounting={busy === 'estimate'}
        onStart={() => void start(size.again)}
        onAgain={() => void estimate(true)}
        onCancel={() => {
          setSize(null)
          giveFocus(box.current)
        }}
      />
    )
  else
    part = (
      <>
        {reading && reading.id !== lastSeen && (
          <End reading={reading} isDemo={isDemo} end={end} onHide={() => hideEnd(reading.id)} />
        )}
        <Button busy={busy === 'estimate'} onClick={() => void estimate(false)} className="w-full">
          <BookOpenText />
          {words.start}
        </Button>
      </>
    )
  return (
    <div ref={box} tabIndex={-1} className="mb-4 grid gap-2.5 px-1 outline-none">
      {part}
      <div aria-live="polite" className="empty:hidden">
        {failure && <FailureNote>{failure}</FailureNote>}
      </div>
    </div>
  )
}

type RunningProps = { reading: Reading; isStopping: boolean; onStop: () => void }

function Running({ reading: { parts, parts_read: read }, isStopping, onStop }: RunningProps) {
  return (
    <section aria-label={words.title} className={boxStyle}>
      <div className="flex items-center gap-2">
        <output className="min-w-0 flex-1">
          <span className="block">{words.title}</span>
          <span className="block text-sm text-ink-2">{words.progress(read, parts)}</span>
        </output>
        <Button size="sm" busy={isStopping} onClick={onStop}>
          {words.stop}
        </Button>
      </div>
      <progress
        aria-label={words.title}
        max={parts}
        // Something has begun.
        value={read + 0.15}
        className="h-1.5 w-full overflow-hidden rounded-full accent-accent"
      />
    </section>
  )
}

type EstimateProps = {
  size: Size
  isDemo: boolean
  isStarting: boolean
  isCounting: boolean
  onStart: () => void
  onAgain: () => void
  onCancel: () => void
}

/** Before it starts: what it will cost. */
function Estimate(props: EstimateProps) {
  const { calls, scenes, again, left } = props.size
  const fits = calls <= left
  return (
    <section aria-label={words.start} className={boxStyle}>
      <output>
        {calls === 0
          ? again
            ? words.empty
            : words.nothingNew
          : fits
            ? `${words.estimate(scenes, calls)} ${words.left(left)}`
            : words.tooFew(calls, left)}
      </output>
      {props.isDemo && calls > 0 && (
        <p className="flex items-start gap-2 rounded-md bg-sunk px-3 py-2 text-sm">
          <FlaskConical className="mt-0.5 size-4 shrink-0 text-accent" />
          {words.demo}
        </p>
      )}
      <div className="flex gap-2">
        {calls > 0 && fits && (
          <Button
            variant="primary"
            size="sm"
            busy={props.isStarting}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- in place of the button that was clicked
            autoFocus
            onClick={props.onStart}
          >
            {words.begin}
          </Button>
        )}
        {calls === 0 && !again && (
          <Button size="sm" busy={props.isCounting} onClick={props.onAgain}>
            {words.again}
          </Button>
        )}
        <Button variant="ghost" size="sm" onClick={props.onCancel}>
          {calls === 0 || !fits ? words.close : words.cancel}
        </Button>
      </div>
    </section>
  )
}

type EndProps = {
  reading: Reading
  isDemo: boolean
  end: ReturnType<typeof useProposals>['end']
  onHide: () => void
}

/** How the last reading ended. */
function End({ reading, isDemo, end, onHide }: EndProps) {
  const { found, dropped, parts, parts_read: read } = reading
  const { ended } = words
  return (
    <output className="flex items-start gap-1 pl-2 text-sm text-ink-2">
      <span className="min-w-0 flex-1 py-2">
        {end === null
          ? isDemo && found === 0
            ? ended.demo
            : ended.done(found)
          : end.code === 'stopped'
            ? ended.stopped(read, parts)
            : ended.failed(end.sentence)}
        {dropped > 0 && ` ${ended.dropped(dropped)}`}
      </span>
      <Button variant="ghost" size="icon" aria-label={words.hide} onClick={onHide}>
        <X />
      </Button>
    </output>
  )
}

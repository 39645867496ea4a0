import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '../../error-text.ts'
import { Store, storedChoice, useStore } from '../../lib/store.ts'
import { notesPanelMessages } from '../../messages/notes.ts'
import { Button } from '../../ui/button/button.tsx'
import { FailureNote } from '../../ui/feedback/failure-note.tsx'
import { endQuery, type Reading, stopReading } from './api/readings.ts'

const { progress: words, dropped } = notesPanelMessages

/** The readings whose end the writer has read, newest last. */
const SEEN = 'script-writer-readings-seen'
const MOST_SEEN = 50
const seen = new Store<readonly string[]>(storedChoice.read(SEEN)?.split(' ') ?? [])

function hide(id: string): void {
  const ids = [...seen.get(), id].slice(-MOST_SEEN)
  storedChoice.write(SEEN, ids.join(' '))
  seen.set(ids)
}

type ReadingCardsProps = {
  readings: readonly Reading[]
  onEnded: () => Promise<unknown>
  /** Opens the dialog to go on with it. */
  onGoOn: (reading: Reading) => void
}

/** The readings that go on, and those that have ended since the writer looked last. */
export function ReadingCards({ readings, onEnded, onGoOn }: ReadingCardsProps) {
  const areSeen = useStore(seen)
  const running = readings.filter(({ finished_at: end }) => end === null)
  const last = readings.find(({ finished_at: end }) => end !== null)
  const ended = last && !areSeen.includes(last.id) ? last : undefined
  if (running.length === 0 && !ended) return null
  return (
    <div className="grid max-h-[45%] shrink-0 gap-2 overflow-y-auto px-3 pb-2">
      {running.map((reading) => (
        <Running key={reading.id} reading={reading} onStopped={onEnded} />
      ))}
      {ended && <Ended key={ended.id} reading={ended} onGoOn={() => onGoOn(ended)} />}
    </div>
  )
}

const boxStyle = 'grid gap-1.5 rounded-md border border-line bg-sheet px-3 py-2.5 text-md'

type RunningProps = { reading: Reading; onStopped: () => Promise<unknown> }

function Running({ reading: { id, name, read, scenes }, onStopped }: RunningProps) {
  const [isStopping, setIsStopping] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  async function stop(): Promise<void> {
    setIsStopping(true)
    setFailure(null)
    try {
      await stopReading(id)
      await onStopped()
    } catch (error) {
      setFailure(error)
    } finally {
      setIsStopping(false)
    }
  }
  return (
    <section aria-label={words.label(name)} className={boxStyle}>
      <div className="flex items-center gap-2">
        <output className="min-w-0 flex-1 text-sm text-ink-2">
          {words.scene(name, Math.min(scenes, read + 1), scenes)}
        </output>
        <Button
          size="sm"
          busy={isStopping}
          aria-label={words.stopOf(name)}
          onClick={() => void stop()}
        >
          {words.stop}
        </Button>
      </div>
      <progress
        aria-label={words.label(name)}
        max={scenes}
        // Something has begun.
        value={read + 0.15}
        className="h-1 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
      <div aria-live="polite" className="empty:hidden">
        {failure !== null && <FailureNote>{words.stopFailed(reasonOf(failure))}</FailureNote>}
      </div>
    </section>
  )
}

type EndedProps = { reading: Reading; onGoOn: () => void }

/** How a reading ended: its summary, what was dropped, or why it could not go on. */
function Ended({ reading, onGoOn }: EndedProps) {
  const { id, name, read, scenes, found, summary } = reading
  const { data: end, isPending } = useQuery(endQuery(id))
  if (isPending) return null
  const isWhole = !end
  return (
    <section aria-label={words.summary(name)} className={boxStyle}>
      <div className="flex items-start gap-1">
        <output className="min-w-0 flex-1 py-1 font-medium">
          {isWhole
            ? words.ended(name, found)
            : end.code === 'stopped'
              ? words.stopped(name, read, scenes)
              : words.failed(name, end.sentence)}
        </output>
        <Button
          variant="ghost"
          size="icon"
          aria-label={words.hide}
          title={words.hide}
          onClick={() => hide(id)}
          className="-mt-0.5 -mr-1.5 size-8"
        >
          <X />
        </Button>
      </div>
      {summary && <p className="whitespace-pre-line wrap-anywhere">{summary}</p>}
      {reading.dropped > 0 && <p className="text-sm text-ink-2">{dropped(reading.dropped)}</p>}
      {!isWhole && read < scenes && (
        <Button size="sm" onClick={onGoOn} className="justify-self-start">
          {words.goOn}
        </Button>
      )}
    </section>
  )
}

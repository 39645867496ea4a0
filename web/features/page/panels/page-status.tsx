import { Target } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { pageMessages } from '../../../messages/page.ts'
import { Button } from '../../../ui/button/button.tsx'
import { keepToastsAbove } from '../../../ui/feedback/keep-toasts-above.ts'
import { GoalDialog } from '../later-parts.ts'
import { type Goal, type GoalDay, dateOf, noteSize, progressOf } from './daily-goal.ts'
import { goalStorage, useKeptGoal } from './goal-storage.ts'

const words = pageMessages.status

type PageCounts = {
  /** The page and the scene the cursor is in. */
  page: string
  scene: number | null
  pages: number
  eighths: number
  minutes: number
  scenes: number
  words: number
  /** Whether everything new was written here, not by an answer, on another device or another visit. */
  isOwn: boolean
}

type PageStatusProps = {
  userId: string
  workId: string
  /** Null until the text is loaded and counted: what it has then is not today's work. */
  counts: PageCounts | null
  /** Beside the counts. */
  children?: ReactNode
}

/** Where the writer is, how much there is, and how much of it is today's. */
export function PageStatus({ userId, workId, counts, children }: PageStatusProps) {
  return (
    <section
      ref={keepToastsAbove}
      aria-label={words.label}
      className="flex min-h-8.5 items-center gap-x-4 overflow-x-auto px-3.5 font-script text-xs whitespace-nowrap text-ink-2"
    >
      {counts && (
        <>
          <span>{words.page(counts.page, counts.pages)}</span>
          {counts.words > 0 && <span>{words.minutes(counts.minutes)}</span>}
          <span>
            {counts.scene === null
              ? words.scenes(counts.scenes)
              : words.scene(counts.scene, counts.scenes)}
          </span>
          <span>{words.words(counts.words)}</span>
          {children}
          <DailyGoal userId={userId} workId={workId} counts={counts} />
        </>
      )}
    </section>
  )
}

type DailyGoalProps = { userId: string; workId: string; counts: PageCounts }

function DailyGoal({ userId, workId, counts }: DailyGoalProps) {
  const { goal, day } = useKeptGoal(userId)
  const [isOpen, setIsOpen] = useState(false)
  const { words: wordCount, eighths, isOwn } = counts
  const hasGoal = goal !== null
  useEffect(() => {
    if (!hasGoal) return
    const size = { words: wordCount, eighths }
    const known = goalStorage.read(userId).day
    const noted = noteSize(known, dateOf(new Date()), workId, size, isOwn)
    goalStorage.write(userId, { day: noted })
  }, [hasGoal, userId, workId, wordCount, eighths, isOwn])
  return (
    <>
      {goal ? (
        <GoalProgress goal={goal} day={day} onOpen={() => setIsOpen(true)} />
      ) : (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setIsOpen(true)}
          className="h-7 px-2 font-ui text-xs"
        >
          <Target aria-hidden="true" />
          {pageMessages.goal.set}
        </Button>
      )}
      <Suspense>
        <GoalDialog
          goal={goal}
          onGoal={(chosen) => goalStorage.write(userId, { goal: chosen })}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
        />
      </Suspense>
    </>
  )
}

type GoalProgressProps = { goal: Goal; day: GoalDay | null; onOpen: () => void }

function GoalProgress({ goal, day, onOpen }: GoalProgressProps) {
  const { title, units, progress, reached } = pageMessages.goal
  const { share, written, amount, isReached } = progressOf(goal, day)
  const unit = units[goal.unit]
  return (
    <span className="inline-flex items-center gap-2">
      <Button variant="ghost" size="sm" onClick={onOpen} className="h-7 px-2 font-script text-xs">
        {isReached ? reached(written, unit) : progress(written, amount, unit)}
      </Button>
      <progress
        aria-label={title}
        value={share}
        max={1}
        className="h-1 w-16 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent"
      />
    </span>
  )
}

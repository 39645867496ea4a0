import { Target } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { pageMessages } from '../../../messages/page.ts'
import { Button } from '../../../ui/button/button.tsx'
import { keepToastsAbove } from '../../../ui/feedback/keep-toasts-above.ts'
import { GoalDialog } from '../later-parts.ts'
import type { WordCounts } from '../../../../screenplay/model.ts'
import { type Goal, progressOf } from './daily-goal.ts'
import { type DailyGoal, useDailyGoal } from './goal-store.ts'

const words = pageMessages.status

type PageCounts = {
  /** The page and the scene the cursor is in, if it is in one. */
  page: string | null
  scene: number | null
  pages: number
  eighths: number
  minutes: number
  scenes: number
  words: WordCounts
}

type Length = { words: number; eighths: number }

type PageStatusProps = {
  /** Null until the text is loaded and counted. */
  counts: PageCounts | null
  /** Beside the counts. */
  children?: ReactNode
  goal: ReactNode
}

/** Where the writer is, and how much there is. */
export function PageStatus({ counts, children, goal }: PageStatusProps) {
  return (
    <section
      ref={keepToastsAbove}
      aria-label={words.label}
      className="@container flex min-h-8.5 items-center gap-x-4 overflow-x-auto px-3.5 max-sm:gap-x-2.5 max-sm:px-3 font-script text-xs whitespace-nowrap text-ink-2"
    >
      {counts && (
        <>
          <span>
            {counts.page === null
              ? words.pages(counts.pages)
              : words.page(counts.page, counts.pages)}
          </span>
          {counts.words.printed > 0 && (
            <span className="@max-[50rem]:hidden">{words.minutes(counts.minutes)}</span>
          )}
          <span>
            {counts.scene === null
              ? words.scenes(counts.scenes)
              : words.scene(counts.scene, counts.scenes)}
          </span>
          <span>{words.words(counts.words.printed)}</span>
          {counts.words.unprinted > 0 && (
            <span title={words.unprintedHint} className="@max-[54rem]:hidden">
              {words.unprinted(counts.words.unprinted)}
            </span>
          )}
          {children}
          {goal}
        </>
      )}
    </section>
  )
}

type GoalButtonProps = { goal: DailyGoal; counts: Length }

/** How much was written today. */
function GoalButton({ goal: { goal, typed, choose }, counts }: GoalButtonProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      {goal ? (
        <GoalProgress goal={goal} typed={typed} counts={counts} onOpen={() => setIsOpen(true)} />
      ) : (
        <Button
          variant="ghost"
          size="sm"
          onClick={() => setIsOpen(true)}
          title={pageMessages.goal.set}
          className="h-7 px-2 font-ui text-xs"
        >
          <Target />
          <span className="@max-[66rem]:sr-only">{pageMessages.goal.set}</span>
        </Button>
      )}
      <Suspense>
        <GoalDialog goal={goal} onGoal={choose} isOpen={isOpen} onOpenChange={setIsOpen} />
      </Suspense>
    </>
  )
}

/** The goal of the account. A component of its own, since it renders with every word that is typed. */
export function AccountGoal({ userId, counts }: { userId: string; counts: Length }) {
  return <GoalButton goal={useDailyGoal(userId)} counts={counts} />
}

type GoalProgressProps = { goal: Goal; typed: number; counts: Length; onOpen: () => void }

function GoalProgress({ goal, typed, counts, onOpen }: GoalProgressProps) {
  const { title, units, progress, reached } = pageMessages.goal
  const { share, written, amount, isReached } = progressOf(goal, typed, counts)
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

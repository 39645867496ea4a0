import { useEffect, useSyncExternalStore } from 'react'
import { dataOf, expectSuccess } from '../../../lib/backend/request-error.ts'
import { supabase } from '../../../lib/backend/supabase.ts'
import { newId } from '../../../lib/ids.ts'
import { logWarning } from '../../../lib/log.ts'
import { Listeners } from '../../../lib/store.ts'
import { Delayed } from '../../../lib/delayed.ts'
import { whenIdle } from '../../../lib/timing.ts'
import { dateOf, type Goal } from './daily-goal.ts'

/** With the prefix and the user's id by which `draftStorage` erases it when the user signs out. */
const goalKey = (userId: string) => `script-writer-kept:goal:${userId}`

/** The goal belongs to the account; what was typed is counted here, and added up by the server. */
type Kept = {
  goal: Goal | null
  /** Whether the account has this goal. */
  isGoalSent: boolean
  /** Names this browser among the writer's devices. */
  device: string
  day: string
  /** The words typed on that day in this browser, those of them that the server knows, and those typed elsewhere. */
  words: number
  sent: number
  elsewhere: number
}

const listeners = new Listeners()

/** The last stored text and its parsed value: React needs the same object for the same text. */
let known: { userId: string; text: string | null; kept: Kept } | undefined

/** Of another day only the goal is of interest. Storage that is blocked or broken means that there is none. */
function parsed(text: string | null): Kept {
  let stored: Partial<Kept> = {}
  try {
    stored = text === null ? {} : (JSON.parse(text) as Partial<Kept>)
  } catch (error) {
    logWarning('Could not read the daily goal:', error)
  }
  const { goal = null, isGoalSent = goal === null, device = newId() } = stored
  const day = dateOf(new Date())
  const { words = 0, sent = 0, elsewhere = 0 } = stored.day === day ? stored : {}
  return { goal, isGoalSent, device, day, words, sent, elsewhere }
}

function readGoal(userId: string): Kept {
  let text = known?.userId === userId ? known.text : null
  try {
    text = localStorage.getItem(goalKey(userId))
  } catch {
    // Blocked: what was read or written last holds for as long as the page.
  }
  if (known?.userId !== userId || known.text !== text || known.kept.day !== dateOf(new Date()))
    known = { userId, text, kept: parsed(text) }
  return known.kept
}

/** Shared by all tabs of the browser. */
function write(userId: string, changed: Partial<Kept>): void {
  const kept = { ...readGoal(userId), ...changed }
  let text: string | null = JSON.stringify(kept)
  try {
    localStorage.setItem(goalKey(userId), text)
  } catch (error) {
    logWarning('Could not store the daily goal:', error)
    text = known?.text ?? null
  }
  known = { userId, text, kept }
  listeners.notify()
}

/** One request, which reports what was typed here and returns the goal with what was typed elsewhere. */
async function sync(userId: string): Promise<void> {
  const { goal, isGoalSent, device, day, words } = readGoal(userId)
  if (!isGoalSent) await expectSuccess(supabase().rpc('set_writing_goal', { day, ...goal }))
  const [row] = await dataOf(supabase().rpc('note_typed_words', { day, device, words }))
  const now = readGoal(userId)
  // Chosen meanwhile, or a day later: the next request tells.
  if (now.goal?.unit !== goal?.unit || now.goal?.amount !== goal?.amount || now.day !== day) return
  const typed = row?.day === day ? Object.entries(row.typed as Record<string, number>) : []
  write(userId, {
    goal: row ? { unit: row.unit, amount: row.amount } : null,
    isGoalSent: true,
    sent: words,
    elsewhere: typed.reduce((sum, [name, count]) => sum + (name === device ? 0 : count), 0),
  })
}

let last = Promise.resolve()

/** One request at a time. Without a connection the next words, or the next look at the page, try again. */
function syncSoon(userId: string): void {
  last = last
    .then(() => sync(userId))
    .catch((error: unknown) => logWarning('Could not sync the daily goal:', error))
}

/** While the writer types, a request every half minute at most. */
const DELAY = { pause: 5_000, within: 30_000 }
/** The goal is not what the page is opened for. */
const IDLE_WITHIN = 5_000

let sending: Delayed | undefined

/** Adds words that were typed; fewer than none are words that were typed and deleted. */
export function noteTyped(userId: string, words: number): void {
  const kept = readGoal(userId)
  write(userId, { words: Math.max(0, kept.words + words) })
  if (kept.goal) sending?.ask()
}

function follow(userId: string): () => void {
  const delayed = new Delayed(DELAY, () => syncSoon(userId))
  sending = delayed
  whenIdle(() => syncSoon(userId), IDLE_WITHIN)
  const onVisible = () => {
    if (document.visibilityState === 'visible' || delayed.isAsked) syncSoon(userId)
  }
  document.addEventListener('visibilitychange', onVisible)
  return () => {
    document.removeEventListener('visibilitychange', onVisible)
    if (delayed.isAsked) syncSoon(userId)
    delayed.cancel()
  }
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

export type DailyGoal = {
  goal: Goal | null
  /** Today, in words. */
  typed: number
  choose: (goal: Goal | null) => void
}

/** The goal of the account, and what was typed today in this browser and elsewhere. */
export function useDailyGoal(userId: string): DailyGoal {
  const { goal, words, elsewhere } = useSyncExternalStore(subscribe, () => readGoal(userId))
  useEffect(() => follow(userId), [userId])
  return {
    goal,
    typed: words + elsewhere,
    choose: (chosen) => {
      write(userId, { goal: chosen, isGoalSent: false })
      syncSoon(userId)
    },
  }
}

import { useSyncExternalStore } from 'react'
import { logWarning } from '../../../lib/log.ts'
import { Listeners } from '../../../lib/store.ts'
import type { Goal, GoalDay } from './daily-goal.ts'

/** With the prefix and the user's id by which `draftStorage` erases it when the user signs out. */
const keyOf = (userId: string) => `script-writer-kept:goal:${userId}`

type Kept = { goal: Goal | null; day: GoalDay | null }

const NONE: Kept = { goal: null, day: null }

const listeners = new Listeners()

/** The last stored text and its parsed value: React needs the same object for the same text. */
let known: { text: string | null; kept: Kept } = { text: null, kept: NONE }

/** Storage that is blocked or broken means that there is no goal. */
function parsed(text: string | null): Kept {
  try {
    return text === null ? NONE : { ...NONE, ...(JSON.parse(text) as Partial<Kept>) }
  } catch (error) {
    logWarning('Could not read the daily goal:', error)
    return NONE
  }
}

function stored(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return known.text
  }
}

function read(userId: string): Kept {
  const text = stored(userId)
  if (text !== known.text) known = { text, kept: parsed(text) }
  return known.kept
}

/** Shared by all tabs, unlike a draft. */
export const goalStorage = {
  read,
  write(userId: string, changed: Partial<Kept>): void {
    const kept = { ...read(userId), ...changed }
    const text = JSON.stringify(kept)
    try {
      localStorage.setItem(keyOf(userId), text)
    } catch (error) {
      logWarning('Could not store the daily goal:', error)
    }
    known = { text, kept }
    listeners.notify()
  },
}

function subscribe(listener: () => void): () => void {
  const unsubscribe = listeners.subscribe(listener)
  window.addEventListener('storage', listener)
  return () => {
    unsubscribe()
    window.removeEventListener('storage', listener)
  }
}

export const useKeptGoal = (userId: string): Kept =>
  useSyncExternalStore(subscribe, () => read(userId))

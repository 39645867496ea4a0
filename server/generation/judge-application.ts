import type { Withheld } from '../../contract/generation.ts'
import { judgeAnswer } from '../../screenplay/judge-answer.ts'
import { merge } from '../../screenplay/merge.ts'
import type { Application, WorkingText } from './work-queue.ts'

export type Judged = {
  /** The text that the request was about. */
  base: string
  request: string
  answer: string
  finish: 'complete' | 'cut_off'
}

const isBlank = (text: string) => text.trim() === ''

/** Leaves the working text as it is. */
export const withhold = (withheld: Withheld | null): Application => ({
  withheld,
  newText: null,
  firstText: null,
  partlyApplied: false,
})

const apply = (newText: string, more: Partial<Application> = {}): Application => ({
  ...withhold(null),
  newText,
  ...more,
})

/** What an answer does to the working text as it is now; without a conversation there is none. */
export function judgeApplication(judged: Judged, working: WorkingText | undefined): Application {
  const { base, request, answer, finish } = judged
  const against = (current: string) => judgeAnswer({ current, request, answer, finish })
  if (!working) return withhold(against(base))
  if (working.text_hash === null) {
    const withheld = against(base) ?? (working.is_another ? 'script_deleted' : null)
    return withheld ? withhold(withheld) : apply(answer, { firstText: isBlank(base) ? null : base })
  }
  if (isBlank(working.text)) {
    const withheld = against('')
    return withheld ? withhold(withheld) : apply(answer)
  }
  const withheld = against(base)
  if (withheld) return withhold(withheld)
  return working.text === base ? apply(answer) : mergeInto(working.text, judged)
}

/** The text was changed while the answer was being written: its lines stay, the rest follows the answer. */
function mergeInto(text: string, { base, request, answer }: Judged): Application {
  const merged = merge(base, text, withEndOf(base, answer))
  const partlyApplied = merged.conflicts.length > 0
  if (merged.text === text) return withhold(partlyApplied ? 'overlap' : null)
  // The merged text replaces what is there, so it must not lose anything of that either.
  const current = { current: text, request, answer: merged.text, finish: 'complete' } as const
  const withheld = judgeAnswer(current)
  return withheld ? withhold(withheld) : apply(merged.text, { partlyApplied })
}

/** A missing line break at the end is no change that could overlap with one. */
const withEndOf = (base: string, answer: string): string =>
  answer.trimEnd() + base.slice(base.trimEnd().length)

import type { Withheld } from '../../../contract/generation.ts'
import { merge, spliceBetween } from '../../../screenplay/changes.ts'
import { type AnswerOutcome, applyAnswer, numberedScenes } from '../../../screenplay/answers.ts'
import type { BranchHistory, VersionTexts } from './follow-branch.ts'
import { rebaseEdits } from './rebase-edits.ts'

/** The text that an answer would change. */
export type WorkingText = {
  text: string
  /** Null before the first revision of the text. */
  text_hash: string | null
  /** Not the text that the request was about, because that was deleted or its conversation moved. */
  is_another: boolean
  /** What the answers changed that are taken back first, because another branch is shown by now. */
  replaced: { history: BranchHistory; texts: VersionTexts } | null
}
/** What an answer does to the working text. */
export type Application = {
  /** Why the answer changes nothing; null if it may become the script. */
  withheld: Withheld | null
  /** The working text with the answer applied; null to leave it unchanged. */
  newText: string | null
  /** The working text with each of the other alternatives applied. */
  otherTexts: string[]
  /**
   * A version to be stored first: the text that the request was about, if there is no working text yet, or the
   * working text without the answers that this one takes the place of.
   */
  firstText: string | null
  /** What moved to make it the first text, if it is the latter. */
  left?: unknown[]
  /** What the answer changes to make it the new text, if that is little enough to be stored. */
  parts?: unknown[] | null
  /** Without a conversation, the request's text with the answer applied. */
  script: string | null
  partlyApplied: boolean
  /** For each edit of the answer, whether it was made in the text. */
  applied: boolean[]
}

export type Judged = {
  /** The text that the request was about. */
  base: string
  request: string
  /** The answer as the model wrote it. */
  answer: string
  finish: 'complete' | 'cut_off'
  mode: 'change' | 'ask'
  target: { start: number; end: number } | null
  alternatives: number | null
}

type Changed = Extract<AnswerOutcome, { kind: 'changed' }>

const isBlank = (text: string) => text.trim() === ''

/** An application that leaves the working text unchanged. */
export const withhold = (withheld: Withheld | null): Application => ({
  withheld,
  newText: null,
  otherTexts: [],
  firstText: null,
  script: null,
  partlyApplied: false,
  applied: [],
})

const apply = ({ text, alternatives, edits }: Changed, more: Partial<Application> = {}) => ({
  ...withhold(null),
  newText: text,
  otherTexts: alternatives,
  applied: edits.map(() => true),
  ...more,
})

/** The outcome of an answer for the text that the request was about. */
export function outcomeOf({ base, mode, alternatives, ...judged }: Judged): AnswerOutcome {
  const asked = { ...judged, script: base, ...(alternatives !== null && { alternatives }) }
  return applyAnswer(mode === 'ask' ? { ...asked, target: null } : asked)
}

/** Why an answer changes nothing; null if it may change something. */
function reasonOf(judged: Judged, outcome: AnswerOutcome): Withheld | null {
  if (judged.mode === 'ask') return 'question'
  if (outcome.kind === 'faulty') return outcome.fault === 'unfinished' ? 'cut_off' : outcome.fault
  if (outcome.kind === 'unchanged') return outcome.reason === 'same' ? null : outcome.reason
  return null
}

/** How an answer changes the current working text, which is undefined without a conversation. */
export function applicationOf(
  judged: Judged,
  outcome: AnswerOutcome,
  working: WorkingText | undefined,
): Application {
  const reason = reasonOf(judged, outcome)
  if (reason !== null || outcome.kind !== 'changed') return withhold(reason)
  const { base } = judged
  if (!working) return { ...apply(outcome), newText: null, otherTexts: [], script: outcome.text }
  if (working.text_hash === null) {
    if (working.is_another) return withhold('script_deleted')
    return apply(outcome, { firstText: isBlank(base) ? null : base })
  }
  if (working.text === base || (isBlank(working.text) && isBlank(base))) return apply(outcome)
  if (isBlank(working.text)) return fill(judged)
  // The writer has already made the same change.
  if (working.text === outcome.text) return withhold(null)
  return rebase(working.text, base, outcome)
}

/** If the writer has deleted everything meanwhile, only a whole script can still be applied. */
function fill(judged: Judged): Application {
  const outcome = outcomeOf({ ...judged, base: '', target: null })
  return outcome.kind === 'changed' ? apply(outcome) : withhold('overlap')
}

/** Applies the answer to a text that changed while it was being written; the writer's own changes win. */
function rebase(text: string, base: string, outcome: Changed): Application {
  if (outcome.edits.some(({ kind }) => kind === 'script')) return mergeInto(text, base, outcome)
  const scenes = new Map(numberedScenes(base).map((scene) => [scene.id, scene]))
  const edits = outcome.edits.map(({ kind, id, start, end, newStart, newEnd }) => ({
    start,
    end,
    text: outcome.text.slice(newStart, newEnd),
    scene: kind === 'inserted' || id === null ? undefined : scenes.get(id),
  }))
  const rebased = rebaseEdits(base, text, edits)
  if (!rebased.applied.includes(true)) return { ...withhold('overlap'), applied: rebased.applied }
  return apply(outcome, {
    newText: rebased.text,
    otherTexts: outcome.alternatives.flatMap((other) => {
      const moved = rebaseEdits(base, text, [spliceBetween(base, other)])
      return moved.applied[0] ? [moved.text] : []
    }),
    applied: rebased.applied,
    partlyApplied: rebased.applied.includes(false),
  })
}

/** Merges a whole new script: lines that the writer changed stay, the rest follows the answer. */
function mergeInto(text: string, base: string, outcome: Changed): Application {
  const merged = merge(base, text, withEndOf(base, outcome.text))
  const partlyApplied = merged.conflicts.length > 0
  if (merged.text === text) return withhold(partlyApplied ? 'overlap' : null)
  return apply(outcome, { newText: merged.text, otherTexts: [], partlyApplied })
}

/** Gives the answer the base's trailing white space, so that a difference there is not a conflict. */
const withEndOf = (base: string, answer: string): string =>
  answer.trimEnd() + base.slice(base.trimEnd().length)

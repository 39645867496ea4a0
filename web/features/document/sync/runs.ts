import type { ChangeSet, Text } from '@codemirror/state'
import type { Splice } from '../../../../screenplay/changes.ts'
import { changeSet, docOf, splicesOf, textOf } from '../text/changes.ts'
import { MOST } from '../../../../contract/limits.ts'
import { type Has, isSameMaker, type Mark } from './marks.ts'
import type { Overlap } from './overlaps.ts'

/** `restore`: the text was in the script before, and has the origin that it had. */
export type Origin = 'typed' | 'pasted' | 'template' | 'restore' | 'import'

/** One step of keep_draft, which passes the overlaps of the text on to the user's other tabs. */
export type Step = {
  origin: Origin | 'merge'
  splices: Splice[]
  version?: boolean
  overlaps?: Overlap[]
  /** In the browser's copy. */
  mark?: Mark
  /** In the last step of a request: what the server has once it has stored it. */
  has?: Has
}

/** Changes of one origin in a row. */
export type Run = {
  origin: Origin | 'merge'
  before: Text
  changes: ChangeSet
  after: Text
  /** What was merged from elsewhere has none. */
  mark?: Mark
  /** Whether the server makes a version of it. */
  isVersion?: boolean
  /** The run may have been sent: later changes go into a new one, so that its text can be recognised. */
  isClosed?: boolean
  /** Closed because the browser stored it, and not sent yet. */
  isLent?: boolean
}

/** Limits of keep_draft. */
const MAX_SPLICES = MOST.splicesOfAStep
const MAX_STEPS = MOST.stepsOfAChange
/** A request with more characters has only one step. */
const MAX_CHARACTERS = 1_000_000

export const runOf = (origin: Run['origin'], before: Text, changes: ChangeSet): Run => ({
  origin,
  before,
  changes,
  after: changes.apply(before),
})

/** One splice instead of many, with the unchanged text between them. */
function joined(text: string, all: readonly Splice[]): Splice {
  const start = all[0]?.start ?? 0
  const end = all.at(-1)?.end ?? start
  const grown = all.reduce((sum, splice) => sum + splice.text.length - splice.end + splice.start, 0)
  return { start, end, text: text.slice(start, end + grown) }
}

/** A run as the browser stores it. */
export const storedStepOf = (run: Run): Step =>
  run.mark ? { ...stepOf(run), mark: run.mark } : stepOf(run)

function stepOf({ origin, changes, after, isVersion }: Run): Step {
  const all = splicesOf(changes)
  const splices = all.length > MAX_SPLICES ? [joined(textOf(after), all)] : all
  return isVersion ? { origin, splices, version: true } : { origin, splices }
}

/** The reverse of `stepOf`: the runs that result from applying the steps to a base. */
export function runsOf(base: string, steps: readonly Step[]): Run[] {
  let before = docOf(base)
  return steps.map(({ origin, splices, version, mark }) => {
    const run = runOf(origin, before, changeSet(splices, before.length))
    before = run.after
    return { ...run, ...(mark && { mark }), isVersion: version === true, isClosed: true }
  })
}

const charactersOf = (step: Step) => step.splices.reduce((sum, { text }) => sum + text.length, 0)

/** Two runs as one, as if there had been no copy between them. */
export const composed = (first: Run, second: Run): Run => ({
  ...second,
  before: first.before,
  changes: first.changes.compose(second.changes),
})

/** Whether one tab made both, one right after the other, and the same way. */
export const areOne = (first: Run, second: Run): boolean =>
  first.origin === second.origin && !first.isVersion && isSameMaker(first.mark, second.mark)

/** The steps of the first runs, as many as fit into one request, and how many runs these are. */
export function stepsToSend(runs: readonly Run[]): { steps: Step[]; sent: number } {
  const steps: Step[] = []
  let [characters, sent] = [0, 0]
  while (sent < runs.length && steps.length < MAX_STEPS) {
    let next = sent + 1
    let run = runs[sent] as Run
    for (let more = runs[next]; more && areOne(run, more); more = runs[next]) {
      run = composed(run, more)
      next += 1
    }
    const step = stepOf(run)
    characters += charactersOf(step)
    if (steps.length > 0 && characters > MAX_CHARACTERS) break
    steps.push(step)
    sent = next
  }
  return { steps, sent }
}

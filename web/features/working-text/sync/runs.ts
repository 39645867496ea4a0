import { applySplices, type Splice, splices } from '../../../../screenplay/splices.ts'
import type { Overlap } from './overlaps.ts'

export type Origin = 'typed' | 'pasted' | 'restore' | 'import'

/** One step of keep_draft, which passes the overlaps of the text on to the user's other tabs. */
export type Step = {
  origin: Origin | 'merge'
  splices: Splice[]
  version?: boolean
  overlaps?: Overlap[]
}

/** Changes of one origin in a row, as the text before and after them. */
export type Run = {
  origin: Origin | 'merge'
  before: string
  text: string
  /** From `before` to `text`, if known exactly; otherwise the texts are compared. */
  splices?: Splice[] | undefined
  /** Whether the server makes a version of it. */
  isVersion?: boolean
  /** The run may have been sent: later changes go into a new one, so that its text can be recognised. */
  isClosed?: boolean
}

/** Limits of keep_draft. */
const MAX_SPLICES = 1_000
const MAX_STEPS = 100
/** A request with more characters has only one step. */
const MAX_CHARACTERS = 1_000_000

const known = new WeakMap<Run, Splice[]>()

export function splicesOf(run: Run): Splice[] {
  const found = known.get(run)
  if (found) return found
  const all = run.splices ?? splices(run.before, run.text)
  const few = all.length > MAX_SPLICES ? [joined(run.text, all)] : all
  known.set(run, few)
  return few
}

/** One splice instead of many, with the unchanged text between them. */
function joined(text: string, all: readonly Splice[]): Splice {
  const start = all[0]?.start ?? 0
  const end = all.at(-1)?.end ?? start
  const grown = all.reduce((sum, splice) => sum + splice.text.length - splice.end + splice.start, 0)
  return { start, end, text: text.slice(start, end + grown) }
}

export function stepOf(run: Run): Step {
  const step = { origin: run.origin, splices: splicesOf(run) }
  return run.isVersion ? { ...step, version: true } : step
}

/** The reverse of `stepOf`: the runs that result from applying the steps to a base. */
export function runsOf(base: string, steps: readonly Step[]): Run[] {
  let before = base
  return steps.map(({ origin, splices: changes, version }) => {
    const text = applySplices(before, changes)
    const run: Run = { origin, before, text, isVersion: version === true, isClosed: true }
    before = text
    return run
  })
}

const charactersOf = (step: Step) => step.splices.reduce((sum, { text }) => sum + text.length, 0)

/** The first runs, as many as fit into one request. */
export function stepsToSend(runs: readonly Run[]): Step[] {
  const steps: Step[] = []
  let characters = 0
  for (const run of runs.slice(0, MAX_STEPS)) {
    const step = stepOf(run)
    characters += charactersOf(step)
    if (steps.length > 0 && characters > MAX_CHARACTERS) break
    steps.push(step)
  }
  return steps
}

import { numberedScenes, shownAlternative } from '../../../screenplay/answers.ts'
import { type Splice, splices } from '../../../screenplay/changes.ts'
import { rebaseEdits } from './rebase-edits.ts'

/** A change of the script, from one text to another, or from the one of several that is in the script. */
export type Step = { from: string; to: string; others?: readonly string[] | undefined }

type Followed = {
  text: string
  /** The writer had changed some of the same lines, and those stayed. */
  keptLines: boolean
  /** The text was what each step begins with, so that steps in between would make no difference. */
  isExact: boolean
}

/** Makes changes in a text that others changed too: three-way, and what the writer wrote wins. */
export function followSteps(text: string, steps: readonly Step[]): Followed {
  return steps.reduce<Followed>(
    (followed, step) => {
      const next = follow(followed.text, step)
      return {
        text: next.text,
        keptLines: followed.keptLines || next.keptLines,
        isExact: followed.isExact && next.isExact,
      }
    },
    { text, keptLines: false, isExact: true },
  )
}

function follow(text: string, step: Step): Followed {
  const { to } = step
  const from = fromOf(text, step)
  if (text === from || text === to) return { text: to, keptLines: false, isExact: text === from }
  const own = splices(from, text)
  const done = new Set(own.map(keyOf))
  // Words that were put before a line, without a line of their own, change it.
  const begun = new Set(own.flatMap((one) => (one.text.endsWith('\n') ? [] : [one.start])))
  const edits = byScene(from, splices(from, to))
    .filter((edit) => !done.has(keyOf(edit)))
    .map((edit) => Object.assign(edit, { scene: wholeLines(from, edit) }))
  const free = edits.filter(({ scene }) => !scene || !begun.has(scene.start))
  const { text: rebased, applied } = rebaseEdits(from, text, free)
  const keptLines = free.length < edits.length || applied.includes(false)
  return { text: rebased, keptLines, isExact: false }
}

/** Of an answer with alternatives, the one that the text has. */
function fromOf(text: string, { from, to, others = [] }: Step): string {
  if (others.length === 0) return from
  const alternatives = [from, ...others]
  return alternatives[shownAlternative({ before: to, alternatives, working: text })] ?? from
}

/** A change that the writer has made already needs no second time. */
const keyOf = ({ start, end, text }: Splice) => `${start} ${end} ${text}`

/** Scenes that go are separate edits: one that the writer has changed stays, and only that one. */
function byScene(from: string, changes: readonly Splice[]): Splice[] {
  const starts = numberedScenes(from).map(({ start }) => start)
  return changes.flatMap((change) => {
    if (change.text !== '') return [change]
    const inside = starts.filter((start) => start > change.start && start < change.end)
    const bounds = [change.start, ...inside, change.end]
    return inside.concat(change.end).map((end, at) => {
      return { start: bounds[at] ?? change.start, end, text: '' }
    })
  })
}

/** Lines are the writer's as a whole, with their ends. */
function wholeLines(text: string, { start, end }: Splice) {
  if (start === end) return undefined
  const rest = text.indexOf('\n', end - 1)
  return {
    start: text.lastIndexOf('\n', start - 1) + 1,
    end: rest === -1 ? text.length : rest + 1,
  }
}

/** Where a range of a text is after a change of it; what was in a changed place is all of the new one. */
export function moveRange(range: { start: number; end: number }, from: string, to: string) {
  const changes = splices(from, to)
  const move = (place: number, isEnd: boolean) => {
    let by = 0
    for (const { start, end, text } of changes) {
      if (end > place || (end === place && start === end && !isEnd)) {
        return start < place ? start + by + (isEnd ? text.length : 0) : place + by
      }
      by += text.length - (end - start)
    }
    return place + by
  }
  const start = move(range.start, false)
  return { start, end: Math.max(start, move(range.end, true)) }
}

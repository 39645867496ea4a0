import { shownAlternative } from '../../../screenplay/answers.ts'
import { applySplices, type Splice, splices } from '../../../screenplay/changes.ts'
import { type Move, TrackedText } from './tracked-text.ts'

/**
 * What is known to have led from one version to the next: what people wrote, or what a branch moved, which takes the
 * versions `since` one to understand.
 */
type Written = {
  origin: string
  splices: Splice[]
  /** Of the text on which the request began: that of a merge goes back to an earlier text first. */
  revision: number
}
type KnownChange =
  | Written
  // `variant`: the parts are those of this alternative and not of the answer's own text.
  | { moves: (Move & { variant?: string | undefined })[]; since: number }

type FollowedVersion = {
  id: string
  number: number
  job: string | null
  origin: string
  /** Null if it is not known, so that the texts are compared. */
  changes: KnownChange[] | null
}

/** What private.branch_history returns: the answers that a branch moves, and the text since before the first of them. */
export type BranchHistory = {
  /** In the order in which they move: those that are left, the newest first, then those that return. */
  answers: { version: string; isLeft: boolean; others: string[] }[]
  /** The version before the first; null if there was no text. */
  base: string | null
  versions: FollowedVersion[]
  /** Since the last version. */
  pending: KnownChange[] | null
}
export type VersionTexts = ReadonlyMap<string, string>

type Followed = {
  /** The text without the answers that are left, and then with those that return. */
  leftText: string
  text: string
  /** What moved, for the versions with these texts; empty if nothing. Then the text is the same, which it may be anyway. */
  left: KnownChange[]
  returned: KnownChange[]
  /** Somebody had changed the same lines, and those stay. */
  keptLines: boolean
}

const isUnknown = (version: FollowedVersion | undefined) =>
  version?.job === null && version.changes === null

const movesOf = ({ changes }: FollowedVersion) =>
  changes?.flatMap((change) => ('moves' in change ? change.moves : [])) ?? []

/** The version is the last of those that an answer made. */
const isAnswer = (versions: readonly FollowedVersion[], at: number) =>
  (versions[at]?.job ?? null) !== null && versions[at]?.job !== versions[at + 1]?.job

/** The versions whose texts are needed. Of several in a row that are not known, the last is enough. */
export function textsNeeded({ base, versions, answers }: BranchHistory): string[] {
  const variants = versions.flatMap(movesOf).flatMap(({ variant }) => variant ?? [])
  const others = answers.flatMap((answer) => answer.others)
  const hasAlternatives = variants.length + others.length > 0
  const needed = versions.filter((version, at) => {
    if (version.job !== null) return isAnswer(versions, at)
    const next = versions[at + 1]
    if (isUnknown(version)) return next && !isUnknown(next)
    return hasAlternatives && next && (next.job !== null || movesOf(next).length > 0)
  })
  const ids = needed.map(({ id }) => id)
  return [...new Set([...(base === null ? [] : [base]), ...ids, ...variants, ...others])]
}

/** The same, if what is known were wrong. */
export const withoutChanges = (history: BranchHistory): BranchHistory => ({
  ...history,
  versions: history.versions.map((version) => ({ ...version, changes: null })),
  pending: null,
})

/** The text as it becomes when a branch is shown; undefined if the changes do not lead to the text that there is. */
export function followBranch(
  text: string,
  history: BranchHistory,
  texts: VersionTexts,
): Followed | undefined {
  const variants = new Map<number, string>()
  const tracked = track(text, history, texts, variants)
  if (tracked?.text !== text) return undefined
  const numbers = new Map(history.versions.map(({ id, number }) => [id, number]))
  let keptLines = false
  const moveAll = (isOut: boolean): KnownChange[] => {
    const answers = history.answers.filter(({ isLeft }) => isLeft === isOut)
    const moved = tracked.move(
      answers.flatMap(({ version }) => numbers.get(version) ?? []),
      isOut,
    )
    keptLines ||= moved.keptLines
    const moves = moved.moves.map((move) =>
      Object.assign(move, { variant: variants.get(move.answer) }),
    )
    if (!moves.some(({ parts }) => parts.length > 0)) return []
    return [{ moves, since: (history.versions[0]?.number ?? 1) - 1 }]
  }
  const left = moveAll(true)
  const leftText = tracked.text
  const returned = moveAll(false)
  return { leftText, text: tracked.text, left, returned, keptLines }
}

/** Every character of the text, with where it came from. `variants` gets the alternatives that were chosen instead. */
function track(
  text: string,
  { answers, base, versions, pending }: BranchHistory,
  texts: VersionTexts,
  variants: Map<number, string>,
): TrackedText | undefined {
  for (const { answer, variant } of versions.flatMap(movesOf))
    if (variant !== undefined) variants.set(answer, variant)
  const tracked = new TrackedText(base === null ? '' : (texts.get(base) ?? ''))
  const known = new KnownChanges(tracked)
  // When another alternative was chosen is not known.
  let isLost = false
  try {
    for (const [at, { id, number, job, origin, changes }] of versions.entries()) {
      if (job === null && changes !== null && !isLost) {
        known.add(changes)
        continue
      }
      known.end()
      const own = texts.get(id)
      if (isAnswer(versions, at)) {
        const others = answers.find((one) => one.version === id && one.isLeft)?.others ?? []
        const shown =
          variants.get(number) ?? shownVariant(tracked.text, [id, ...others], texts, text)
        tracked.answer(number, texts.get(shown) ?? '')
        isLost = shown !== id
        if (isLost) variants.set(number, shown)
      } else if (job === null && own !== undefined) {
        become(tracked, own, isLost ? 'restore' : origin)
        isLost = false
      }
    }
    if (!isLost && pending !== null) known.add(pending)
    known.end()
    if (isLost || pending === null || isUnknown(versions.at(-1))) become(tracked, text, 'restore')
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  for (const { version, isLeft } of answers) if (!isLeft) markTakenOut(tracked, versions, version)
  return tracked
}

/** Of an answer with alternatives, the version of the one that is in the text. */
function shownVariant(before: string, ids: string[], texts: VersionTexts, working: string): string {
  const alternatives = ids.map((id) => texts.get(id) ?? '')
  const at = ids.length > 1 ? shownAlternative({ before, alternatives, working }) : 0
  return ids[at] ?? ''
}

const REVIVING = new Set(['restore', 'merge'])

const become = (tracked: TrackedText, text: string, origin: string) =>
  tracked.write(splices(tracked.text, text), REVIVING.has(origin))

/** Does known changes again, all of one request together. */
class KnownChanges {
  readonly #tracked: TrackedText
  #request: Written[] = []

  constructor(tracked: TrackedText) {
    this.#tracked = tracked
  }

  add(changes: readonly KnownChange[]): void {
    for (const change of changes) {
      if (!('splices' in change)) {
        this.end()
        this.#tracked.repeat(change.moves)
      } else {
        if (this.#request[0]?.revision !== change.revision) this.end()
        this.#request.push(change)
      }
    }
  }

  end(): void {
    const changes = this.#request
    this.#request = []
    if (changes.some(({ origin }) => origin === 'merge')) {
      const now = changes.reduce(
        (text, change) => applySplices(text, change.splices),
        this.#tracked.text,
      )
      become(this.#tracked, now, 'merge')
    } else
      for (const { splices: written, origin } of changes)
        this.#tracked.write(written, REVIVING.has(origin))
  }
}

/** An answer may have been left before it was recorded what that changed. */
function markTakenOut(tracked: TrackedText, versions: readonly FollowedVersion[], id: string) {
  const at = versions.findIndex((version) => version.id === id)
  const { number = 0 } = versions[at] ?? {}
  const since = versions.slice(at + 1)
  const isRecorded = since.flatMap(movesOf).some(({ answer }) => answer === number)
  if (!isRecorded && since.some((one) => isUnknown(one) && one.origin === 'restore'))
    tracked.wasTakenOut(number)
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

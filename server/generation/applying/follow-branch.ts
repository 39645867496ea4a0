import { shownAlternative } from '../../../screenplay/answers.ts'
import {
  applySplices,
  endAfter,
  movesOf,
  placeAfter,
  type Splice,
  splices,
  type TextRange,
} from '../../../screenplay/changes.ts'
import { type Move, type PartChange, partChanges, TrackedText } from './tracked-text.ts'

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
  | { parts: PartChange[] }
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
  /** There are more, which stay as they are. */
  more: boolean
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

/** At most so many texts are read, and so many changes done again. */
const MAX_TEXTS = 300
const MAX_CHANGES = 20_000
/** A version's changes are kept if they take no more, as JSON. */
const MAX_BYTES = 16 * 1024

const branchMovesOf = ({ changes }: FollowedVersion) =>
  changes?.flatMap((change) => ('moves' in change ? change.moves : [])) ?? []

/** What is known of a version that an answer makes of a text, as it is stored with it. */
export function knownAnswer(before: string, after: string): KnownChange[] | null {
  const changes = [{ parts: partChanges(before, after) }]
  return Buffer.byteLength(JSON.stringify(changes)) > MAX_BYTES ? null : changes
}

/** The answers that move or have moved, and the versions without alternatives that were not chosen. */
function readHistory({ versions, answers }: BranchHistory) {
  const moved = new Set(versions.flatMap(branchMovesOf).map(({ answer }) => answer))
  const ids = new Set(answers.map(({ version }) => version))
  const isAnswer = ({ id, number }: FollowedVersion) => ids.has(id) || moved.has(number)
  const isUnknown = (one: FollowedVersion | undefined) =>
    one !== undefined && one.changes === null && !isAnswer(one)
  const made = versions.filter(({ job }, at) => job === null || job !== versions[at + 1]?.job)
  return { made, isAnswer, isUnknown }
}

/** The versions whose texts are needed. Of several in a row that are not known, the last is enough. */
export function textsNeeded(history: BranchHistory): string[] {
  const { base, versions, answers } = history
  const { made, isAnswer, isUnknown } = readHistory(history)
  const variants = versions.flatMap(branchMovesOf).flatMap(({ variant }) => variant ?? [])
  const others = answers.flatMap((answer) => answer.others)
  const hasAlternatives = variants.length + others.length > 0
  const needed = made.filter((version, at) => {
    const next = made[at + 1]
    if (isAnswer(version)) return version.changes === null || hasAlternatives
    if (isUnknown(version)) return next && !isUnknown(next)
    return hasAlternatives && next && (isAnswer(next) || branchMovesOf(next).length > 0)
  })
  const ids = needed.map(({ id }) => id)
  return [...new Set([...(base === null ? [] : [base]), ...ids, ...variants, ...others])]
}

/** The same with no changes known: if what is known were wrong, or too much. */
export const withoutChanges = (history: BranchHistory): BranchHistory => ({
  ...history,
  versions: history.versions.map((version) => ({ ...version, changes: null })),
  pending: null,
})

export function bounded(history: BranchHistory): BranchHistory {
  const changes = history.versions.reduce((sum, one) => sum + (one.changes?.length ?? 0), 0)
  const isTooMuch = changes > MAX_CHANGES || textsNeeded(history).length > MAX_TEXTS
  return isTooMuch ? withoutChanges(history) : history
}

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
  let keptLines = history.more
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
  history: BranchHistory,
  texts: VersionTexts,
  variants: Map<number, string>,
): TrackedText | undefined {
  const { answers, base, versions, pending } = history
  const { made, isAnswer, isUnknown } = readHistory(history)
  for (const { answer, variant } of versions.flatMap(branchMovesOf))
    if (variant !== undefined) variants.set(answer, variant)
  const tracked = new TrackedText(base === null ? '' : (texts.get(base) ?? ''))
  const known = new KnownChanges(tracked)
  // When another alternative was chosen is not known.
  let isLost = false
  try {
    for (const version of made) {
      const { id, number, origin, changes } = version
      const own = texts.get(id)
      if (isAnswer(version)) {
        known.end()
        const others = answers.find((one) => one.version === id && one.isLeft)?.others ?? []
        const shown =
          variants.get(number) ?? shownVariant(tracked.text, [id, ...others], texts, text)
        isLost = shown !== id
        if (isLost) variants.set(number, shown)
        const parts = isLost ? undefined : partsIn(changes)
        tracked.answer(number, parts ?? partChanges(tracked.text, texts.get(shown) ?? ''))
      } else if (changes !== null && !isLost) known.add(changes)
      else if (own !== undefined) {
        known.end()
        become(tracked, own, isLost ? 'restore' : origin)
        isLost = false
      }
    }
    if (!isLost && pending !== null) known.add(pending)
    known.end()
    if (isLost || pending === null || isUnknown(made.at(-1))) become(tracked, text, 'restore')
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
  for (const { version, isLeft } of answers)
    if (!isLeft) markTakenOut(tracked, made, version, isUnknown)
  return tracked
}

const partsIn = (changes: readonly KnownChange[] | null) =>
  changes?.flatMap((change) => ('parts' in change ? change.parts : []))

/** Of an answer with alternatives, the version of the one that is in the text. */
function shownVariant(before: string, ids: string[], texts: VersionTexts, working: string): string {
  const alternatives = ids.map((id) => texts.get(id) ?? '')
  const at = ids.length > 1 ? shownAlternative({ before, alternatives, working }) : 0
  return ids[at] ?? ''
}

const asSplice = ({ start, end, texts }: PartChange): Splice => ({
  start,
  end,
  text: texts.join(''),
})

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
      if (!('revision' in change) || this.#request[0]?.revision !== change.revision) this.end()
      if ('moves' in change) this.#tracked.repeat(change.moves)
      else if ('revision' in change) this.#request.push(change)
      // Of an answer that does not move.
      else this.#tracked.write(change.parts.map(asSplice), false)
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
function markTakenOut(
  tracked: TrackedText,
  versions: readonly FollowedVersion[],
  id: string,
  isUnknown: (version: FollowedVersion) => boolean,
) {
  const at = versions.findIndex((version) => version.id === id)
  const { number = 0 } = versions[at] ?? {}
  const since = versions.slice(at + 1)
  const isRecorded = since.flatMap(branchMovesOf).some(({ answer }) => answer === number)
  if (!isRecorded && since.some((one) => isUnknown(one) && one.origin === 'restore'))
    tracked.wasTakenOut(number)
}

/** Where a range of a text is after a change of it; what was in a changed place is all of the new one. */
export function moveRange(range: TextRange, from: string, to: string): TextRange {
  const moves = movesOf(splices(from, to))
  const start = endAfter(moves, range.start, 'replaced')
  const end = placeAfter(moves, range.end, (change) => change.start === change.end)
  return { start, end: Math.max(start, end) }
}

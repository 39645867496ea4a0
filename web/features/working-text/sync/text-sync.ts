import { type Splice, splices } from '../../../../screenplay/splices.ts'
import { addedBelow, contains, mergeEdits, type Merged, mergeTexts } from './merge-edits.ts'
import { followChanges, fromOtherSide, located, newOverlaps, type Overlap } from './overlaps.ts'
import { type Origin, type Run, runsOf, splicesOf, type Step, stepOf, stepsToSend } from './runs.ts'

/** A text that the server has, or had, at a revision. */
export type Base = { revision: number; text: string }

/** What the browser stores of a text. */
export type LocalCopy = { base: Base; steps: Step[]; overlaps?: Overlap[] }

type Batch = {
  revision: number
  steps: Step[]
  text: string
  /** How many runs it has. */
  runs: number
}

/** Overlaps that take more characters are sent once, not with every change until the writer decides. */
const MAX_REPEATED = 2_000

type Unsent = { base: string; runs: Run[] }

/** How the server's text came about. */
type Arrival = {
  /** The changes of the last text that was shared; null if only the text is known. */
  changes?: Splice[] | null
  /** My unsent runs are seconds old: the other side's changes came while I was typing. */
  isLive?: boolean
}

/** The runs that `text` lacks. It may contain the first ones, if only the response to them was lost. */
function missing(text: string, { base, runs }: Unsent): Unsent {
  const found = runs.findLastIndex((run) => run.isClosed && contains(text, base, run.text))
  return { base: runs[found]?.text ?? base, runs: runs.slice(found + 1) }
}

/** Back to the text that runs were made on: only they are then the difference between two versions. */
const backTo = (base: string, before: string): Run => ({ origin: 'restore', before, text: base })

/** The runs as they are after the other side's changes; null if both changed the same lines. */
function rebased({ base, runs }: Unsent, theirs: Base['text'], changes: Splice[]) {
  let [before, after, arrived] = [base, theirs, changes]
  const moved: Run[] = []
  for (const run of runs) {
    const { text, onTheirs, onMine, overlaps } = mergeEdits(before, splicesOf(run), arrived)
    if (overlaps.length > 0) return null
    if (text !== after || run.isVersion)
      moved.push({ ...run, before: after, text, splices: onTheirs })
    before = run.text
    after = text
    arrived = onMine
  }
  return { runs: moved, arrived }
}

/**
 * The working text as this tab has it: the last text that it shared with the server, and the runs that the
 * server lacks. Independent of network, storage and time.
 */
export class TextSync {
  #base: Base | null = null
  #runs: Run[] = []
  /** Some of the runs are from a tab that was closed, perhaps long ago. */
  #areLeft = false
  /** What the writer has to decide on. */
  #overlaps: readonly Overlap[] = []
  #areOverlapsSent = true
  /** The last change that came from elsewhere. */
  #arrived: { before: string; after: string; changes: Splice[] } | null = null

  get base(): Base | null {
    return this.#base
  }

  get revision(): number {
    return this.#base?.revision ?? 0
  }

  get text(): string {
    return this.#runs.at(-1)?.text ?? this.#base?.text ?? ''
  }

  get isSent(): boolean {
    return this.#runs.length === 0 && this.#areOverlapsSent
  }

  get overlaps(): readonly Overlap[] {
    return this.#overlaps
  }

  /** What turns an earlier text into this one: exactly what came from elsewhere, if that is all. */
  changesSince(before: string): Splice[] {
    const { text } = this
    if (before === text) return []
    const known = this.#arrived
    return known?.before === before && known.after === text ? known.changes : splices(before, text)
  }

  /** What the browser has to store. */
  copy(): LocalCopy | null {
    if (!this.#base) return null
    return { base: this.#base, steps: this.#runs.map(stepOf), overlaps: [...this.overlaps] }
  }

  change(text: string, origin: Origin, changes?: Splice[]): void {
    const before = this.text
    this.#add(text, origin)
    if (this.#overlaps.length > 0) this.#follow(before, changes ?? splices(before, text))
  }

  /** Takes over what an editor made of an earlier text. Returns what that editor's text lacks. */
  changeEarlier(before: string, changes: Splice[], origin: Origin): Splice[] {
    const merged = mergeEdits(before, changes, this.changesSince(before))
    const now = this.text
    this.#add(merged.text, origin)
    this.#follow(now, merged.onTheirs)
    this.#open(newOverlaps(merged.overlaps))
    return merged.onMine
  }

  /** The next batch to send. Its runs count as unsent until `confirm`. */
  toSend(): Batch | null {
    if (!this.#base || this.isSent) return null
    const steps = stepsToSend(this.#runs)
    const sent = this.#runs.slice(0, steps.length)
    this.#runs = this.#runs.map((run, index) =>
      run.isClosed || index >= sent.length
        ? run
        : { ...run, isClosed: true, splices: splicesOf(run) },
    )
    const batch = {
      revision: this.revision,
      steps,
      text: sent.at(-1)?.text ?? this.#base.text,
      runs: sent.length,
    }
    if (sent.length < this.#runs.length || !this.#areOverlapsDue()) return batch
    // The user's other tabs and devices ask about them too.
    const last: Step = steps.pop() ?? { origin: 'merge', splices: [] }
    return { ...batch, steps: [...steps, { ...last, overlaps: [...this.overlaps] }] }
  }

  #areOverlapsDue(): boolean {
    if (!this.#areOverlapsSent) return true
    const { overlaps } = this
    const characters = overlaps.reduce(
      (sum, { first, second }) => sum + first.length + second.length,
      0,
    )
    return overlaps.length > 0 && characters <= MAX_REPEATED
  }

  /** Call when the server has stored the batch. */
  confirm({ steps, text, runs }: Batch, revision: number): void {
    this.#base = { revision, text }
    this.#runs = this.#runs.slice(runs)
    this.#areLeft &&= this.#runs.length > 0
    if (steps.at(-1)?.overlaps) this.#areOverlapsSent = true
  }

  /**
   * Sets the server's current text. Runs that it lacks are moved onto it. If they took long, or changed the
   * same lines, both texts become versions.
   */
  setServerText(theirs: Base, { changes = null, isLive = false }: Arrival = {}): void {
    const before = this.text
    const known = { base: this.#base?.text ?? '', runs: this.#runs }
    const rest = missing(theirs.text, known)
    // The first run of an earlier merge that was never sent: a version of that text is useless now.
    if (rest.runs[0]?.before === rest.runs[0]?.text) rest.runs.shift()
    this.#base = theirs
    this.#runs = rest.runs
    const [first, ...others] = rest.runs
    const exact = rest.base === known.base ? changes : null
    if (!first) {
      const isExact = known.runs.length === 0 && exact
      const arrived = isExact ? addedBelow(before, exact) : splices(before, theirs.text)
      this.#haveArrived(before, arrived)
      return
    }
    if (first.before === theirs.text) return
    const arrived = exact ?? splices(rest.base, theirs.text)
    const moved = isLive && !this.#areLeft ? rebased(rest, theirs.text, arrived) : null
    if (moved) {
      this.#runs = moved.runs
      this.#haveArrived(before, moved.arrived)
      return
    }
    this.#runs = [
      {
        origin: first.origin,
        before: theirs.text,
        text: theirs.text,
        isVersion: true,
        isClosed: true,
      },
      backTo(rest.base, theirs.text),
      first,
      ...others,
    ]
    this.#addMerged(before, mergeEdits(rest.base, splices(rest.base, before), arrived))
  }

  /** Takes over what a closed tab left. */
  takeOver({ base, steps, overlaps = [] }: LocalCopy): void {
    const runs = runsOf(base.text, steps)
    this.#areLeft ||= runs.length > 0
    if (!this.#base) {
      this.#base = base
      this.#runs = runs
      this.#open(overlaps)
      return
    }
    this.#open(overlaps.flatMap((one) => located(one, this.text) ?? []))
    const before = this.text
    const rest = missing(before, { base: base.text, runs })
    const last = rest.runs.at(-1)
    if (!last) return
    if (this.#runs.length === 0 && rest.base === before) {
      this.#runs = rest.runs
      return
    }
    const merged = mergeTexts(rest.base, before, last.text)
    if (merged.text === before && merged.overlaps.length === 0) return
    if (this.#runs.length === 0) this.#runs.push({ origin: last.origin, before, text: before })
    this.#makeVersion()
    this.#runs.push(backTo(rest.base, before), ...rest.runs)
    this.#addMerged(before, merged)
  }

  /** What another tab or device says of all overlaps, as it sees them. */
  setOverlaps(theirs: readonly Overlap[]): void {
    const known = (id: string) => this.#overlaps.find((one) => one.id === id)
    const all = theirs.flatMap(
      (one) => known(one.id) ?? located(fromOtherSide(one), this.text) ?? [],
    )
    // Those of mine that nobody else knows yet stay.
    const own = this.#areOverlapsSent ? [] : this.#overlaps.filter((one) => !all.includes(one))
    this.#overlaps = [...all, ...own]
  }

  /** The writer has decided, or takes that back. */
  settle(overlap: Overlap, isSettled: boolean): void {
    const others = this.#overlaps.filter(({ id }) => id !== overlap.id)
    this.#overlaps = others
    this.#areOverlapsSent = false
    if (!isSettled) this.#open([located(overlap, this.text) ?? overlap])
  }

  #open(overlaps: readonly Overlap[]): void {
    if (overlaps.length === 0) return
    this.#overlaps = [...this.#overlaps, ...overlaps]
    this.#areOverlapsSent = false
  }

  #follow(before: string, changes: readonly Splice[]): void {
    this.#overlaps = followChanges(this.#overlaps, before, changes, this.text)
  }

  #haveArrived(before: string, changes: Splice[]): void {
    this.#arrived = { before, after: this.text, changes }
    this.#follow(before, changes)
  }

  #add(text: string, origin: Run['origin']): void {
    const before = this.text
    if (text === before) return
    const last = this.#runs.at(-1)
    if (!last || last.isClosed || last.origin !== origin) this.#runs.push({ origin, before, text })
    else if (text === last.before) this.#runs.pop()
    else this.#runs.splice(-1, 1, { ...last, text, splices: undefined })
  }

  /** Adds a merged text. The last run, one side's text, becomes a version like the other side's before it. */
  #addMerged(before: string, { text, onMine, overlaps }: Merged): void {
    this.#makeVersion()
    this.#add(text, 'merge')
    this.#haveArrived(before, onMine)
    this.#open(newOverlaps(overlaps))
  }

  #makeVersion(): void {
    const last = this.#runs.at(-1)
    if (last) this.#runs.splice(-1, 1, { ...last, isVersion: true, isClosed: true })
  }
}

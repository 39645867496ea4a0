import { ChangeSet, Text } from '@codemirror/state'
import { type Splice, splices } from '../../../../screenplay/changes.ts'
import { changesBetween, changeSet, docOf, spliced, splicesOf, textOf } from '../text/changes.ts'
import { addedBelow, contains, mergeEdits, mergeTexts } from './merge-edits.ts'
import { followChanges, fromOtherSide, located, newOverlaps, type Overlap } from './overlaps.ts'
import { type Has, isIn, type Mark, newMaker, withAll, withMarks } from './marks.ts'
import {
  areOne,
  composed,
  type Origin,
  type Run,
  runOf,
  runsOf,
  type Step,
  stepsToSend,
  storedStepOf,
} from './runs.ts'

/** A text that the server has, or had, at a revision. */
export type Base = { revision: number; text: string }

/** What the browser stores of a text. */
export type LocalCopy = { base: Base; steps: Step[]; overlaps?: Overlap[]; has?: Has }

type Batch = {
  revision: number
  steps: Step[]
  text: string
  doc: Text
  /** How many runs it has. */
  runs: number
  has: Has
}

/** Overlaps that take more characters are sent once, not with every change until the writer decides. */
const MAX_REPEATED = 2_000

/** How many runs of one tab in a row are kept apart. */
const MAX_LENT = 16

type Unsent = { base: Text; runs: Run[] }

/** How the server's text came about. */
type Arrival = {
  /** The changes of the last text that was shared; null if only the text is known. */
  changes?: Splice[] | null
  /** My unsent runs are seconds old: the other side's changes came while I was typing. */
  isLive?: boolean
}

/** An editor's text that lacks changes made elsewhere, one after the other. */
export type Behind = { doc: Text; lacks: readonly ChangeSet[] }

/** The runs from one on, and what they were made on. */
const from = ({ base, runs }: Unsent, first: number): Unsent => ({
  base: runs[first - 1]?.after ?? base,
  runs: runs.slice(first),
})

const isWayBack = ({ origin, mark }: Run) => origin === 'restore' && !mark

/** What was taken over with a run: it alone, or from the way back to its base to the merge. */
function takenFrom(runs: readonly Run[], first: number): readonly Run[] {
  const run = runs[first]
  if (run && isWayBack(run)) {
    const last = runs.findIndex(({ origin }, at) => at > first && origin === 'merge')
    return runs.slice(first, last + 1)
  }
  const near = runs.slice(0, first).findLast((one) => isWayBack(one) || one.origin === 'merge')
  return run && !(near && isWayBack(near)) ? [run] : []
}

/** How many of the first runs are in a text that has these: what was merged, all or none. */
function storedRuns(runs: readonly Run[], has: Has): number {
  const missed = runs.findIndex(({ mark }) => mark && !isIn(has, mark))
  const way = runs.slice(0, Math.max(missed, 0)).findLastIndex(isWayBack)
  const isWithin = way >= 0 && takenFrom(runs, way).length > missed - way
  const first = isWithin ? way : missed
  const last = runs.slice(0, first < 0 ? runs.length : first).findLastIndex(({ mark }) => mark)
  // A merge only added what the other side has.
  return last >= 0 && runs[last + 1]?.origin === 'merge' ? last + 2 : last + 1
}

/** Without what was merged or taken over from other tabs, and is stored by now. */
function withoutStored(unsent: Unsent, has: Has): Unsent {
  let rest = unsent
  for (let at = unsent.runs.length - 1; at >= 0; at -= 1) rest = withoutTaken(rest, at, has)
  return rest
}

function withoutTaken(unsent: Unsent, first: number, has: Has): Unsent {
  const { base, runs } = unsent
  const taken = takenFrom(runs, first)
  const made = taken.length > 1 ? taken.slice(1, -1) : taken
  const missed = made.findIndex(({ mark }) => !isIn(has, mark))
  if (missed > 0) return withFirstShared(unsent, first, missed)
  if (made.length === 0 || missed === 0) return unsent
  const before = runs[first - 1]?.after ?? base
  const all = from(unsent, first + taken.length)
  const back = splices(textOf(all.base), textOf(before))
  const later = rebased(all, before, back)
  return later ? { base, runs: [...runs.slice(0, first), ...later.runs] } : unsent
}

/** Of what was merged, only the first runs are stored: they become part of the text that is shared. */
function withFirstShared(unsent: Unsent, first: number, stored: number): Unsent {
  const { base, runs } = unsent
  const taken = takenFrom(runs, first)
  const [way, merge] = [taken[0] as Run, taken.at(-1) as Run]
  const [shared, last] = [taken[stored] as Run, taken.at(-2) as Run]
  const [theirs, origin] = [textOf(way.before), textOf(way.after)]
  const made = mergeEdits(origin, splices(origin, textOf(shared.after)), splices(origin, theirs))
  const below = mergeEdits(theirs, made.onTheirs, splices(theirs, textOf(base)))
  const now = spliced(base, below.onTheirs, below.text)
  const earlier = rebased({ base, runs: runs.slice(0, first) }, now, below.onTheirs)
  if (!earlier || made.overlaps.length > 0 || below.overlaps.length > 0) return unsent
  const before = earlier.runs.at(-1)?.after ?? now
  const left = { base: shared.after, runs: taken.slice(stored + 1, -1) }
  const moved = rebased(left, before, splices(textOf(shared.after), textOf(before)))?.runs ?? []
  const isExact = moved.at(-1)?.after.eq(merge.after)
  const rest = { ...last, ...runOf(last.origin, before, changesBetween(before, merge.after)) }
  const later = runs.slice(first + taken.length)
  return { base: now, runs: [...earlier.runs, ...(isExact ? moved : [rest]), ...later] }
}

/** The runs that `text` lacks. What is not known of it, such as after a lost response, is `seen` from the text. */
function missing(text: string, unsent: Unsent, has: Has): Unsent & { seen: Mark[] } {
  const { base, runs } = withoutStored(from(unsent, storedRuns(unsent.runs, has)), has)
  const found = runs.findLastIndex(
    // The way back to a base says nothing: somebody may have deleted the same. Nor do runs that undo each other.
    (run) =>
      run.isClosed &&
      !run.after.eq(base) &&
      (run.mark || run.origin !== 'restore') &&
      contains(text, textOf(base), textOf(run.after)),
  )
  const seen = runs.slice(0, found + 1).flatMap(({ mark }) => mark ?? [])
  return { ...from({ base, runs }, found + 1), seen }
}

/** Back to the text that runs were made on: only they are then the difference between two versions. */
const backTo = (base: Text, before: Text): Run =>
  runOf('restore', before, changesBetween(before, base))

/** The runs as they are after the other side's changes; null if both changed the same lines. */
function rebased({ base, runs }: Unsent, theirs: Text, changes: Splice[]) {
  let [before, after, arrived] = [base, theirs, changes]
  const moved: Run[] = []
  for (const run of runs) {
    const { onTheirs, onMine, overlaps } = mergeEdits(
      textOf(before),
      splicesOf(run.changes),
      arrived,
    )
    if (overlaps.length > 0) return null
    const made = runOf(run.origin, after, changeSet(onTheirs, after.length))
    if (!made.changes.empty || run.isVersion) moved.push({ ...run, ...made })
    before = run.after
    after = made.after
    arrived = onMine
  }
  return { runs: moved, arrived }
}

/**
 * The working text as this tab has it: the last text that it shared with the server, and the runs that the
 * server lacks. Independent of network, storage and time. Texts are compared only where both sides have diverged.
 */
export class TextSync {
  #base: Base | null = null
  #baseDoc = Text.empty
  #runs: Run[] = []
  /** What the server is known to have. */
  #has: Has = {}
  /** What its text has, as seen here; other tabs that have a copy of it must be told. */
  #seen: readonly Mark[] = []
  readonly #maker = newMaker()
  #made = 0
  /** Some of the runs are from a tab that was closed, perhaps long ago. */
  #areLeft = false
  /** What the writer has to decide on. */
  #overlaps: readonly Overlap[] = []
  #areOverlapsSent = true

  get base(): Base | null {
    return this.#base
  }

  get baseDoc(): Text {
    return this.#baseDoc
  }

  get revision(): number {
    return this.#base?.revision ?? 0
  }

  get doc(): Text {
    return this.#runs.at(-1)?.after ?? this.#baseDoc
  }

  get isSent(): boolean {
    return this.#runs.length === 0 && this.#areOverlapsSent && this.#seen.length === 0
  }

  get overlaps(): readonly Overlap[] {
    return this.#overlaps
  }

  /**
   * What the browser has to store. Where other tabs may take over what is `lent`, later changes go into new runs, so that
   * each tab knows how much of its own another one has sent.
   */
  copy({ isLent = false } = {}): LocalCopy | null {
    if (!this.#base) return null
    const copy = {
      base: this.#base,
      steps: this.#runs.map(storedStepOf),
      overlaps: [...this.overlaps],
      has: withMarks(this.#has, this.#seen),
    }
    if (isLent) this.#closeLast()
    return copy
  }

  /** Another tab or device says what the server has. */
  learn(has: Has): void {
    this.#has = withAll(this.#has, has)
    this.#seen = this.#seen.filter((mark) => !isIn(this.#has, mark))
  }

  change(changes: ChangeSet, origin: Origin): void {
    const before = this.doc
    this.#add(changes, origin)
    this.#follow(before, changes)
  }

  /** Takes over what an editor made of a text that lacks something. Returns what was changed, and what it lacks now. */
  changeBehind(changes: ChangeSet, origin: Origin, { doc, lacks }: Behind) {
    let [before, made, overlaps]: [Text, ChangeSet, readonly Overlap[]] = [doc, changes, []]
    const rest = lacks.map((arrived) => {
      const merged = mergeEdits(textOf(before), splicesOf(made), splicesOf(arrived))
      const mine = textOf(made.apply(before))
      overlaps = [
        ...followChanges(overlaps, mine, merged.onMine, merged.text),
        ...newOverlaps(merged.overlaps),
      ]
      before = arrived.apply(before)
      made = changeSet(merged.onTheirs, before.length)
      return changeSet(merged.onMine, mine.length)
    })
    this.change(made, origin)
    this.#open(overlaps)
    return { made, lacks: rest }
  }

  /** The next batch to send. Its runs count as unsent until `confirm`. */
  toSend(): Batch | null {
    if (!this.#base || this.isSent) return null
    const { steps, sent: count } = stepsToSend(this.#runs)
    const sent = this.#runs.slice(0, count)
    this.#runs = this.#runs.map((run, index) =>
      index >= sent.length ? run : { ...run, isClosed: true, isLent: false },
    )
    const doc = sent.at(-1)?.after ?? this.#baseDoc
    const has = withMarks(this.#has, [...this.#seen, ...sent.map(({ mark }) => mark)])
    // The user's other tabs and devices ask about overlaps too.
    const isAsking = sent.length === this.#runs.length && this.#areOverlapsDue()
    const last: Step = steps.pop() ?? { origin: 'merge', splices: [] }
    steps.push({ ...last, has, ...(isAsking && { overlaps: [...this.overlaps] }) })
    return { revision: this.revision, steps, text: textOf(doc), doc, runs: sent.length, has }
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
  confirm({ steps, text, doc, runs, has }: Batch, revision: number): void {
    this.learn(has)
    this.#base = { revision, text }
    this.#baseDoc = doc
    this.#runs = this.#runs.slice(runs)
    this.#areLeft &&= this.#runs.length > 0
    if (steps.at(-1)?.overlaps) this.#areOverlapsSent = true
  }

  /**
   * Sets the server's current text, and returns what that changes here. Runs that it lacks are moved onto it. If
   * they took long, or changed the same lines, both texts become versions.
   */
  setServerText(theirs: Base, { changes = null, isLive = false }: Arrival = {}): ChangeSet {
    const before = this.doc
    const mine = { base: this.#baseDoc, runs: this.#runs }
    const rest = missing(theirs.text, mine, this.#has)
    this.#seen = [...this.#seen, ...rest.seen]
    // The first run of an earlier merge that was never sent: a version of that text is useless now.
    if (rest.runs[0]?.changes.empty) rest.runs.shift()
    const exact = rest.base === mine.base ? changes : null
    this.#base = theirs
    this.#baseDoc = exact ? spliced(mine.base, exact, theirs.text) : docOf(theirs.text)
    this.#runs = rest.runs
    const [first, ...others] = rest.runs
    if (!first) {
      // The text is opened: there is nothing to compare it with.
      if (before.length === 0) return ChangeSet.of({ from: 0, insert: this.#baseDoc }, 0)
      const isExact = mine.runs.length === 0 && exact
      return this.#haveArrived(
        before,
        isExact ? addedBelow(textOf(before), exact) : splices(textOf(before), theirs.text),
      )
    }
    // What another tab has sent may be left out of it.
    const own = others.at(-1)?.after ?? first.after
    const arrive = (shown: Splice[]) =>
      this.#haveArrived(before, own.eq(before) ? shown : splices(textOf(before), textOf(this.doc)))
    if (first.before.eq(this.#baseDoc)) return arrive([])
    const arrived = exact ?? splices(textOf(rest.base), theirs.text)
    const moved = isLive && !this.#areLeft ? rebased(rest, this.#baseDoc, arrived) : null
    if (moved) {
      this.#runs = moved.runs
      return arrive(moved.arrived)
    }
    const same = ChangeSet.empty(this.#baseDoc.length)
    this.#runs = [
      { ...runOf(first.origin, this.#baseDoc, same), isVersion: true, isClosed: true },
      backTo(rest.base, this.#baseDoc),
      first,
      ...others,
    ]
    const made = splices(textOf(rest.base), textOf(own))
    const merged = mergeEdits(textOf(rest.base), made, arrived)
    this.#makeVersion()
    this.#add(changeSet(merged.onMine, this.doc.length), 'merge')
    const visible = arrive(merged.onMine)
    this.#open(newOverlaps(merged.overlaps))
    return visible
  }

  /** Takes over what a closed tab left. Returns what that changes here. */
  takeOver({ base, steps, overlaps = [], has = {} }: LocalCopy): ChangeSet {
    const runs = runsOf(base.text, steps)
    this.learn(has)
    if (this.#base && this.revision < base.revision) {
      const arrived = this.setServerText(base)
      return arrived.compose(this.takeOver({ base, steps, overlaps }))
    }
    const before = this.doc
    this.#areLeft ||= runs.length > 0
    if (!this.#base) {
      this.#base = base
      this.#baseDoc = runs[0]?.before ?? docOf(base.text)
      this.#runs = runs
      this.#open(overlaps)
      return changesBetween(before, this.doc)
    }
    this.#open(overlaps.flatMap((one) => located(one, textOf(before)) ?? []))
    const marks = this.#runs.map(({ mark }) => mark)
    const rest = missing(
      textOf(before),
      { base: docOf(base.text), runs },
      withMarks(this.#has, [...this.#seen, ...marks]),
    )
    const last = rest.runs.at(-1)
    if (!last) return ChangeSet.empty(before.length)
    if (rest.base.eq(before)) {
      this.#runs.push(...rest.runs)
      return changesBetween(before, this.doc)
    }
    const merged = mergeTexts(textOf(rest.base), textOf(before), textOf(last.after))
    if (merged.text === textOf(before) && merged.overlaps.length === 0)
      return ChangeSet.empty(before.length)
    if (this.#runs.length === 0)
      this.#runs.push(runOf(last.origin, before, ChangeSet.empty(before.length)))
    this.#makeVersion()
    this.#runs.push(backTo(rest.base, before), ...rest.runs)
    this.#makeVersion()
    this.#add(changeSet(merged.onTheirs, this.doc.length), 'merge')
    const made = this.#haveArrived(before, merged.onMine)
    this.#open(newOverlaps(merged.overlaps))
    return made
  }

  /** What another tab or device says of all overlaps, as it sees them. */
  setOverlaps(theirs: readonly Overlap[]): void {
    const known = (id: string) => this.#overlaps.find((one) => one.id === id)
    const all = theirs.flatMap(
      (one) => known(one.id) ?? located(fromOtherSide(one), textOf(this.doc)) ?? [],
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
    if (!isSettled) this.#open([located(overlap, textOf(this.doc)) ?? overlap])
  }

  #open(overlaps: readonly Overlap[]): void {
    if (overlaps.length === 0) return
    this.#overlaps = [...this.#overlaps, ...overlaps]
    this.#areOverlapsSent = false
  }

  #follow(before: Text, changes: ChangeSet): void {
    if (this.#overlaps.length === 0) return
    const [was, now] = [textOf(before), textOf(this.doc)]
    this.#overlaps = followChanges(this.#overlaps, was, splicesOf(changes), now)
  }

  /** What has changed from `before`, as known, to the text as it is now. */
  #haveArrived(before: Text, arrived: Splice[]): ChangeSet {
    const known = changeSet(arrived, before.length)
    const changes = known.apply(before).eq(this.doc) ? known : changesBetween(before, this.doc)
    this.#follow(before, changes)
    return changes
  }

  #add(changes: ChangeSet, origin: Run['origin']): void {
    if (changes.empty) return
    const last = this.#runs.at(-1)
    if (origin !== 'merge') this.#made += 1
    const mark = origin === 'merge' ? {} : { mark: { by: this.#maker, at: this.#made } }
    const run = { ...runOf(origin, this.doc, changes), ...mark }
    if (!last || last.isClosed || last.origin !== origin) {
      this.#runs.push(run)
      return
    }
    const all = composed(last, run)
    const isUndone = all.after.length === all.before.length && all.after.eq(all.before)
    this.#runs.splice(-1, 1, ...(isUndone ? [] : [all]))
  }

  /** Later changes go into another run. */
  #closeLast(): void {
    const last = this.#runs.at(-1)
    if (!last || last.isClosed) return
    this.#runs.splice(-1, 1, { ...last, isClosed: true, isLent: true })
    // While the server is away there is a copy every few keys.
    const many = this.#runs.at(-MAX_LENT)
    const next = this.#runs.at(1 - MAX_LENT)
    if (many?.isLent && next?.isLent && areOne(many, next))
      this.#runs.splice(-MAX_LENT, 2, composed(many, next))
  }

  #makeVersion(): void {
    const last = this.#runs.at(-1)
    if (last) this.#runs.splice(-1, 1, { ...last, isVersion: true, isClosed: true })
  }
}

import { numberedScenes } from '../../../screenplay/answers.ts'
import { type Splice, splices } from '../../../screenplay/changes.ts'

/** What one answer changed in one place: it goes and returns as a whole. */
type Part = {
  answer: number
  /** The change since which characters of others are somebody's own. */
  since: number
  /** A branch without the answer is shown, and took it out. */
  isOut: boolean
}

/** Characters that came into the text together. They keep their place when they are not in it any more. */
type Run = {
  source: string
  from: number
  to: number
  born: number
  /** The part that brought them. */
  part: Part | null
  /** The parts that removed them. */
  cuts: readonly Part[]
  /** Why they are not in the text now; empty if they are. */
  hidden: readonly (Part | 'writer')[]
  /** The change that hid them; one that showed them first, and then hid them again, does not count. */
  hiddenAt: number
  shownAt: number
}

/** Which parts of an answer left the text or returned. */
export type Move = { answer: number; isOut: boolean; parts: number[] }

/** The places of the runs that a part brought and removed. */
type Sides = { own: number[]; cut: number[] }
const NOWHERE: Sides = { own: [], cut: [] }

type Change = {
  hides: (splice: number) => Part | 'writer'
  /** The text that it inserts. */
  brings: (splice: number) => Run[]
  /** What it inserts may be what was in this place before. */
  revives: boolean
  /** Somebody types on where the last change ended. */
  goesOn: boolean
}

const isShown = ({ hidden }: Run) => hidden.length === 0
const unhidden = (run: Run): Run => ({ ...run, hidden: [] })
const textOf = ({ source, from, to }: Run) => source.slice(from, to)
const endsLine = ({ source, to }: Run) => source[to - 1] === '\n'
const beginsWithEnd = ({ source, from }: Run) => source[from] === '\n'

/**
 * A text in which every character is known, also those that were removed: so an answer is taken back and returns by
 * its own characters, wherever others have written since.
 */
export class TrackedText {
  #runs: Run[]
  #now = 0
  /** Where the last change ended, if somebody typed it. */
  #typedTo: number | undefined
  readonly #parts = new Map<number, Part[]>()

  constructor(text: string) {
    this.#runs = text === '' ? [] : [this.#run(text, null)]
  }

  get text(): string {
    return this.#runs.filter(isShown).map(textOf).join('')
  }

  /** Somebody changes the text. */
  write(changes: readonly Splice[], revives: boolean): void {
    this.#now += 1
    const brings = (at: number) => [this.#run(changes[at]?.text ?? '', null)]
    const [first] = changes
    const goesOn = !revives && changes.length === 1 && first?.start === this.#typedTo
    this.#change(changes, { hides: () => 'writer', brings, revives, goesOn })
    if (first && first.text !== '' && !revives && changes.length === 1)
      this.#typedTo = first.start + first.text.length
  }

  /** An answer changes the text. */
  answer(answer: number, changes: readonly PartChange[]): void {
    this.#now += 1
    const runs = changes.map(({ texts }) =>
      texts.map((text) => this.#run(text, { answer, since: this.#now, isOut: false })),
    )
    const hides = (at: number) => runs[at]?.[0]?.part ?? 'writer'
    const brings = (at: number) => runs[at] ?? []
    this.#change(changes, { hides, brings, revives: false, goesOn: false })
    this.#parts.set(
      answer,
      runs.flat().flatMap(({ part }) => part ?? []),
    )
  }

  /** Takes answers out in this order, or brings back what was taken out of them: their parts, and if any stay as they are. */
  move(answers: readonly number[], isOut: boolean): { moves: Move[]; keptLines: boolean } {
    this.#now += 1
    this.#typedTo = undefined
    let keptLines = false
    const moves = answers.map((answer) => {
      const sides = this.#sidesOf(answer)
      const all = this.#parts.get(answer) ?? []
      const parts = all.flatMap((part, at) => {
        const done = this.#tryPart(part, sides.get(part) ?? NOWHERE, isOut)
        keptLines ||= done === 'kept'
        return done === 'moved' ? [at] : []
      })
      return { answer, isOut, parts }
    })
    return { moves, keptLines }
  }

  /** Does again what is known to have moved. */
  repeat(moves: readonly Move[]): void {
    this.#now += 1
    this.#typedTo = undefined
    for (const { answer, isOut, parts } of moves) {
      const sides = this.#sidesOf(answer)
      for (const at of parts) {
        const part = this.#parts.get(answer)?.[at]
        if (!part) throw new RangeError(`Answer ${answer} has no part ${at}.`)
        this.#turn(part, sides.get(part) ?? NOWHERE, isOut)
      }
    }
  }

  /** An answer was taken out at a time when it was not recorded what that changed. */
  wasTakenOut(answer: number): void {
    for (const [part, sides] of this.#sidesOf(answer)) {
      if (!this.#none(sides.own) || !this.#all(sides.cut)) continue
      part.isOut = true
      for (const run of this.#of(sides.own)) run.hidden = [part]
    }
  }

  #run(text: string, part: Part | null): Run {
    return {
      source: text,
      from: 0,
      to: text.length,
      born: this.#now,
      part,
      cuts: [],
      hidden: [],
      hiddenAt: 0,
      shownAt: 0,
    }
  }

  #change(changes: readonly Omit<Splice, 'text'>[], change: Change): void {
    this.#typedTo = undefined
    const runs: Run[] = []
    const rest = new Rest(this.#runs)
    let shown: Run | undefined
    let place = 0
    for (const [at, { start, end }] of changes.entries()) {
      for (let run = rest.upTo(start - place); run; run = rest.upTo(start - place)) {
        runs.push(run)
        if (!isShown(run)) continue
        shown = run
        place += run.to - run.from
      }
      const gap: Run[] = []
      for (let run = rest.removed(end - place); run; run = rest.removed(end - place)) {
        gap.push(run)
        if (!isShown(run)) continue
        place += run.to - run.from
        const reason = change.hides(at)
        run.hidden = [reason]
        run.hiddenAt = this.#now
        if (reason !== 'writer') run.cuts = [...run.cuts, reason]
      }
      if (place < end) throw new RangeError(`There is nothing to change at ${end}.`)
      const inserted = change.brings(at).filter(({ to }) => to > 0)
      for (const run of this.#fill(gap, inserted, shown, change)) {
        runs.push(run)
        if (isShown(run)) shown = run
      }
    }
    for (let run = rest.take(); run; run = rest.take()) runs.push(run)
    this.#runs = runs
  }

  /** Puts new text between those that are not shown at its place. */
  #fill(gap: Run[], inserted: Run[], before: Run | undefined, { revives, goesOn }: Change): Run[] {
    const [first] = inserted
    if (gap.length === 0 || !first) return first ? inserted : gap
    const revived = revives ? revive(gap, first) : undefined
    if (revived) return revived
    // At the beginning of a line, behind whole lines that are not shown: they return in front of it. This must not depend on
    // what these are, since it is not always known from the same change on.
    const removed = gap.findIndex(({ hiddenAt }) => hiddenAt === this.#now)
    const isLineStart = !before || endsLine(before)
    const at = !isLineStart || goesOn ? 0 : removed === -1 ? gap.length : removed
    return [...gap.slice(0, at), ...inserted, ...gap.slice(at)]
  }

  #sidesOf(answer: number): Map<Part, Sides> {
    const all = new Map<Part, Sides>()
    for (const part of this.#parts.get(answer) ?? []) all.set(part, { own: [], cut: [] })
    for (const [at, { part, cuts }] of this.#runs.entries()) {
      if (part) all.get(part)?.own.push(at)
      for (const cut of cuts) all.get(cut)?.cut.push(at)
    }
    return all
  }

  #of = (places: readonly number[]) => places.map((at) => this.#runs[at] as Run)
  #all = (places: readonly number[]) => this.#of(places).every(isShown)
  #none = (places: readonly number[]) => !this.#of(places).some(isShown)

  #tryPart(part: Part, sides: Sides, isOut: boolean): 'moved' | 'kept' | 'nothing' {
    const [goes, comes] = isOut ? [sides.own, sides.cut] : [sides.cut, sides.own]
    // It was never taken out, or somebody has put it back.
    if (!isOut && (!part.isOut || this.#of(sides.own).some(isShown))) return 'nothing'
    if (this.#none(goes) && this.#all(comes)) return 'nothing'
    if (!this.#all(goes) || !this.#none(comes)) return 'kept'
    if (this.#isTouched(part, goes)) return 'kept'
    const were = this.#of([...goes, ...comes]).map(({ hidden, hiddenAt }) => ({
      hidden,
      hiddenAt,
    }))
    this.#turn(part, sides, isOut)
    if (!this.#isTouched(part, comes) && !this.#joinsLines(part, goes)) return 'moved'
    for (const [at, run] of this.#of([...goes, ...comes]).entries()) Object.assign(run, were[at])
    part.isOut = !isOut
    return 'kept'
  }

  #turn(part: Part, { own, cut }: Sides, isOut: boolean): void {
    const [goes, comes] = isOut ? [own, cut] : [cut, own]
    for (const run of this.#of(comes)) {
      run.hidden = run.hidden.filter((reason) => reason !== part && reason !== 'writer')
      if (isShown(run)) run.shownAt = this.#now
    }
    for (const run of this.#of(goes)) {
      run.hidden = [...run.hidden, part]
      if (run.shownAt !== this.#now) run.hiddenAt = this.#now
    }
    part.isOut = isOut
  }

  /** Whether lines become one where characters went, and somebody else has changed one of them. */
  #joinsLines(part: Part, gone: readonly number[]): boolean {
    return gone.some((at) => {
      const [before, after] = [this.#nextShown(at, -1), this.#nextShown(at, 1)]
      if (!before || !after || endsLine(before) || beginsWithEnd(after)) return false
      return ([-1, 1] as const).some((by) => this.#isLineTouched(part, new Set(), at, by))
    })
  }

  #nextShown(from: number, by: 1 | -1): Run | undefined {
    let at = from + by
    while (this.#runs[at]?.hidden.length) at += by
    return this.#runs[at]
  }

  /** Whether somebody else has changed a line in which some of these characters are. */
  #isTouched(part: Part, places: readonly number[]): boolean {
    const own = new Set(places)
    return places.some((at) => {
      const run = this.#runs[at] as Run
      if (!isShown(run)) return false
      return (
        (!beginsWithEnd(run) && this.#isLineTouched(part, own, at, -1)) ||
        (!endsLine(run) && this.#isLineTouched(part, own, at, 1))
      )
    })
  }

  /** Looks from a run to the beginning or the end of its line. */
  #isLineTouched(part: Part, own: ReadonlySet<number>, from: number, by: 1 | -1): boolean {
    // Removed behind the end of the line, or before its beginning, if that is where the line ends now.
    let isJoined = false
    for (let at = from + by; ; at += by) {
      const run = this.#runs[at]
      if (!run || (own.has(at) && isShown(run))) return false
      if (isShown(run)) {
        const text = textOf(run)
        const end = by === 1 ? text.indexOf('\n') : text.length - 1 - text.lastIndexOf('\n')
        if (end === 0) return false
        if (isJoined || isForeign(part, run)) return true
        if (text.includes('\n')) return false
      } else if (!isJoined && isGone(part, run)) {
        if (by === 1 ? !beginsWithEnd(run) : !endsLine(run)) return true
        isJoined = true
      }
    }
  }
}

/** Somebody has removed it since the answer, of which it is no part. */
const isGone = (part: Part, run: Run) =>
  run.hidden.includes('writer') &&
  run.hiddenAt > part.since &&
  run.born <= part.since &&
  run.part !== part &&
  !run.cuts.includes(part)
const isForeign = ({ since, answer }: Part, { born, part }: Run) =>
  born > since && part?.answer !== answer

/** The runs that a change has not reached yet. */
class Rest {
  readonly #runs: readonly Run[]
  #next = 0
  #open: Run | undefined

  constructor(runs: readonly Run[]) {
    this.#runs = runs
    this.#open = runs[0]
  }

  take(length = Number.POSITIVE_INFINITY): Run | undefined {
    const run = this.#open
    if (run && isShown(run) && run.to - run.from > length) {
      this.#open = { ...run, from: run.from + length }
      return { ...run, to: run.from + length }
    }
    this.#next += 1
    this.#open = this.#runs[this.#next]
    return run
  }

  /** The next run of so many characters; undefined when there are none left. */
  upTo = (length: number) => (length > 0 ? this.take(length) : undefined)

  /** As above, with those that are not shown, also behind them. */
  removed(length: number): Run | undefined {
    if (this.#open && !isShown(this.#open)) return this.take()
    return this.upTo(length)
  }
}

/** How many ways are looked at to find out what came back. */
const LOOKS = 1_000

/**
 * Text that comes back is what it was: what was removed last from its place, but rather not what a branch took out, or what
 * the same change removes. Undefined if it is all new.
 */
function revive(gap: readonly Run[], inserted: Run): Run[] | undefined {
  const isEarlier = ({ hiddenAt }: Run) => hiddenAt < inserted.born
  const isRemoved = (run: Run) =>
    run.hidden.some((reason) => reason === 'writer' || reason !== run.part)
  const times = new Set(gap.filter(isEarlier).map(({ hiddenAt }) => hiddenAt))
  const latest = [...times].toSorted((a, b) => b - a).slice(0, LOOKS / 100)
  const candidates: ((run: Run) => boolean)[] = []
  for (const isOne of [isRemoved, (run: Run) => !isRemoved(run)]) {
    for (const time of latest) candidates.push((run) => isOne(run) && run.hiddenAt === time)
    candidates.push((run) => isOne(run) && isEarlier(run))
  }
  candidates.push(() => true)
  const text = textOf(inserted)
  for (const isCandidate of candidates) {
    const gone = gap.map((run) => (isCandidate(run) ? textOf(run) : '')).join('')
    const at = gone.indexOf(text)
    if (at !== -1) return reviveRange(gap, isCandidate, at, at + text.length)
  }
  const some = runsOf(text, gap)
  if (some) return gap.map((run, at) => (some.has(at) ? unhidden(run) : run))
  return reviveGroups(gap, inserted)
}

function reviveRange(
  gap: readonly Run[],
  isCandidate: (run: Run) => boolean,
  start: number,
  end: number,
): Run[] {
  let place = 0
  return gap.flatMap((run) => {
    if (!isCandidate(run)) return [run]
    const by = run.from - place
    place += run.to - run.from
    const [from, to] = [Math.max(run.from, start + by), Math.min(run.to, end + by)]
    if (from >= to) return [run]
    const revived = { ...run, from, to, hidden: [] }
    return [{ ...run, to: from }, revived, { ...run, from: to }].filter((one) => one.from < one.to)
  })
}

/** Which runs are the text together, with others between them. */
function runsOf(text: string, gap: readonly Run[]): Set<number> | undefined {
  if (gap.length > LOOKS) return undefined
  const failed = new Set<string>()
  const found = new Set<number>()
  const find = (at: number, done: number): boolean => {
    if (done === text.length) return true
    const run = gap[at]
    const state = `${at} ${done}`
    if (!run || failed.has(state) || failed.size > LOOKS) return false
    if (text.startsWith(textOf(run), done) && find(at + 1, done + run.to - run.from)) {
      found.add(at)
      return true
    }
    if (find(at + 1, done)) return true
    failed.add(state)
    return false
  }
  return find(0, 0) ? found : undefined
}

/** What was removed together may come back within more text, as when two texts are merged. */
function reviveGroups(gap: readonly Run[], inserted: Run): Run[] | undefined {
  const text = textOf(inserted)
  const runs: Run[] = []
  let done = 0
  let last = 0
  for (let at = 0; at < gap.length; at = last) {
    last = at + 1
    while (last < gap.length && gap[last]?.hiddenAt === gap[at]?.hiddenAt) last += 1
    const group = gap.slice(at, last)
    const whole = group.map(textOf).join('')
    const found = whole.trim() === '' ? -1 : text.indexOf(whole, done)
    if (found !== -1) {
      runs.push({ ...inserted, from: inserted.from + done, to: inserted.from + found })
      done = found + whole.length
    }
    for (const run of group) runs.push(found === -1 ? run : { ...run, hidden: [] })
  }
  if (done === 0) return undefined
  runs.push({ ...inserted, from: inserted.from + done })
  return runs.filter(({ from, to }) => from < to)
}

/** Lines that an answer changes, and its text for them: of scenes that it adds one each, which go and return one by one. */
export type PartChange = Omit<Splice, 'text'> & { texts: string[] }

/** What an answer changes to make one text of another. */
export function partChanges(before: string, after: string): PartChange[] {
  const starts = numberedScenes(after).map(({ start }) => start)
  let by = 0
  return splices(before, after).map(({ start, end, text }) => {
    const first = start + by
    const last = first + text.length
    by += text.length - (end - start)
    const inside = start < end ? [] : starts.filter((at) => at > first && at < last)
    const texts = [...inside, last].map((to, at) => after.slice(inside[at - 1] ?? first, to))
    return { start, end, texts }
  })
}

import { contains, mergeTexts, type Overlap } from './merge-texts.ts'
import { type Origin, type Run, runsOf, type Step, stepOf, stepsToSend } from './runs.ts'

/** A text that the server has, or had, at a revision. */
export type Base = { revision: number; text: string }

/** What the browser stores of a text. */
export type LocalCopy = { base: Base; steps: Step[]; overlap: Overlap | null }

type Batch = { revision: number; steps: Step[]; text: string }

type Unsent = { base: string; runs: Run[] }

/** The runs that `text` lacks. It may contain the first ones, if only the response to them was lost. */
function missing(text: string, { base, runs }: Unsent): Unsent {
  const found = runs.findLastIndex((run) => run.isClosed && contains(text, base, run.text))
  return { base: runs[found]?.text ?? base, runs: runs.slice(found + 1) }
}

/**
 * The working text as this tab has it: the last text that it shared with the server, and the runs that the
 * server lacks. Independent of network, storage and time.
 */
export class TextSync {
  #base: Base | null = null
  #runs: Run[] = []
  #overlap: Overlap | null = null

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
    return this.#runs.length === 0
  }

  get overlap(): Overlap | null {
    return this.#overlap
  }

  /** What the browser has to store. */
  copy(): LocalCopy | null {
    if (!this.#base) return null
    return { base: this.#base, steps: this.#runs.map(stepOf), overlap: this.#overlap }
  }

  change(text: string, origin: Origin): void {
    this.#add(text, origin)
  }

  /** The next batch to send. Its runs count as unsent until `confirm`. */
  toSend(): Batch | null {
    if (!this.#base || this.isSent) return null
    const last = this.#runs.at(-1)
    if (last && !last.isClosed) this.#runs.splice(-1, 1, { ...last, isClosed: true })
    const steps = stepsToSend(this.#runs)
    const text = this.#runs[steps.length - 1]?.text ?? this.#base.text
    return { revision: this.#base.revision, steps, text }
  }

  /** Call when the server has stored the batch. */
  confirm({ steps, text }: Batch, revision: number): void {
    this.#base = { revision, text }
    this.#runs.splice(0, steps.length)
  }

  /** Sets the server's current text. Runs that it lacks are merged with it; both texts become versions. */
  setServerText(theirs: Base): void {
    const mine = this.text
    const rest = missing(theirs.text, { base: this.#base?.text ?? '', runs: this.#runs })
    this.#base = theirs
    // The first run of an earlier merge that was never sent: a version of that text is useless now.
    if (rest.runs[0]?.before === rest.runs[0]?.text) rest.runs.shift()
    this.#runs = rest.runs
    const [first, ...others] = rest.runs
    if (!first || first.before === theirs.text) return
    const before = theirs.text
    this.#runs = [
      { origin: first.origin, before, text: before, isVersion: true, isClosed: true },
      { ...first, before },
      ...others,
    ]
    this.#addMerged(mergeTexts(rest.base, mine, theirs.text))
  }

  /** Takes over what a closed tab left. */
  takeOver({ base, steps, overlap }: LocalCopy): void {
    const runs = runsOf(base.text, steps)
    this.#overlap ??= overlap
    if (!this.#base) {
      this.#base = base
      this.#runs = runs
      return
    }
    const before = this.text
    const rest = missing(before, { base: base.text, runs })
    const last = rest.runs.at(-1)
    if (!last) return
    if (this.isSent && rest.base === before) {
      this.#runs = rest.runs
      return
    }
    const merged = mergeTexts(rest.base, before, last.text)
    if (merged.text === before && !merged.overlap) return
    if (this.isSent) this.#runs.push({ origin: last.origin, before, text: before })
    this.#makeVersion()
    this.#runs.push({ origin: last.origin, before, text: last.text })
    this.#addMerged(merged)
  }

  /** Applies the writer's decision on an overlap; edits made elsewhere in the text meanwhile are kept. */
  resolveOverlap(text: string): void {
    const typed = this.#overlap && mergeTexts(this.#overlap.mine, this.text, text)
    this.#overlap = null
    this.#add(typed?.overlap?.theirs ?? typed?.text ?? text, 'merge')
  }

  #add(text: string, origin: Run['origin']): void {
    const before = this.text
    if (text === before) return
    const last = this.#runs.at(-1)
    if (!last || last.isClosed || last.origin !== origin) this.#runs.push({ origin, before, text })
    else if (text === last.before) this.#runs.pop()
    else this.#runs.splice(-1, 1, { ...last, text })
  }

  /** Adds a merged text. The last run, one side's text, becomes a version like the other side's before it. */
  #addMerged({ text, overlap }: ReturnType<typeof mergeTexts>): void {
    this.#makeVersion()
    this.#overlap = overlap ?? this.#overlap
    this.#add(text, 'merge')
  }

  #makeVersion(): void {
    const last = this.#runs.at(-1)
    if (last) this.#runs.splice(-1, 1, { ...last, isVersion: true, isClosed: true })
  }
}

import { Text } from '@codemirror/state'
import { parse, type Screenplay } from '../../../screenplay/model.ts'
import {
  type AnswerChange,
  answerChanges,
  type PendingChange,
  pendingChanges,
  shownAlternative,
  switchAlternative,
  undoChanges,
} from '../../../screenplay/answers.ts'
import type { Splice } from '../../../screenplay/changes.ts'
import { Listeners } from '../../lib/store.ts'
import { Delayed } from '../../lib/delayed.ts'
import { whenIdle } from '../../lib/timing.ts'
import { DELAYS } from '../document/delays.ts'
import { changeSet, textOf } from '../document/text/changes.ts'
import type { WorkingText } from '../document/text/working-text.ts'
import {
  type Decision,
  DecisionQueue,
  type ReviewServer,
  type ReviewRow,
} from './decision-queue.ts'
import { type ReadVersion, ReviewTexts } from './review-texts.ts'

const CLOSE_AFTER = 5_000

/** A review whose texts are known, and whether any of its changes are pending. */
type Looked = { id: string; isEnded: boolean; isLeft: boolean }

/** Ends reviews whose last change was typed over, and opens them again if that is undone. */
class ReviewClosing {
  readonly #decide: (decision: Decision) => void
  /** Checks the reviews again, with everything typed so far. */
  readonly #look: () => readonly Looked[]
  /** The reviews ended here, each only once, so that a request the server refuses is not repeated. */
  readonly #closed = new Set<string>()
  /** The reviews of new answers whose text has not arrived yet. */
  readonly #awaited = new Set<string>()
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(decide: (decision: Decision) => void, look: () => readonly Looked[]) {
    this.#decide = decide
    this.#look = look
  }

  /** Whether the review was ended here, and may be opened again. */
  has(id: string): boolean {
    return this.#closed.has(id)
  }

  /** The text of a new answer may arrive long after its review. */
  awaitText(id: string): void {
    this.#awaited.add(id)
  }

  looked(reviews: readonly Looked[]): void {
    for (const { id, isEnded, isLeft } of reviews) {
      if (isLeft) this.#awaited.delete(id)
      if (isEnded && isLeft) {
        this.#closed.delete(id)
        this.#decide({ id, keep: [], unkeep: [], ended: false })
      }
    }
    clearTimeout(this.#timer)
    if (this.#toClose(reviews).length > 0)
      this.#timer = setTimeout(() => this.#close(), CLOSE_AFTER)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #toClose(reviews: readonly Looked[]): Looked[] {
    return reviews.filter(
      ({ id, isEnded, isLeft }) => !isEnded && !isLeft && !this.has(id) && !this.#awaited.has(id),
    )
  }

  #close(): void {
    for (const { id } of this.#toClose(this.#look())) {
      this.#closed.add(id)
      this.#decide({ id, keep: [], unkeep: [], ended: true })
    }
  }
}

/** The text that answers change. */
export type ReviewedText = Pick<WorkingText, 'doc' | 'change' | 'subscribe'>

export type ReviewedAnswer = {
  id: string
  /** The job that made the answer. */
  jobId: string | null
  before: Screenplay
  pending: readonly PendingChange[]
  alternative: { shown: number; of: number } | null
}

/** With the text that the ranges of the changes refer to. */
export type Reviews = { doc: Text; answers: readonly ReviewedAnswer[] }

type Whole = { keepAll: (id: string) => void; undoAll: (id: string) => void }

const NOTHING: Reviews = { doc: Text.empty, answers: [] }

/** Older unreviewed answers are ignored, because each one is compared after every pause. */
const MAX_OPEN = 3

/** Comparing a long script takes some milliseconds: the longer it took, the longer the pause before the next. */
const MAX_PAUSE = 1_500
const PAUSE_PER_COST = 25

/** Which changes of a text's answers are pending, on this device and on all others. */
export class AnswerReviews {
  readonly #text: ReviewedText
  readonly #queue: DecisionQueue
  readonly #listeners = new Listeners()
  readonly #texts: ReviewTexts
  readonly #closing: ReviewClosing
  readonly #scripts = new Map<string, Screenplay>()
  readonly #changes = new Map<string, AnswerChange[]>()
  #rows: readonly ReviewRow[] = []
  /** The reviews there were when the text was opened, and those since; null before. */
  #known: Set<string> | null = null
  readonly #new = new Set<string>()
  #shown = NOTHING
  #isStale = false
  /** How long the last comparison took, in ms. */
  #cost = 0
  readonly #soon = new Delayed(DELAYS.review, () =>
    whenIdle(() => this.#ifStale(), DELAYS.review.pause),
  )
  #page: Whole | null = null

  constructor(text: ReviewedText, server: ReviewServer, readVersion: ReadVersion) {
    this.#text = text
    this.#texts = new ReviewTexts(readVersion, () => this.#changed())
    this.#queue = new DecisionQueue(server, () => this.#changed())
    this.#closing = new ReviewClosing(
      (decision) => this.#queue.add(decision),
      () => this.#looked(this.now().answers),
    )
  }

  /** Follows the text until the returned function is called. */
  start(): () => void {
    const unsubscribe = this.#text.subscribe(() => this.#later())
    const stop = this.#queue.start()
    return () => {
      this.#soon.cancel()
      this.#closing.stop()
      unsubscribe()
      stop()
    }
  }

  /** The reviews that the server has, newest first. */
  setRows(rows: readonly ReviewRow[]): void {
    const isSame = rows === this.#rows
    for (const { id } of rows)
      if (this.#known && !this.#known.has(id)) {
        this.#new.add(id)
        this.#closing.awaitText(id)
      }
    this.#known = new Set([...(this.#known ?? []), ...rows.map(({ id }) => id)])
    this.#rows = rows
    this.#texts.read(this.#open)
    if (!isSame) this.#changed()
  }

  readonly subscribe = this.#listeners.subscribe

  shown = (): Reviews => this.#shown

  now = (): Reviews => {
    if (this.#isStale || this.#text.doc !== this.#shown.doc) this.#compute()
    return this.#shown
  }

  takeNew = (id: string): boolean => this.#new.delete(id)

  decide = (decision: Decision): void => {
    this.#queue.add(decision)
    this.#changed()
  }

  alternative = (id: string, index: number): Splice[] => {
    const texts = this.#texts.of(id)
    const shown = this.now().answers.find((answer) => answer.id === id)?.alternative?.shown
    const [from, to] = [texts?.after[shown ?? -1], texts?.after[index]]
    if (!texts || from === undefined || to === undefined) return []
    return switchAlternative({ before: texts.before, from, to, working: textOf(this.#shown.doc) })
  }

  onWhole = (page: Whole): (() => void) => {
    this.#page = page
    return () => {
      if (this.#page === page) this.#page = null
    }
  }

  keepAll = (id: string): void => {
    if (this.#page) this.#page.keepAll(id)
    else this.#decideAll(id, true)
  }

  undoAll = (id: string): void => {
    if (this.#page) this.#page.undoAll(id)
    else this.#decideAll(id, false)
  }

  #decideAll(id: string, isKept: boolean): void {
    const { doc, answers } = this.now()
    const answer = answers.find((one) => one.id === id)
    if (!answer) return
    const undone = () => changeSet(undoChanges(textOf(doc), answer.pending), doc.length)
    if (!isKept) this.#text.change(undone(), 'restore')
    const keep = isKept && !answer.alternative ? answer.pending.map(({ number }) => number) : []
    this.decide({ id, keep, unkeep: [], ended: true })
  }

  get #open(): ReviewRow[] {
    return this.#rows.filter(({ isEnded }) => !isEnded).slice(0, MAX_OPEN)
  }

  /** Computes the reviews at once instead of after a pause. */
  #changed(): void {
    this.#soon.cancel()
    this.#compute()
  }

  #later(): void {
    // Without anything under review there is nothing to compare.
    if (this.#rows.length === 0) return
    const { doc } = this.#text
    // The text is that of an answer: the answer has arrived, or the typing since was undone.
    const isOther = this.#isStale || doc !== this.#shown.doc
    if (isOther && this.#texts.hasAnswer(doc)) {
      this.#changed()
      return
    }
    this.#isStale = true
    const { pause } = DELAYS.review
    this.#soon.ask(Math.min(MAX_PAUSE, Math.max(pause, this.#cost * PAUSE_PER_COST)))
  }

  #ifStale(): void {
    if (this.#isStale && this.#text.doc !== this.#shown.doc) this.#compute()
  }

  #compute(): void {
    const { doc } = this.#text
    this.#isStale = false
    const started = performance.now()
    const rows = this.#queue.applied(this.#rows)
    const answers = rows.flatMap((row) => this.#answer(row, textOf(doc)))
    this.#cost = performance.now() - started
    this.#closing.looked(this.#looked(answers))
    const isEmpty = answers.length === 0 && this.#shown.answers.length === 0
    this.#shown = { doc, answers }
    if (!isEmpty) this.#listeners.notify()
  }

  #looked(answers: readonly ReviewedAnswer[]): Looked[] {
    return this.#queue
      .applied(this.#rows)
      .filter(({ id }) => this.#texts.of(id))
      .map(({ id, isEnded }) => ({
        id,
        isEnded,
        isLeft: answers.some((answer) => answer.id === id),
      }))
  }

  #answer(row: ReviewRow, working: string): ReviewedAnswer[] {
    const { id, jobId, kept, isEnded } = row
    const texts = this.#texts.of(id)
    if (!texts || (isEnded && !this.#closing.has(id))) return []
    const { before, after: alternatives } = texts
    const shown = alternatives.length > 1 ? shownAlternative({ before, alternatives, working }) : 0
    const after = alternatives[shown] ?? before
    const changes = this.#changesOf(`${id} ${shown}`, before, after)
    const numbers = alternatives.length > 1 ? [] : kept
    const pending = pendingChanges({ before, after, working, kept: numbers, changes })
    if (pending.length === 0) return []
    const alternative = alternatives.length > 1 ? { shown, of: alternatives.length } : null
    return [{ id, jobId, before: this.#scriptOf(id, before), pending, alternative }]
  }

  #changesOf(key: string, before: string, after: string): AnswerChange[] {
    const known = this.#changes.get(key) ?? answerChanges(before, after)
    this.#changes.set(key, known)
    return known
  }

  #scriptOf(id: string, before: string): Screenplay {
    const known = this.#scripts.get(id) ?? parse(before)
    this.#scripts.set(id, known)
    return known
  }
}

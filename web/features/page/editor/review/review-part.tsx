import { invertedEffects } from '@codemirror/commands'
import { type Extension, Prec, Transaction, StateEffect } from '@codemirror/state'
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { Listeners } from '../../../../lib/store.ts'
import { opened } from '../keep-place.ts'
import { changeActions } from './change-widget.ts'
import { floatingButtons, decideAll, decideOne, pageReviews, showFirst } from './review-actions.ts'
import type { PageReviews } from './page-reviews.ts'
import { reviewCommands } from './review-commands.ts'
import { areAlike, decide, opposite, reviewField, setCurrent, showReviews } from './review-field.ts'
import './review.css'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { messages } from '../../../../messages.ts'
import type { PaletteCommand } from '../../panels/command-palette.tsx'
import { ReviewBar } from './review-bar.tsx'

const LATER = 100
/** A writer who typed within this time is not taken away from the line. */
const WRITING = 5_000

/** Shows what is under review, and hands over what is decided on the page. */
class ReviewLink {
  readonly #view: EditorView
  readonly #reviews: PageReviews | undefined
  readonly #ends: (() => void)[]
  /** For whenever the page shows other changes. */
  readonly listeners = new Listeners()
  #timer: ReturnType<typeof setTimeout> | undefined
  #isAsked = false
  /** The page did not have the text that was compared; it may be about to get it. */
  #isMissed = false
  #isDestroyed = false
  #typedAt = Number.NEGATIVE_INFINITY
  /** A script that is opened for the first time shows its first change instead of its beginning. */
  #isUnplaced: boolean

  constructor(view: EditorView) {
    this.#view = view
    const [reviews] = view.state.facet(pageReviews)
    this.#reviews = reviews
    this.#isUnplaced = !view.state.facet(opened).isKnown && view.scrollDOM.scrollTop === 0
    const whole = {
      keepAll: (id: string) => void decideAll(view, id, true),
      undoAll: (id: string) => void decideAll(view, id, false),
    }
    this.#ends = reviews ? [reviews.subscribe(() => this.#soon()), reviews.onWhole(whole)] : []
    this.#soon()
  }

  update({ transactions, startState, state, docChanged }: ViewUpdate): void {
    if (docChanged && this.#isMissed) this.#soon()
    for (const tr of transactions) {
      if (tr.annotation(Transaction.remote)) continue
      if (tr.docChanged) this.#typedAt = performance.now()
      for (const effect of tr.effects) if (effect.is(decide)) this.#reviews?.decide(effect.value)
    }
    const before = startState.field(reviewField, false)
    // Not with every key, because the listeners render.
    if (!before || !areAlike(before, state.field(reviewField))) this.listeners.notify()
  }

  destroy(): void {
    this.#isDestroyed = true
    clearTimeout(this.#timer)
    for (const end of this.#ends) end()
  }

  /** Nothing can be dispatched during an update, and a timeout would run later than a microtask. */
  #soon(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    queueMicrotask(() => {
      this.#isAsked = false
      this.#show()
    })
  }

  #show(): void {
    const view = this.#view
    clearTimeout(this.#timer)
    if (this.#isDestroyed) return
    const shown = this.#reviews?.shown()
    if (!shown) return
    const { doc, answers } = shown
    const { changes } = view.state.field(reviewField)
    if (changes.length === 0 && answers.every(({ pending }) => pending.length === 0)) return
    // Changing decorations around an IME composition would interrupt it.
    if (view.composing) this.#timer = setTimeout(() => this.#show(), LATER)
    else {
      // If the texts differ, the writer is typing, and the reviews are computed again; or the page lags behind.
      this.#isMissed = !doc.eq(view.state.doc)
      if (this.#isMissed) return
      view.dispatch({ effects: showReviews.of(answers) })
      const arrived = answers.find(({ id }) => this.#reviews?.takeNew(id))
      if (this.#isWriting) return
      if (arrived || this.#isUnplaced) showFirst(view, arrived?.id)
      this.#isUnplaced = false
    }
  }

  get #isWriting(): boolean {
    return this.#view.hasFocus && performance.now() - this.#typedAt < WRITING
  }
}

const reviewLink = ViewPlugin.fromClass(ReviewLink)

export const reviewing = (reviews: PageReviews): Extension => [
  pageReviews.of(reviews),
  reviewField,
  changeActions.of({
    keep: (view, key) => void decideOne(view, key, true),
    undo: (view, key) => void decideOne(view, key, false),
    choose: (view, key) => view.dispatch({ effects: setCurrent.of(key) }),
  }),
  invertedEffects.of((tr) =>
    tr.effects.flatMap((effect) => (effect.is(decide) ? [decide.of(opposite(effect.value))] : [])),
  ),
  reviewLink,
  floatingButtons,
  Prec.high(keymap.of(reviewCommands.map(({ key, run }) => ({ key, run, preventDefault: true })))),
]

const words = messages.review

const commandsOf = (view: EditorView): PaletteCommand[] =>
  reviewCommands.map(({ id, key, run }) => ({
    id: `review-${id}`,
    label: words.commands[id],
    group: words.group,
    shortcut: key,
    run: () => {
      run(view)
      view.focus()
    },
    isAvailable: true,
  }))

type ReviewPartProps = {
  view: EditorView
  reviews: PageReviews
  onCommands: (commands: readonly PaletteCommand[]) => void
}

/** Reviewing answers on a page: the marks in the text, the keys and the bar above it. */
export function ReviewPart({ view, reviews, onCommands }: ReviewPartProps) {
  const follow = useCallback(
    (listener: () => void) => {
      if (!view.plugin(reviewLink))
        view.dispatch({ effects: StateEffect.appendConfig.of(reviewing(reviews)) })
      return view.plugin(reviewLink)?.listeners.subscribe(listener) ?? (() => undefined)
    },
    [view, reviews],
  )
  const state = useSyncExternalStore(follow, () => view.state.field(reviewField, false))
  const hasChanges = state !== undefined && state.changes.length > 0
  useEffect(() => {
    onCommands(hasChanges ? commandsOf(view) : [])
    return () => onCommands([])
  }, [view, hasChanges, onCommands])
  return <ReviewBar view={view} state={hasChanges ? state : null} />
}

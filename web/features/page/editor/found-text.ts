import { type EditorState, StateEffect, StateField } from '@codemirror/state'
import { Decoration, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { findMatches, type FindQuery } from '../../../../screenplay/editing.ts'
import { Store } from '../../../lib/store.ts'
import { screenplayOf } from './typing/edits.ts'

type Match = { start: number; end: number }

export const setQuery = StateEffect.define<FindQuery | null>()

const match = Decoration.mark({ class: 'page-match' })
const current = Decoration.mark({ class: 'page-match page-match-current' })

type Found = { query: FindQuery | null; matches: readonly Match[] }

/** What is searched for, and where it is. */
const foundText = StateField.define<Found>({
  create: () => ({ query: null, matches: [] }),
  update(before, tr) {
    const asked = tr.effects.findLast((effect) => effect.is(setQuery))
    const query = asked ? asked.value : before.query
    if (query === before.query && (!tr.docChanged || !query)) return before
    const matches = query && query.text !== '' ? findMatches(screenplayOf(tr.state), query) : []
    return { query, matches }
  },
  provide: (field) =>
    EditorView.decorations.compute([field, 'selection'], (state) => {
      const { from, to } = state.selection.main
      return Decoration.set(
        state
          .field(field)
          .matches.map(({ start, end }) =>
            (start === from && end === to ? current : match).range(start, end),
          ),
        true,
      )
    }),
})

/** Selects the next match after the selection, or the previous one; wraps around at the ends. */
export function goToMatch(view: EditorView, direction: 1 | -1): boolean {
  const { matches } = view.state.field(foundText)
  const { from, to } = view.state.selection.main
  const next =
    direction > 0
      ? (matches.find(({ start }) => start >= to) ?? matches[0])
      : (matches.findLast(({ end }) => end <= from) ?? matches.at(-1))
  if (!next) return false
  view.dispatch({
    selection: { anchor: next.start, head: next.end },
    effects: EditorView.scrollIntoView(next.start, { y: 'center' }),
    userEvent: 'select.search',
  })
  return true
}

/** The number of the selected match, from 1, or 0 if none is; and how many there are. */
type MatchCount = { number: number; of: number }

function countOf(state: EditorState): MatchCount {
  const { from, to } = state.selection.main
  const { matches } = state.field(foundText)
  const number = matches.findIndex(({ start, end }) => start === from && end === to) + 1
  return { number, of: matches.length }
}

class Matches {
  readonly count: Store<MatchCount>

  constructor(view: EditorView) {
    this.count = new Store(countOf(view.state))
  }

  update({ state }: ViewUpdate): void {
    const [before, now] = [this.count.get(), countOf(state)]
    if (now.number !== before.number || now.of !== before.of) this.count.set(now)
  }
}

const matches = ViewPlugin.fromClass(Matches)

/** Calls the listener when the count changes. The first call adds the search to the page. */
export function followMatches(view: EditorView, listener: () => void): () => void {
  if (!view.plugin(matches))
    view.dispatch({ effects: StateEffect.appendConfig.of([foundText, matches]) })
  return view.plugin(matches)?.count.subscribe(listener) ?? (() => undefined)
}

const NONE: MatchCount = { number: 0, of: 0 }

export const matchesIn = (view: EditorView): MatchCount => view.plugin(matches)?.count.get() ?? NONE

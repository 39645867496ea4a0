import { StateEffect } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { messages } from '../../../../messages.ts'
import type { PaletteCommand } from '../../panels/command-palette.tsx'
import type { PageReviews } from './page-reviews.ts'
import { ReviewBar } from './review-bar.tsx'
import { reviewCommands } from './review-commands.ts'
import { reviewField } from './review-field.ts'
import { reviewing, reviewLink } from './review-link.ts'

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

import { type RefObject, useLayoutEffect, useState } from 'react'
import type { SavedScript } from '../api/saved-scripts.ts'
import { storedChoice } from '../../../lib/store.ts'
import { PREVIEW_CHARACTERS, PREVIEW_SOURCE_CHARACTERS } from '../../../../contract/limits.ts'
import { type PreviewElement, previewElements } from '../../../../screenplay/model.ts'
import { errorText } from '../../../error-text.ts'
import { collectionMessages } from '../../../messages/collection.ts'

/** Minimum width of a card, unless the screen is narrower. */
const CARD_WIDTH = 255
const GRID_GAP = 20
/** In rem, so cards grow with the reader's font size. */
const CARD_HEIGHT = 16.5
/** The height when there is only one column. */
const WIDE_CARD_HEIGHT = 15
const LIST_HEIGHT = 3.5
/** The height of a line of the list on a phone, where it has three. */
const NARROW_LIST_HEIGHT = 4.75
const NARROW = 592

export const columnsIn = (width: number): number =>
  Math.max(1, Math.floor((width + GRID_GAP) / (CARD_WIDTH + GRID_GAP)))

/** `top` is the distance from the top of the document to the first row. */
export type GridShape = { columns: number; cardHeight: number; gap: number; top: number }

function shapeOf(view: ScriptsView, width: number, top: number): GridShape {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  if (view === 'list') {
    const height = width < NARROW ? NARROW_LIST_HEIGHT : LIST_HEIGHT
    return { columns: 1, cardHeight: height * rem, gap: 0, top }
  }
  const columns = columnsIn(width)
  return {
    columns,
    cardHeight: (columns === 1 ? WIDE_CARD_HEIGHT : CARD_HEIGHT) * rem,
    gap: GRID_GAP,
    top,
  }
}

function measure(view: ScriptsView, list: HTMLElement): GridShape {
  const { top, width } = list.getBoundingClientRect()
  return shapeOf(view, width, Math.round(top + window.scrollY))
}

/** Estimated from the viewport, so that the first render can already contain cards. */
const MARGINS = 48
const MAX_WIDTH = 1_112
const estimate = (view: ScriptsView) =>
  shapeOf(view, Math.min(document.documentElement.clientWidth - MARGINS, MAX_WIDTH), 0)

const sameCards = (one: GridShape, other: GridShape): boolean =>
  one.columns === other.columns && one.cardHeight === other.cardHeight && one.gap === other.gap

export function useGridShape(list: RefObject<HTMLElement | null>, view: ScriptsView): GridShape {
  const [shape, setShape] = useState(() => estimate(view))
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return undefined
    const update = () =>
      setShape((before) => {
        const now = measure(view, element)
        return sameCards(before, now) && before.top === now.top ? before : now
      })
    // Correct a wrong estimate before the first paint; a different `top` moves no card and can wait.
    if (!sameCards(shape, measure(view, element))) update()
    const observer = new ResizeObserver(update)
    // The body too: content above the grid may change height.
    for (const watched of [element, document.body]) observer.observe(watched)
    return () => observer.disconnect()
    // oxlint-disable-next-line react/exhaustive-deps -- the shape is only looked at when the view changes
  }, [list, view])
  return shape
}

export const scriptOrders = ['modified', 'title', 'created'] as const
export type ScriptOrder = (typeof scriptOrders)[number]

// Created on first use: constructing a collator is slow.
let collator: Intl.Collator | undefined

function byTitle(a: string, b: string): number {
  collator ??= new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return collator.compare(a, b)
}

// Timestamps are all in UTC, so they sort as text, to the microsecond.
const latestFirst = (a: string, b: string) => (a < b ? 1 : a > b ? -1 : 0)

const compare: Record<ScriptOrder, (a: SavedScript, b: SavedScript) => number> = {
  modified: (a, b) => latestFirst(a.modified_at, b.modified_at),
  title: (a, b) => byTitle(a.title, b.title) || latestFirst(a.modified_at, b.modified_at),
  created: (a, b) => latestFirst(a.created_at, b.created_at),
}

export function sortScripts(scripts: readonly SavedScript[], order: ScriptOrder): SavedScript[] {
  return scripts.toSorted(compare[order])
}

export type ScriptsView = 'grid' | 'list'

const STORED = 'scripts-view'

/** How scripts are shown: remembered by this browser. */
export function useScriptsView(): [ScriptsView, (view: ScriptsView) => void] {
  const [view, setView] = useState<ScriptsView>(() =>
    storedChoice.read(STORED) === 'list' ? 'list' : 'grid',
  )
  return [
    view,
    (next) => {
      setView(next)
      storedChoice.write(STORED, next)
    },
  ]
}

/**
 * The first lines of a script, from its stored beginning: as many as a preview has characters, with a space between
 * two of them. Counts code points, so an emoji is one character.
 */
export function previewLines(start: string): PreviewElement[] {
  const isCut = Array.from(start).length > PREVIEW_SOURCE_CHARACTERS
  const lines: PreviewElement[] = []
  let room = PREVIEW_CHARACTERS
  let hasMore = isCut
  for (const { type, text } of previewElements(start, isCut)) {
    const characters = Array.from(text.replaceAll(/\s+/g, ' ').trim())
    if (characters.length === 0) continue
    if (lines.length > 0) room -= 1
    hasMore ||= characters.length > room
    if (room > 0) lines.push({ type, text: characters.slice(0, room).join('') })
    room -= characters.length
  }
  if (!hasMore) return lines
  const { type, text } = lines.pop() ?? { type: 'action', text: '' }
  return [...lines, { type, text: `${text}...` }]
}

/** The same as one line. */
export const previewText = (start: string): string =>
  previewLines(start)
    .map(({ text }) => text)
    .join(' ')

/** Where the dashboard shows what went wrong with a script: a deletion, an import, or opening it. */
export const COLLECTION = 'collection'

const reasons: Record<string, string> = collectionMessages.reasons

/** Why something could not be done with a script. */
export function collectionFailure(error: unknown, fallback: string): string {
  const reason = errorText(error, fallback)
  return reasons[reason] ?? reason
}

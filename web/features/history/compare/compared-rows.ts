import type { ComparedScene, TextRange, Comparison } from '../../../../screenplay/changes.ts'
import { type Element, type ElementType, parse } from '../../../../screenplay/model.ts'

/** A piece of a line; `part` is its place among the parts of the scene. */
export type Run = { kind: 'same' | 'removed' | 'added'; text: string; part: number }

type Row = {
  kind: 'row'
  key: string
  type: ElementType
  /** Not the first line of its element. */
  isContinued: boolean
  runs: Run[]
}

/** A line as Fountain, with its changes, or a whole element without any, as it is printed. */
export type Block = Row | { kind: 'element'; key: string; element: Element }

/** Shown for changes of empty lines and spaces alone. */
const MARK = '¶'

type Side = 'before' | 'after'
type Line = { runs: Run[]; at: Record<Side, number | null> }
type Placed = { line: Line; side: Side; element: Element | undefined; start: number }

/** Finds the element at an offset of a part of a text. */
function elementsIn(text: string, range: TextRange | null) {
  const elements = range ? parse(text.slice(range.start, range.end)).elements : []
  return (offset: number): Element | undefined =>
    elements.findLast(({ start }) => start <= offset - (range?.start ?? 0))
}

/** The lines of a scene on both sides, one after the other: what was removed before what was added. */
function linesOf(before: string, after: string, scene: ComparedScene): Line[] {
  const lines: Line[] = []
  let line: Line = { runs: [], at: { before: null, after: null } }
  const end = () => {
    if (line.runs.length > 0) lines.push(line)
    line = { runs: [], at: { before: null, after: null } }
  }
  const add = (run: Run, side: Side, from: number) => {
    let offset = from
    for (const [index, piece] of run.text.split('\n').entries()) {
      if (index > 0) end()
      const text = piece.replace(/\r$/, '')
      if (text !== '' && (text.trim() !== '' || line.runs.length > 0)) {
        line.runs.push({ ...run, text })
        if (text.trim() !== '') line.at[side] ??= offset + text.search(/\S/)
      }
      offset += piece.length + 1
    }
  }
  for (const [part, { isEqual, before: old, after: now }] of scene.parts.entries()) {
    const added = after.slice(now.start, now.end)
    if (isEqual) {
      add({ kind: 'same', text: added, part }, 'after', now.start)
      continue
    }
    const removed = before.slice(old.start, old.end)
    if (`${removed}${added}`.trim() === '') {
      const kind = added.length < removed.length ? 'removed' : 'added'
      line.runs.push({ kind, text: MARK, part })
      if (added.includes('\n')) end()
      continue
    }
    add({ kind: 'removed', text: removed, part }, 'before', old.start)
    add({ kind: 'added', text: added, part }, 'after', now.start)
  }
  end()
  return lines
}

const isWhole = (placed: readonly Placed[], { start, contentEnd }: Element, scene: string) =>
  placed.every(({ line }) => line.runs.every(({ kind }) => kind === 'same')) &&
  scene
    .slice(start, contentEnd)
    .split('\n')
    .filter((line) => line.trim() !== '').length === placed.length

/** A changed scene for display. */
export function comparedBlocks(before: string, after: string, scene: ComparedScene): Block[] {
  const elementAt = {
    before: elementsIn(before, scene.before),
    after: elementsIn(after, scene.after),
  }
  const placed = linesOf(before, after, scene).map((line): Placed => {
    const side = line.at.after === null && line.at.before !== null ? 'before' : 'after'
    const start = line.at[side] ?? 0
    return { line, side, start, element: elementAt[side](start) }
  })
  const now = scene.after ? after.slice(scene.after.start, scene.after.end) : ''
  const blocks: Block[] = []
  for (let from = 0; from < placed.length; ) {
    const first = placed[from] as Placed
    let to = from + 1
    while (placed[to]?.side === first.side && placed[to]?.element === first.element) to += 1
    const group = placed.slice(from, to)
    const { element, side } = first
    if (element && side === 'after' && isWhole(group, element, now))
      blocks.push({ kind: 'element', key: `after ${element.start}`, element })
    else
      for (const [index, { line, start }] of group.entries())
        blocks.push({
          kind: 'row',
          key: `${side} ${start} ${from + index}`,
          type: element?.type ?? 'action',
          isContinued: index > 0 && element !== undefined,
          runs: line.runs,
        })
    from = to
  }
  return blocks
}

export type ComparedItem = { key: string } & (
  | { kind: 'unchanged'; scenes: ComparedScene[] }
  /** Moved to another place with the same text. */
  | { kind: 'moved'; scene: ComparedScene }
  | { kind: 'changed' | 'added' | 'removed'; scene: ComparedScene }
)

/** The items of the list: neighbouring unchanged scenes are one item. */
export function comparedItems({ scenes }: Comparison): ComparedItem[] {
  const items: ComparedItem[] = []
  for (const [index, scene] of scenes.entries()) {
    const key = String(index)
    const last = items.at(-1)
    if (scene.kind !== 'same') items.push({ kind: scene.kind, key, scene })
    else if (scene.isMoved) items.push({ kind: 'moved', key, scene })
    else if (last?.kind === 'unchanged') last.scenes.push(scene)
    else items.push({ kind: 'unchanged', key, scenes: [scene] })
  }
  return items
}

/** The id of a change, for steps from one to the next. */
export const changeId = (item: string, part: number): string => `${item}.${part}`

/** Every change in order. A scene that was moved, added or removed counts as one. */
export function changesOf(items: readonly ComparedItem[]): string[] {
  return items.flatMap((item) => {
    if (item.kind === 'unchanged') return []
    if (item.kind !== 'changed') return [item.key]
    return item.scene.parts.flatMap(({ isEqual }, part) =>
      isEqual ? [] : changeId(item.key, part),
    )
  })
}

type Move = {
  /** The number of the scene now. */
  number: number
  /** The current number of the scene it stood after; 0 at the start, null if that scene is gone. */
  after: number | null
  direction: 'up' | 'down'
}

/** Where a moved scene was, told in the numbers of the new text. */
export function moveOf(scene: ComparedScene, { scenes }: Comparison): Move {
  const [from, number] = [scene.before?.number ?? 1, scene.after?.number ?? 1]
  if (from === 1) return { number, after: 0, direction: 'down' }
  const above = scenes.find(({ before }) => before?.number === from - 1)
  const after = above?.after?.number ?? null
  return { number, after, direction: number < (after ?? from) ? 'up' : 'down' }
}

import type { ComparedScene, Comparison } from '../../../../screenplay/changes.ts'

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

export type Move = {
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

import type { Scene } from '../../../../screenplay/model.ts'
import type { Scope } from '../../document/scope/scope.ts'

/** A range of neighbouring scenes, by index, both ends included. */
export type ChosenScenes = { from: number; to: number }

/** Extends the range to a scene; or removes the first scene alone, or another and those after it. */
export function toggleScene(chosen: ChosenScenes | null, index: number): ChosenScenes | null {
  if (!chosen) return { from: index, to: index }
  const { from, to } = chosen
  if (index < from) return { from: index, to }
  if (index > to) return { from, to: index }
  if (from === to) return null
  return index === from ? { from: from + 1, to } : { from, to: index - 1 }
}

/**
 * The scenes whose middle is in a scope: while the writer types, the scenes as last laid out are off by a few
 * characters.
 */
export function chosenScenes(scope: Scope | null, scenes: readonly Scene[]): ChosenScenes | null {
  if (scope?.kind !== 'scenes') return null
  const isIn = ({ start, end }: Scene) => {
    const middle = (start + end) / 2
    return middle > scope.start && middle < scope.end
  }
  const from = scenes.findIndex(isIn)
  return from < 0 ? null : { from, to: scenes.findLastIndex(isIn) }
}

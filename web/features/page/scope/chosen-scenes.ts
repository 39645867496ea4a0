import type { Scene } from '../../../../screenplay/scenes.ts'
import type { Scope } from './page-scope.ts'

/** Neighbouring scenes, by their places in the script, both included. */
export type ChosenScenes = { from: number; to: number }

/** Adds a scene and those between, or removes it and those behind it. */
export function toggleScene(chosen: ChosenScenes | null, index: number): ChosenScenes | null {
  if (!chosen) return { from: index, to: index }
  const { from, to } = chosen
  if (index < from) return { from: index, to }
  if (index > to) return { from, to: index }
  if (from === to) return null
  return index === from ? { from: from + 1, to } : { from, to: index - 1 }
}

/**
 * The scenes in a scope. By their middle: while the writer types, the scenes that were laid out last are a few
 * characters behind.
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

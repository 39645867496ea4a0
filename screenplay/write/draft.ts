import type { Element, TitleEntry } from '../elements.ts'

/** An element without a source range. */
export type ElementDraft = Pick<
  Element,
  | 'type'
  | 'text'
  | 'sceneNumber'
  | 'pageNumber'
  | 'depth'
  | 'dual'
  | 'apart'
  | 'blank'
  | 'spaceAbove'
>

export type ScreenplayDraft = {
  titlePage?: readonly Pick<TitleEntry, 'key' | 'values'>[]
  elements: readonly ElementDraft[]
}

/** Offsets in UTF-16 units. */
export type TextRange = { start: number; end: number }

/** Offsets into the whole texts. Of a part that was replaced, either side may be empty. */
export type ComparedPart = { isEqual: boolean; before: TextRange; after: TextRange }

/** From its heading to the next one. Number 0 is what precedes the first scene. */
export type ScenePlace = TextRange & { number: number; heading: string }

export type ComparedScene = {
  /** A scene is the same if it differs only in how its lines end and in the empty lines at its end. */
  kind: 'same' | 'changed' | 'added' | 'removed'
  /** Whether it is at another place among the others, with or without changes of its text. */
  isMoved: boolean
  before: ScenePlace | null
  after: ScenePlace | null
  /** In order; together they are the whole scene on both sides. */
  parts: readonly ComparedPart[]
}

export type Comparison = {
  /** In the order of the text after; removed scenes are where they were. */
  scenes: readonly ComparedScene[]
  /** Whether the time did not suffice to find the smallest changes. */
  isCoarse: boolean
}

/** Offsets in UTF-16 units. */
export type TextRange = { start: number; end: number }

/** Offsets into the whole texts. Of a part that was replaced, either side may be empty. */
export type ComparedPart = { isEqual: boolean; before: TextRange; after: TextRange }

/** From its heading to the next one. Number 0 is what precedes the first scene. */
export type ScenePlace = TextRange & { number: number; heading: string }

export type ComparedScene = {
  /** A scene is `same` even if its line breaks or the empty lines at its end differ. */
  kind: 'same' | 'changed' | 'added' | 'removed'
  /** Whether its position among the scenes changed, regardless of changes to its text. */
  isMoved: boolean
  before: ScenePlace | null
  after: ScenePlace | null
  /** In order; together they are the whole scene on both sides. */
  parts: readonly ComparedPart[]
}

export type Comparison = {
  /** In the order of the later text; a removed scene follows the scene that it used to follow. */
  scenes: readonly ComparedScene[]
  /** Whether the time did not suffice to find the smallest changes. */
  isCoarse: boolean
}

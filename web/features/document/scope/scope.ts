import type { Splice } from '../../../../screenplay/changes.ts'

/** A part of the text, in UTF-16 offsets. */
export type TextRange = { start: number; end: number }

/** The part of the script that a prompt is about. */
export type Scope = TextRange & {
  /** Whether it is whole scenes. */
  kind: 'scenes' | 'text'
  /** `Scene 2 · 1 1/8 pp` */
  label: string
  /** What stands below the prompt in the chat: `2 INT. TRAM 28 - NIGHT` */
  note: string
}

/** A change by an answer, as far as the page needs it to find its place. */
export type ChangedPlace = {
  heading: string
  /** The scene's place in the script, from 1, when the answer was written. */
  place: number | null
  text: string
}

/** What other features can do on the page while it is shown. */
export type PageHandle = {
  /** The scene with the cursor; null above the first. */
  scene: () => Scope | null
  /** Inserts a text as paragraphs of its own behind the one with the cursor. */
  insert: (text: string) => void
  /** Inserts a text behind the scene with the cursor. */
  insertScene: (text: string) => void
  /** Shows a change; false if it is not there any more. */
  show: (change: ChangedPlace) => boolean
  /** Selects words that a scene with this heading has, or else the first place with them; false if there is none. */
  showWords: (words: string, heading: string) => boolean
  /** Shows a part of the text, with the cursor before it. */
  reveal: (range: TextRange) => void
  /** What is selected, or else the line with the cursor. */
  selected: () => TextRange
  /** Changes the text, as one step that can be undone, with words that the writer typed or that are from elsewhere. */
  change: (splices: readonly Splice[], origin: 'typed' | 'pasted') => void
  /** Asks before it renames a character everywhere. */
  renameCharacter: (from: string, to: string) => void
  focus: () => void
  hasFocus: () => boolean
}

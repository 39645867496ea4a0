/** Where an edit of an answer belongs. Scenes are named by their id, see `NumberedScene`. */
export type EditPlace =
  /** `<scene id="12">...</scene>` */
  | { kind: 'replace'; id: number }
  /** `<scene after="12">...</scene>` */
  | { kind: 'insert'; after: number }
  /** `<scene id="12" delete="true"/>` */
  | { kind: 'delete'; id: number }
  /** `<script>...</script>` */
  | { kind: 'script' }
  /** `<text>...</text>`: only with a target. */
  | { kind: 'text' }

export type EditFault =
  | 'unknown_scene'
  | 'duplicate_scene'
  | 'unfinished'
  | 'placeholder'
  | 'lost_heading'
  | 'outside_target'
  | 'missing_text'
  | 'bad_tag'
  /** The model replaces a scene that it had not been given. */
  | 'unseen_scene'

export type AppliedEdit = {
  kind: 'replaced' | 'inserted' | 'deleted' | 'script' | 'text'
  /** The id in the old script (for an inserted scene, of the scene it follows); null for script and text. */
  id: number | null
  /** The heading of the new scene, or of the deleted one; empty if there is none. */
  heading: string
  /** The range in the old script. */
  start: number
  end: number
  /** The range of the replacement in the new text, including added empty lines. */
  newStart: number
  newEnd: number
}

/** A range of the script and its replacement. The empty lines around it are added later. */
export type Change = Omit<AppliedEdit, 'newStart' | 'newEnd'> & { text: string }

export type AnswerOutcome =
  | {
      kind: 'changed'
      text: string
      /**
       * What the chat shows: prose and the texts of the edits in order, without tags. For a lone `<script>` exactly
       * its text. Never empty: a deletion is shown as a note that names the heading.
       */
      shown: string
      edits: AppliedEdit[]
      /** Whole texts with the other alternatives, in order; empty unless alternatives were asked for. */
      alternatives: string[]
    }
  | { kind: 'unchanged'; shown: string; reason: 'conversation' | 'refusal' | 'same' | 'empty' }
  | {
      kind: 'faulty'
      shown: string
      fault: EditFault
      /** For the model: what was wrong and what is wanted. */
      explanation: string
    }

/** UTF-16 offsets into the script. */
export type TextRange = { start: number; end: number }

export type AnswerInput = {
  /** What the request was about; may be empty. */
  script: string
  /** What the model wrote. */
  answer: string
  request: string
  /** Nothing outside of it may change. */
  target: TextRange | null
  finish: 'complete' | 'cut_off' | 'stopped'
  /** How many versions of the same place the answer may contain. */
  alternatives?: number
}

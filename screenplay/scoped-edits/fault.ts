import type { EditFault } from './types.ts'

/** Why an answer cannot be applied. Stays inside this folder: `applyAnswer` returns it as an outcome. */
export class AnswerFault extends Error {
  readonly fault: EditFault
  /** What was wrong; `explain` adds what is wanted. */
  readonly reason: string

  constructor(fault: EditFault, reason: string) {
    super(fault)
    this.fault = fault
    this.reason = reason
  }
}

const wanted = {
  text: 'Answer again: the complete new text of the given range, and nothing else, in one <text>...</text>.',
  script: 'Answer again: the complete script in one <script>...</script>.',
  scenes:
    'Answer again with all your changes: <scene id="N">the complete new scene, from its heading on</scene> replaces scene N, <scene after="N">a new scene</scene> adds one after scene N, <scene id="N" delete="true"/> deletes scene N. Leave out every scene that does not change. Each tag starts on a line of its own and is closed.',
}

/** For the model: what was wrong, and what is wanted. */
export const explain = (reason: string, kind: keyof typeof wanted): string =>
  `${reason} ${wanted[kind]}`

import { applyAnswer } from '../../../../screenplay/answers.ts'

type Input = Parameters<typeof applyAnswer>[0]

export const HOUSE = `Title: The House
Author: Mira

FADE IN:

INT. KITCHEN - NIGHT

The kettle boils.

JO
Who is there?

INT. HALL - NIGHT

Steps on the stairs.

ANN
Only me.

EXT. GARDEN - DAWN

Frost. A bird.
`

/** Applies an answer to a script of three scenes, unless another one is given. */
export const apply = (answer: string, over: Partial<Input> = {}) =>
  applyAnswer({
    script: HOUSE,
    answer,
    request: 'Make it darker',
    target: null,
    finish: 'complete',
    ...over,
  })

/** The new text. */
export function textAfter(answer: string, over: Partial<Input> = {}): string {
  const outcome = apply(answer, over)
  if (outcome.kind !== 'changed') throw new Error(`The answer is ${JSON.stringify(outcome)}.`)
  return outcome.text
}

/** The range of a part of the script. */
export function rangeOf(part: string, script = HOUSE): { start: number; end: number } {
  const start = script.indexOf(part)
  if (start < 0) throw new Error(`The script does not contain ${JSON.stringify(part)}.`)
  return { start, end: start + part.length }
}

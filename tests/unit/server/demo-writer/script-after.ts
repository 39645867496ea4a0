import { applyAnswer } from '../../../../screenplay/scoped-edits.ts'
import { answer } from '../../../../server/demo-writer/answer.ts'

type Asked = Parameters<typeof answer>[0]

/** What the demo's answer does to a script. */
export const outcomeOf = (asked: Asked) =>
  applyAnswer({
    script: asked.currentScript,
    request: asked.request,
    answer: answer(asked),
    target: asked.target ?? null,
    finish: 'complete',
    ...(asked.alternatives && { alternatives: asked.alternatives }),
  })

/** The script after the demo's answer; throws if the answer is faulty. */
export function scriptAfter(request: string, currentScript: string): string {
  const outcome = outcomeOf({ request, currentScript })
  if (outcome.kind === 'faulty') throw new Error(`${outcome.fault}: ${outcome.explanation}`)
  return outcome.kind === 'changed' ? outcome.text : currentScript
}

import { type AnswerOutcome, AnswerReader } from '../../../screenplay/answers.ts'

/** The ids of the scenes that an answer replaces, whether or not it can be applied. */
export function replacedScenes(answer: string): number[] {
  const reader = new AnswerReader()
  return [...reader.add(answer), ...reader.end()].flatMap((part) =>
    part.type === 'open' && part.place.kind === 'replace' ? [part.place.id] : [],
  )
}

/**
 * Makes an answer faulty if it replaces a scene that the model saw only in the outline: the text that it has
 * not read would be lost. `read` is null if it has read all scenes.
 */
export function requireRead(
  outcome: AnswerOutcome,
  read: ReadonlySet<number> | null,
): AnswerOutcome {
  if (outcome.kind !== 'changed' || read === null) return outcome
  const unread = outcome.edits.flatMap(({ kind, id }) =>
    kind === 'replaced' && id !== null && !read.has(id) ? [id] : [],
  )
  if (unread.length === 0) return outcome
  const explanation = `You had not been given the full text of scene ${unread.join(', ')}. Replace only scenes that you have in full.`
  return { kind: 'faulty', shown: outcome.shown, fault: 'unseen_scene', explanation }
}

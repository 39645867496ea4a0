import { type AnswerOutcome, AnswerReader } from '../../../screenplay/scoped-edits.ts'

/** The scenes that an answer replaces, by their ids, whether or not it can be applied. */
export function replacedScenes(answer: string): number[] {
  const reader = new AnswerReader()
  return [...reader.add(answer), ...reader.end()].flatMap((part) =>
    part.type === 'open' && part.place.kind === 'replace' ? [part.place.id] : [],
  )
}

/**
 * An answer that replaces a scene which the model knows only from the outline is faulty: what it had not read
 * would be lost. Null: it has read all.
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

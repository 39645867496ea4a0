import type { AnswerChanges } from '../../../contract/generation.ts'
import { withoutPageMarks } from '../../../screenplay/production.ts'
import {
  unescapeTags,
  type AnswerOutcome,
  AnswerReader,
  type EditPlace,
  numberedScenes,
} from '../../../screenplay/answers.ts'

type NamedEdit = { place: EditPlace; text: string }

const KINDS = {
  replace: 'replaced',
  insert: 'inserted',
  delete: 'deleted',
  script: 'script',
  text: 'text',
} as const

function readAnswer(answer: string): { prose: string; named: NamedEdit[] } {
  const reader = new AnswerReader()
  const named: NamedEdit[] = []
  let prose = ''
  for (const part of [...reader.add(answer), ...reader.end()]) {
    if (part.type === 'prose') prose += part.text
    else if (part.type === 'open') named.push({ place: part.place, text: '' })
    else if (part.type === 'text') {
      const last = named.at(-1)
      if (last) last.text += part.text
    }
  }
  return { prose: unescapeTags(prose.trim()), named }
}

const idOf = (place: EditPlace): number | null =>
  place.kind === 'replace' || place.kind === 'delete' ? place.id : null

/** Whether an answer without tags is a whole script: at least as many scenes, some with known headings. */
function isOneText(answer: string, script: string): boolean {
  const [now, before] = [numberedScenes(answer), numberedScenes(script)]
  const headings = new Set(before.map(({ heading }) => heading))
  const isAnotherVersion = before.length === 0 || now.some(({ heading }) => headings.has(heading))
  return now.length >= before.length && isAnotherVersion
}

/**
 * What the chat shows about an answer's changes; null if the answer is a single text without tags. `applied`
 * says for each edit of the outcome whether it was made in the script.
 */
export function describeChanges(
  answer: string,
  script: string,
  outcome: AnswerOutcome,
  applied: readonly boolean[],
): AnswerChanges | null {
  const { prose, named } = readAnswer(answer)
  if (named.length === 0 && (outcome.kind !== 'changed' || isOneText(answer, script))) return null
  if (outcome.kind === 'changed') {
    const edits = outcome.edits.map(({ kind, id, heading, newStart, newEnd }, at) => {
      const { text } = withoutPageMarks(outcome.text.slice(newStart, newEnd))
      const shown = kind === 'script' ? (prose === '' ? null : text) : text.trim()
      return {
        kind,
        id,
        heading,
        applied: applied[at] ?? false,
        text: kind === 'deleted' ? null : shown,
      }
    })
    return { prose: named.length === 0 ? '' : prose, edits }
  }
  const headings = new Map(numberedScenes(script).map(({ id, heading }) => [id, heading]))
  const edits = named.map(({ place, text }) => ({
    kind: KINDS[place.kind],
    id: idOf(place),
    heading: headings.get(idOf(place) ?? -1) ?? '',
    applied: false,
    text: place.kind === 'script' || place.kind === 'delete' ? null : unescapeTags(text.trim()),
  }))
  return { prose, edits }
}

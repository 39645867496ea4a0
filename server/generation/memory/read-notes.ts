import { unescapeTags } from '../../../screenplay/answers.ts'

const MAX_SYNOPSIS = 240

/** What a model wrote, as one line without tags and control characters. */
export function oneLine(text: string, length: number): string {
  const plain = unescapeTags(text)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return plain.slice(0, length).toWellFormed().replaceAll('\ufffd', '').trim()
}

/** Parses a model's notes: the synopses by the scene's id. Accepts only known scenes, with one short line each. */
export function readNotes(answer: string, ids: ReadonlySet<number>): ReadonlyMap<number, string> {
  const synopses = new Map<number, string>()
  for (const [, digits, text = ''] of answer.matchAll(
    /<scene\s+id="(\d{1,6})"\s*>([^<]{1,4000})<\/scene>/gi,
  )) {
    const id = Number(digits)
    const synopsis = oneLine(text, MAX_SYNOPSIS)
    if (ids.has(id) && !synopses.has(id) && synopsis !== '') synopses.set(id, synopsis)
  }
  return synopses
}

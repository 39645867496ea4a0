import { unescapeTags } from '../../../screenplay/answers.ts'
import type { Characters } from './memory.ts'

const MAX_SYNOPSIS = 240
const MAX_DESCRIPTION = 120
const MAX_CHARACTERS = 40

type Notes = {
  /** By the scene's id. */
  synopses: ReadonlyMap<number, string>
  characters: Characters
}

/** One line without control characters. */
function line(text: string, length: number): string {
  const plain = unescapeTags(text)
    .replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
  return plain.slice(0, length).toWellFormed().replaceAll('\ufffd', '').trim()
}

/** Parses a model's notes. Accepts only known scenes and characters, with one short line each. */
export function readNotes(
  answer: string,
  ids: ReadonlySet<number>,
  names: ReadonlySet<string>,
): Notes {
  const synopses = new Map<number, string>()
  for (const [, digits, text = ''] of answer.matchAll(
    /<scene\s+id="(\d{1,6})"\s*>([^<]{1,4000})<\/scene>/gi,
  )) {
    const id = Number(digits)
    const synopsis = line(text, MAX_SYNOPSIS)
    if (ids.has(id) && !synopses.has(id) && synopsis !== '') synopses.set(id, synopsis)
  }
  const characters = new Map<string, string>()
  const listed = /<characters>([^<]{1,20000})<\/characters>/i.exec(answer)?.[1] ?? ''
  for (const entry of listed.split('\n')) {
    const at = entry.indexOf(':')
    const name = line(entry.slice(0, Math.max(0, at)), 100).toUpperCase()
    const description = line(entry.slice(at + 1), MAX_DESCRIPTION)
    if (names.has(name) && !characters.has(name) && description !== '') {
      characters.set(name, description)
    }
  }
  return {
    synopses,
    characters: [...characters]
      .slice(0, MAX_CHARACTERS)
      .map(([name, description]) => ({ name, description })),
  }
}

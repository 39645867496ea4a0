import type { ClientBase } from 'pg'
import { WORD_CHARACTERS } from '../../contract/word-characters.ts'

/** The planes of Unicode that have letters, without surrogates. */
const PLANES = [
  [0x1, 0xd7_ff],
  [0xe0_00, 0x3_ff_ff],
  [0xe_00_00, 0xe_0f_ff],
] as const

const escapeOf = (character: string): string => {
  const code = character.codePointAt(0)?.toString(16) ?? ''
  return code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`
}

function charactersOf(first: number, last: number): string {
  let all = ''
  for (let code = first; code <= last; code += 1) all += String.fromCodePoint(code)
  return all
}

/** The ranges of a class of characters. What is not assigned yet may lie within them: nobody can write it. */
function rangesOf(members: string): string {
  const range = new RegExp(`[${members}](?:[[${members}]\\p{Cn}]*[${members}])?`, 'gv')
  return PLANES.flatMap(([first, last]) =>
    Array.from(charactersOf(first, last).matchAll(range), ([found]) => {
      const characters = Array.from(found)
      return `${escapeOf(characters[0]!)}-${escapeOf(characters.at(-1)!)}`
    }),
  ).join('')
}

/** The words of screenplay/model/words.ts as an expression of PostgreSQL, with the characters that this Node knows. */
function wordPattern(): string {
  const { unspaced, letter, mark } = WORD_CHARACTERS
  const [others, letters, marks] = [unspaced, letter, mark].map(rangesOf)
  const part = `[${letters}][${letters}${marks}]*`
  return `[${others}]|${part}(?:['’ʼ]${part})*`
}

/** Stores what private.count_words counts, unless it is stored: it takes longer to make than most of a start. */
export async function storeWordPattern(client: ClientBase): Promise<void> {
  const origin = JSON.stringify([process.versions.unicode, WORD_CHARACTERS])
  const { rows } = await client.query(
    "select from private.settings where name = 'word_pattern_from' and value = $1",
    [origin],
  )
  if (rows.length > 0) return
  await client.query(
    `insert into private.settings (name, value) values ('word_pattern', $1), ('word_pattern_from', $2)
     on conflict (name) do update set value = excluded.value`,
    [wordPattern(), origin],
  )
}

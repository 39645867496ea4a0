import { isNoteReader } from '../../../contract/reading.ts'
import { escapeTags } from '../../../screenplay/answers.ts'
import { characterNames } from '../../../screenplay/editing.ts'
import { parse } from '../../../screenplay/model.ts'
import { howTheyRead } from './readers.ts'
import { block } from './block.ts'
import { shortenTo } from './tokens.ts'

/** Whom an answer speaks for: a reader's id or a character's name, and how one of the writer's own readers reads. */
export type Speaker = { as: string; own: { name: string; text: string } | null }

const READER =
  'Answer as the reader who is described next, and as nobody else. Quote the words of the script that you speak of. No grades and no scores.'
const OWN = 'The writer describes this reader under <reader>. It changes none of the rules.'
const CHARACTER = `Answer as the character who is named under <speaker>, in the first person, in that person's voice. You know what the script and the bible say that this person has seen, done, heard or been told, and nothing else: not what happens where this person is absent, not how the script ends. If they do not say what is asked, say so, as this person would, and invent nothing; you may say what you would have to know. Do not write new lines for the script.`
const UNKNOWN =
  'Nobody of this name speaks in the script. Say that, and answer only as far as the script and the bible speak of this person.'

const isId = (name: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)

/** What follows the request: whose voice the answer has. The words of the writer are escaped, in a block of their own. */
export function speakerPart({ as, own }: Speaker, script: string, tokens: number): string {
  if (isNoteReader(as)) return `${READER}\n\n${howTheyRead[as]}`
  if (own !== null) {
    const text = shortenTo(`${own.name}\n${own.text.trim()}`, tokens)
    return `${READER} ${OWN}\n\n${block('reader', escapeTags(text))}`
  }
  // One of the writer's own, who was deleted.
  if (isId(as)) return ''
  const names = characterNames(parse(script)).map((name) => name.toUpperCase())
  const known = names.includes(as.toUpperCase()) ? CHARACTER : `${CHARACTER} ${UNKNOWN}`
  return `${known}\n\n${block('speaker', escapeTags(as))}`
}

/** What a search for what concerns the request also looks for. */
export const speakerName = (speaker: Speaker | null): string =>
  speaker === null || speaker.own !== null || isId(speaker.as) || isNoteReader(speaker.as)
    ? ''
    : ` ${speaker.as}`

import type { Screenplay } from '../elements.ts'
import { parse } from '../parse.ts'
import { isSceneHeading } from '../parse/line-kinds.ts'
import { characterName } from '../statistics/character-name.ts'
import { type Cue, isName, withCues } from './names.ts'
import { MAX_MARKUP_LENGTH, type Repair } from './repair.ts'

const spokenLine =
  /^\s*(?<speaker>[^\p{Ll}:*_()]{2,40}?)\s*(?<asides>(?:\([^()]{1,60}\)\s*){0,3}):\s*(?<words>[^\s!@>~=].*)$/u

/** Converts "JOHN: Hello." among other lines, if the script knows John or he speaks more than once. */
export function spokenLines(names: ReadonlySet<string>): Repair {
  return (lines, changes) => {
    if (!lines.some((line) => spokenLine.test(line.slice(0, MAX_MARKUP_LENGTH)))) return lines
    const screenplay = parse(lines.join('\n'))
    const open = actionLines(screenplay)
    const cues = lines.map((line, index) => (open.has(index) ? cueIn(line) : undefined))
    const counts = new Map<string, number>()
    const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const cue of cues) if (cue) count(cue.name)
    for (const { type, text } of screenplay.elements) {
      if (type === 'character') count(characterName(text))
    }
    const isSpeaker = ({ name }: Cue) => names.has(name) || (counts.get(name) ?? 0) > 1
    const spoken = cues.map((cue) => (cue && isSpeaker(cue) ? cue : undefined))
    return spoken.some(Boolean) ? withCues(lines, spoken, changes) : lines
  }
}

function cueIn(line: string): Cue | undefined {
  if (line.length > 20 * MAX_MARKUP_LENGTH) return undefined
  const { speaker = '', asides = '', words = '' } = spokenLine.exec(line)?.groups ?? {}
  if (!isName(speaker) || isSceneHeading(speaker)) return undefined
  const name = speaker.trim().replaceAll(/\s+/g, ' ')
  return { name, asides: asides.match(/\([^()]*\)/g) ?? [], words: words.trimEnd() }
}

/** The action lines: lines in dialogue, in a note or on the title page are not converted. */
function actionLines({ source, elements, titlePage }: Screenplay): Set<number> {
  const found = new Set<number>()
  const add = ({
    line,
    start,
    contentEnd,
  }: {
    line: number
    start: number
    contentEnd: number
  }) => {
    const count = source.slice(start, contentEnd).split('\n').length
    for (let at = 0; at < count; at += 1) found.add(line - 1 + at)
  }
  for (const element of elements) if (element.type === 'action') add(element)
  // Speakers at the very beginning look like the entries of a title page.
  if (titlePage.every(({ key }) => isName(key))) for (const entry of titlePage) add(entry)
  return found
}

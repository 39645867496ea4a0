import type { Screenplay } from '../elements.ts'
import { parse } from '../parse.ts'
import { isSceneHeading } from '../parse/line-kinds.ts'
import { characterName } from '../statistics/character-name.ts'
import { type Cue, isName, titledCue, withCues } from './names.ts'
import { MAX_MARKUP_LENGTH, type Repair } from './repair.ts'

const spokenLine =
  /^\s*(?<speaker>[^\p{Ll}:*_()]{2,40}?)\s*(?<asides>(?:\([^()]{1,60}\)\s*){0,3}):\s*(?<words>[^\s!@>~=].*)$/u

const colonBehind = /\s*:\s*$/
const anyColon = /^[^:]{1,120}:/

/**
 * Converts "JOHN: Hello." among other lines, if the script knows John or he speaks more than once, and
 * "John: Hello." below a heading, if the script knows John or all speeches are written like that. Without a heading it
 * may be a list of characters.
 */
export function spokenLines(names: ReadonlySet<string>): Repair {
  return (lines, changes) => {
    if (!lines.some((line) => anyColon.test(line.slice(0, MAX_MARKUP_LENGTH)))) return lines
    const screenplay = parse(lines.join('\n'))
    const open = actionLines(screenplay)
    const cues = lines.map((line, index) => (open.has(index) ? cueIn(line) : undefined))
    const titled = lines.map((_, index) => (open.has(index) ? titledCue(lines, index) : undefined))
    const counts = new Map<string, number>()
    const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
    for (const cue of cues) if (cue) count(cue.name)
    const speakers = screenplay.elements.filter(({ type }) => type === 'character')
    for (const { text } of speakers) count(characterName(text))
    const isScript = screenplay.elements.some(({ type }) => type === 'scene-heading')
    const areTitled = speakers.length === 0 && titled.filter(Boolean).length > 1
    const spoken = lines.map((_, index) => {
      const [cue, named] = [cues[index], titled[index]]
      if (cue && (names.has(cue.name) || (counts.get(cue.name) ?? 0) > 1)) return cue
      return named && isScript && (areTitled || names.has(named.name)) ? named : undefined
    })
    return spoken.some(Boolean) ? withCues(lines, spoken, changes) : lines
  }
}

const nameOf = (cue: string): string => characterName(cue.replace(colonBehind, ''))

/** Removes the colon behind cues, if the script knows who speaks or several have one. */
export function withoutColons(names: ReadonlySet<string>): Repair {
  return (lines, changes) => {
    if (!lines.some((line) => line.length <= MAX_MARKUP_LENGTH && colonBehind.test(line)))
      return lines
    const cues = parse(lines.join('\n')).elements.filter(({ type, text }) => {
      if (type !== 'character' || text.length > MAX_MARKUP_LENGTH) return false
      return colonBehind.test(text) && isName(text.replace(colonBehind, ''))
    })
    const known = cues.length > 1 ? cues : cues.filter(({ text }) => names.has(nameOf(text)))
    if (known.length === 0) return lines
    changes.add('names')
    const at = new Set(known.map(({ line }) => line - 1))
    return lines.map((line, index) => (at.has(index) ? line.replace(colonBehind, '') : line))
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

import { isTransition } from '../parse/line-kinds.ts'
import { isHeadingLine } from './headings.ts'
import { isBlank, MAX_MARKUP_LENGTH, type Repair } from './repair.ts'

type Kind = 'heading' | 'action' | 'character' | 'parenthetical' | 'dialogue' | 'transition'

const kinds: [Kind, RegExp][] = [
  ['heading', /^(?:scene heading|scene|slug ?line|slug|heading)$/i],
  ['action', /^(?:action|action line|description|stage directions?)$/i],
  ['character', /^(?:character|character name|cue|speaker)$/i],
  ['parenthetical', /^(?:parenthetical|wrylie)$/i],
  ['dialogue', /^(?:dialogue|dialog|speech)$/i],
  ['transition', /^transition$/i],
]
const labelled =
  /^\s*(?:[-•+*]\s+)?(?:\*\*|__)?(?:\[(?<inside>[a-z ]{3,16})\]:?|(?<before>[a-z ]{3,16}):?)(?:\*\*|__)?:?\s*(?<text>.*)$/is

/** "Scene Heading: INT. BAR - DAY": the label, and the line without it. */
function labelIn(line: string): { kind: Kind; text: string } | undefined {
  if (line.length > 20 * MAX_MARKUP_LENGTH) return undefined
  const { inside, before, text = '' } = labelled.exec(line)?.groups ?? {}
  const name = (inside ?? before ?? '').trim()
  // The colon may be inside or outside of the emphasis, but there has to be one.
  if (inside === undefined && !/^[^:]{0,25}:/.test(line)) return undefined
  const kind = kinds.find(([, pattern]) => pattern.test(name))?.[0]
  return kind && { kind, text: text.trim() }
}

/** Removes labels that tell the kind of a line, if one is of a heading, or they are of the cues and dialogue of a scene. */
export const withoutLabels: Repair = (lines, changes) => {
  const labels = lines.map(labelIn)
  const found = new Set(labels.flatMap((label) => label?.kind ?? []))
  const isHeading = labels.some((label) => label?.kind === 'heading' && isHeadingLine(label.text))
  const areSpeeches = found.has('character') && found.has('dialogue') && lines.some(isHeadingLine)
  if (!isHeading && !areSpeeches) return lines
  changes.add('labels')
  const repaired: string[] = []
  let isSpeaking = false
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const label = labels[index]
    if (!label) {
      if (!isBlank(line)) isSpeaking = isSpeaking && !isBlank(repaired.at(-1))
      repaired.push(line)
      continue
    }
    const { kind } = label
    const isAbove = label.text === '' && !isBlank(lines[index + 1]) && !labels[index + 1]
    if (isAbove) index += 1
    const text = isAbove ? (lines[index] ?? '').trim() : label.text
    const continues: boolean = isSpeaking && (kind === 'parenthetical' || kind === 'dialogue')
    if (continues) repaired.length = repaired.findLastIndex((each) => !isBlank(each)) + 1
    else if (repaired.length > 0 && !isBlank(repaired.at(-1))) repaired.push('')
    if (text !== '') repaired.push(written(kind, text))
    isSpeaking = kind === 'character' || continues
  }
  return repaired
}

function written(kind: Kind, text: string): string {
  if (kind === 'heading')
    return isHeadingLine(text) || /^[^\p{L}\p{N}]/u.test(text) ? text : `.${text}`
  if (kind === 'character') return /[*_:]/.test(text) ? text : text.toUpperCase()
  if (kind === 'parenthetical') return /^[([*_]/.test(text) ? text : `(${text})`
  return kind === 'transition' && !isTransition(text) && !text.startsWith('>') ? `> ${text}` : text
}

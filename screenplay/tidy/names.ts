import { isBlank, LONGEST_MARK, type Repair, type TidyChange } from './repair.ts'

const bold =
  /^\s*(?:\*\*|__)(?<speaker>[^*_:]{1,60})(?<inside>:?)(?:\*\*|__)\s*(?<aside>\([^()]{1,60}\))?\s*(?<outside>:?)\s*(?<words>.*)$/
const plain = /^(?<speaker>[^\p{Ll}:*_]{2,40})(?<inside>:)\s*(?<words>\S.*)$/u
const alone = /^\s*(?:\*\*|__)([^*_:\p{Ll}]{2,60}?):?(?:\*\*|__):?\s*$/u
const name = /^\p{L}[\p{L}\p{N} .,'’&#/-]*(?:\s*\([^()]*\))*$/u
const extension =
  /^\((?:V\.? ?O\.?|O\.? ?S\.?|O\.? ?C\.?|CONT['’]?D|CONT\.|PRE-?LAP|ON PHONE|FILTERED)\)$/i
/** Labels that are written like names but speak no word. */
const label =
  /^(?:title|super|superimpose|insert|angle|close|note|notes|changes|scene|setting|characters?|logline|genre|tone|theme|format|warning|sign|fade|cut|dissolve|smash|match|back|intercut|montage|flashback|end|the end|begin|later|continued|int|ext|est|credit|authors?|written by|source|draft date|date|contact|copyright|act|chapter|part|summary|synopsis)\b/i

type Cue = { name: string; extension: string | undefined; words: string }

/** "**JOHN:** Hello." becomes a name with the words below it. */
export const plainNames: Repair = (lines, changes) => {
  const cues = lines.map((line, index) => cueIn(lines, index, line, bold))
  const spoken = cues.filter(Boolean).length
  const hasNames = lines.some((line, index) => isPlainName(lines, index, line))
  const isDialogue = spoken >= 2 || (spoken === 1 && !hasNames)
  if (isDialogue) return withCues(lines, cues, changes)
  const bare = hasNames ? [] : lines.map((line, index) => cueIn(lines, index, line, plain))
  if (bare.filter(Boolean).length >= 2) return withCues(lines, bare, changes)
  return withBoldNames(lines, changes)
}

function cueIn(lines: string[], index: number, line: string, pattern: RegExp): Cue | undefined {
  if (line.length > 20 * LONGEST_MARK) return undefined
  const { speaker = '', inside, aside, outside, words = '' } = pattern.exec(line)?.groups ?? {}
  const isAlone = words === '' && isBlank(lines[index + 1])
  if (!(inside || outside) || isAlone || !isName(speaker)) return undefined
  return { name: speaker.trim().toUpperCase(), extension: aside, words }
}

export function isName(text: string): boolean {
  const found = text.trim()
  return (
    found.length <= 60 && name.test(found) && !label.test(found) && found.split(/\s+/).length <= 5
  )
}

function withCues(lines: string[], cues: (Cue | undefined)[], changes: Set<TidyChange>): string[] {
  changes.add('names')
  return lines.flatMap((line, index) => {
    const cue = cues[index]
    if (!cue) return [line]
    const isExtension = cue.extension !== undefined && extension.test(cue.extension)
    const [, aside, words] = /^(\([^()]*\))\s+(.*)$/.exec(cue.words) ?? [
      undefined,
      undefined,
      cue.words,
    ]
    const head = isExtension ? `${cue.name} ${cue.extension}` : cue.name
    const below = [isExtension ? undefined : cue.extension, aside, words].filter(
      Boolean,
    ) as string[]
    return isBlank(lines[index - 1]) ? [head, ...below] : ['', head, ...below]
  })
}

/** Names in bold, above their words; also with an empty line between, when that comes more than once. */
function withBoldNames(lines: string[], changes: Set<TidyChange>): string[] {
  const names = lines.map((line, index) => (isBlank(lines[index - 1]) ? boldName(line) : undefined))
  const isApart = (index: number) => isBlank(lines[index + 1]) && isSpoken(lines[index + 2])
  const standApart = names.filter((found, index) => found && isApart(index)).length > 1
  const repaired: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const found = names[index]
    const apart = standApart && isApart(index)
    const speaks = found !== undefined && (apart || !isBlank(lines[index + 1]))
    repaired.push(speaks ? found : (lines[index] ?? ''))
    if (!speaks || !apart) continue
    // An aside between the name and the words stands apart as well.
    if (isAside(lines[index + 2]) && isBlank(lines[index + 3])) {
      repaired.push(lines[index + 2] ?? '')
      index += 2
    }
    index += 1
  }
  const isSame = repaired.length === lines.length
  if (isSame && repaired.every((line, index) => line === lines[index])) return lines
  changes.add('names')
  return repaired
}

function boldName(line: string): string | undefined {
  const found = line.length > LONGEST_MARK ? undefined : alone.exec(line)?.[1]?.trim()
  return found !== undefined && isName(found) ? found : undefined
}

function isAside(line: string | undefined): boolean {
  return line !== undefined && line.length < LONGEST_MARK && /^\s*[*_]*\(.*\)[*_]*\s*$/.test(line)
}

function isSpoken(line: string | undefined): boolean {
  return line !== undefined && /^\s*[(*_"“'‘…]*\p{Lu}?.*\p{Ll}/u.test(line.slice(0, LONGEST_MARK))
}

function isPlainName(lines: string[], index: number, line: string): boolean {
  return (
    line.length <= 40 &&
    isBlank(lines[index - 1]) &&
    !isBlank(lines[index + 1]) &&
    !/\p{Ll}|[:*_]/u.test(line.replace(/\([^()]*\)/g, '')) &&
    isName(line)
  )
}

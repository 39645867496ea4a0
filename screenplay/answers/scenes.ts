import type { Screenplay } from '../model/elements.ts'
import { plainText } from '../model/emphasis.ts'

export type Scene = {
  /** Its place in the script, from 1, and the number in its heading. */
  position: number
  number: string | undefined
  /** The heading in words, without its number. */
  heading: string
  /** The parts of its location: "MIRA'S HOUSE - KITCHEN - NIGHT" has two. */
  places: string[]
  /** The text below the heading, without white space around it. */
  text: string
}

const intro = /^(?:INT\.?\/EXT|EXT\.?\/INT|INT|EXT|EST|I\.?\/E)[.\s]+/i
const time =
  /^(?:(?:early|late|same|next|the|that|following) )*(?:day|night|morning|evening|afternoon|noon|midnight|dawn|dusk|sunset|sunrise|continuous|later|moments later|same|same time|time)$/

/** Lower case words without punctuation, so that small differences in typing do not count. */
export const wordsOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/['’]/gu, '')
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

function placesOf(heading: string): string[] {
  const parts = heading.replace(intro, '').split(/\s[-–—]+\s|[/,;:]/u)
  return parts.map(wordsOf).filter((part) => part !== '' && !time.test(part))
}

/** The words of the lines of a text, without empty ones. */
export const linesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .split(/\r\n|[\r\n]/)
      .map(wordsOf)
      .filter((line) => line !== ''),
  )

/** The scenes of a script, and the text of its body before the first one. */
export function scenesOf({ source, elements }: Screenplay): { before: string; scenes: Scene[] } {
  const headings = elements.filter(({ type }) => type === 'scene-heading')
  const first = elements[0]?.start ?? source.length
  const scenes = headings.map(({ text, sceneNumber, contentEnd }, at) => {
    const heading = plainText(text)
    return {
      position: at + 1,
      number: sceneNumber,
      heading: wordsOf(heading),
      places: placesOf(heading),
      text: source.slice(contentEnd, headings[at + 1]?.start ?? source.length).trim(),
    }
  })
  return { before: source.slice(first, headings[0]?.start ?? source.length), scenes }
}

/** Above this many pairs, comparing all of them would take too long. */
const MAX_PAIRS = 2_500
/** Longer names are not compared letter by letter, which would take too long. */
const MAX_NAME_LENGTH = 120

type Match = {
  /** Scenes with their counterpart in the answer. */
  kept: { scene: Scene; now: Scene }[]
  missing: Scene[]
  /** Scenes of the answer without a counterpart. */
  added: Scene[]
}

/** Whether at least half of `lines` are also in `now`. */
export function hasMostLines(lines: ReadonlySet<string>, now: ReadonlySet<string>): boolean {
  let found = 0
  for (const line of lines) if (now.has(line)) found += 1
  return found * 2 >= lines.size
}

type Comparison = (
  scene: Scene,
  now: Scene,
  linesOf: (scene: Scene) => ReadonlySet<string>,
) => boolean

/** From most to least certain; each is tried only on scenes that are still unmatched. */
const comparisons: Comparison[] = [
  (scene, now) => scene.heading === now.heading,
  (scene, now) => scene.places.length > 0 && scene.places.join('\n') === now.places.join('\n'),
  (scene, now, linesOf) => scene.text !== '' && hasMostLines(linesOf(scene), linesOf(now)),
  (scene, now) => isSimilar(scene.places.join(' '), now.places.join(' ')),
]

/** Each scene's counterpart: same heading, same location, mostly the same lines, or a similar location. */
export function matchScenes(scenes: readonly Scene[], answer: readonly Scene[]): Match {
  const kept: Match['kept'] = []
  const known = new Map<Scene, ReadonlySet<string>>()
  const linesOf = (scene: Scene) => {
    const lines = known.get(scene) ?? linesIn(scene.text)
    known.set(scene, lines)
    return lines
  }
  let missing = [...scenes]
  let added = [...answer]
  for (const [step, isSame] of comparisons.entries()) {
    if (step > 0 && missing.length * added.length > MAX_PAIRS) break
    const left = step === 0 ? byHeading(added) : undefined
    const used = new Set<Scene>()
    missing = missing.filter((scene) => {
      const now = left
        ? left.get(scene.heading)?.next().value
        : added.find((other) => !used.has(other) && isSame(scene, other, linesOf))
      if (!now) return true
      used.add(now)
      kept.push({ scene, now })
      return false
    })
    added = added.filter((scene) => !used.has(scene))
  }
  return { kept, missing, added }
}

/** The scenes of each heading in order, so that equal ones are found without comparing all pairs. */
function byHeading(scenes: readonly Scene[]): Map<string, IterableIterator<Scene>> {
  const groups = Map.groupBy(scenes, ({ heading }) => heading)
  return new Map([...groups].map(([heading, group]) => [heading, group.values()]))
}

/** Numbers and single letters distinguish places: "ROOM 3" is not "ROOM 4". */
const distinctWords = (text: string): string =>
  text
    .split(' ')
    .filter((word) => word.length === 1 || /\d/.test(word))
    .join(' ')

/** A corrected or slightly reworded name. */
function isSimilar(a: string, b: string): boolean {
  if (a === '' || b === '' || distinctWords(a) !== distinctWords(b)) return false
  if (Math.max(a.length, b.length) > MAX_NAME_LENGTH) return false
  const most = Math.floor(Math.min(a.length, b.length) / 4)
  return Math.abs(a.length - b.length) <= most && distance(a, b) <= most
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Longer lines are never placeholders. The limit also bounds the running time of the patterns below. */
const MAX_LENGTH = 160

const part = '(?:script|screenplay|scenes?|dialogue|text|story|act|sequence|document|pages?|lines?)'
const numbers = String.raw`\d+[a-z]?(?:(?: ?[-–—,&] ?| (?:and|to|through|thru) )\d+[a-z]?)*`
const other = '(?:other|remaining|previous|following|subsequent|earlier|later|existing|original)'
const whole = String.raw`(?:(?:the )?(?:rest|remainder) of (?:the |this |your )?(?:current |existing |original )?${part}(?: \w+)?|(?:all |the )*${other} ${part}|scenes? ${numbers})`
const anything = String.raw`(?:${whole}|(?:the )?(?:rest|remainder)|everything else|(?:the )?${part})`
const verb =
  '(?:is|are|remains?|stays?|continues?|goes on|follows?|proceeds?|(?:to|will|should) (?:remain|stay|continue|follow))'
const state = String.raw`(?:(?:exactly |completely )?(?:unchanged|(?:the )?same|identical|untouched|intact|omitted|not changed|without (?:any )?changes?|no changes?|as (?:is|before|above|it was|they were|(?:originally )?written|in (?:the |your )?(?:original|previous|current|existing)(?: \w+)?)|here))`

const unchanged = (subject: string, end: string) =>
  new RegExp(`^(?:and |then |with )*${subject}(?: ${verb})?,? ${state}${end}$`, 'iu')

/** "The rest of the script remains unchanged": also without brackets. */
const bare = unchanged(whole, '')
/** "the rest stays the same": only next to an ellipsis or in brackets. */
const elliptic = unchanged(anything, '')
const bracketed = [
  unchanged(anything, '(?:[ ,:].{0,60})?'),
  new RegExp(`^${anything} (?:${verb})$`, 'iu'),
  /^(?:unchanged|omitted|snip|no changes?|(?:continues? )?(?:the )?(?:same )?as before|same as (?:before|above|the original))$/i,
  /^.{0,80}\b(?:omitted )?for brevity$/i,
  new RegExp(`^(?:no changes? (?:to|in)|unchanged:?) .{0,40}(?:${part}|rest)\\b.{0,20}$`, 'iu'),
  new RegExp(
    `^(?:insert|include|keep|continue with|continue|add|paste|see) (?:all )?(?:the )?(?:rest|remainder|${other} ${part}|scenes? ${numbers})\\b.{0,60}$`,
    'iu',
  ),
  // The prompt's own note about the part of a long script that it leaves out.
  /^\d+ characters of the script are left out here\b/i,
  /(?<!\p{L})(?:unverändert|bleibt gleich|wie (?:bisher|zuvor|gehabt)|inchangée?s?|sans changement|sin cambios|sem alterações|inalterad[oa]s?|invariat[oaie]|senza modifiche|ongewijzigd|oförändrat|bez zmian|без изменений|不变|変更なし)(?!\p{L})/iu,
]

const square = /^(?:[*_]*\[+(.*?)\]+[*_]*|<!--(.*)-->|\/\*(.*)\*\/|\/\/(.*)|\{+(.*?)\}+)[.]?$/u
const round = /^[*_]*\((.*)\)[*_]*[.]?$/u
const dots = /^(?:\.{2,}|…)|(?:\.{2,}|…)$/u
const ends = /^[\s.…*_#=~:<>-]+|[\s.…*_#=~:<>!-]+$/gu

function isPlaceholder(line: string, isSpoken: boolean): boolean {
  const text = line.trim()
  if (text === '' || text.length > MAX_LENGTH) return false
  const inner = (square.exec(text) ?? []).slice(1).find((found) => found !== undefined)
  if (inner !== undefined) {
    const core = inner.replace(ends, '')
    if (core === '') return /\.{2,}|…/u.test(inner)
    return isSpoken ? elliptic.test(core) : bracketed.some((pattern) => pattern.test(core))
  }
  const aside = round.exec(text)?.[1]?.replace(ends, '')
  if (aside !== undefined)
    return isSpoken ? bare.test(aside) : bracketed.some((pattern) => pattern.test(aside))
  if (isSpoken) return false
  const core = text.replace(ends, '')
  return bare.test(core) || ((dots.test(text) || /^-{2,}/.test(text)) && elliptic.test(core))
}

const spoken = new Set(['dialogue', 'parenthetical', 'lyrics'])
const skipped = new Set(['scene-heading', 'centered', 'page-break'])

/** The lines of a script, which do not count as placeholders. */
export const ownLines = (script: string): ReadonlySet<string> =>
  new Set(script.split(/\r\n|[\r\n]/).map((line) => line.trim()))

/** Whether any line stands for text that was left out. Lines of the existing script (`own`) do not count. */
export function hasPlaceholder(
  { source, elements }: Screenplay,
  own: ReadonlySet<string>,
): boolean {
  return elements.some(({ type, start, contentEnd }) => {
    if (skipped.has(type)) return false
    const lines = source.slice(start, contentEnd).split(/\r\n|[\r\n]/)
    return lines.some((line) => isPlaceholder(line, spoken.has(type)) && !own.has(line.trim()))
  })
}

const BEGINNING = 400

const cannot =
  "(?:can(?:no|['’])?t|cannot|could ?n['’]t|won['’]t|will not|must decline|have to decline|(?:am|['’]m) (?:not able|unable|not comfortable|not allowed))"

const refusals = [
  new RegExp(
    `^(?:(?:i['’]m |i am |we['’]re )?(?:very |so )?sorry|i apologi[sz]e|apologies|unfortunately)\\b.*\\b${cannot}`,
    'isu',
  ),
  new RegExp(`^(?:i|we)(?: ${cannot}|['’]m (?:not able|unable|not comfortable))\\b`, 'isu'),
  /^(?:i|we) (?:must|have to) (?:decline|refuse)\b/iu,
  /^as an? (?:ai|language model|assistant)\b/iu,
  /^(?:this|your|that) (?:request|prompt|content) (?:violates|goes against|is not (?:allowed|something))/iu,
  /^(?:es tut mir leid|tut mir leid|leider (?:kann|darf)|ich (?:kann|darf) (?:das|dir|ihnen|dabei|diese)|lo siento|no puedo|je suis désolée?|désolée?|je ne peux|mi dispiace|non posso|desculpe|não posso|извините|к сожалению|я не могу|申し訳|抱歉|对不起)/iu,
]

/** Only for an answer that is not a screenplay: characters apologise too. */
export const isRefusal = (text: string): boolean => {
  const beginning = text.trim().slice(0, BEGINNING)
  return refusals.some((pattern) => pattern.test(beginning))
}

/** A scene, or people who talk to each other. A single cue may be a shouted word: "OK\nI see." */
export function isScreenplay({ elements }: Screenplay): boolean {
  const count = (type: string) => elements.filter((element) => element.type === type).length
  if (count('scene-heading') > 0) return true
  const cues = count('character')
  return cues > 1 || (cues > 0 && count('transition') > 0)
}

import type { Screenplay } from '../elements.ts'

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

import { cue } from '../fountain.ts'
import { cueName } from '../outline.ts'
import { escapeRegExp } from '../words/escape-reg-exp.ts'
import { phrase } from '../words/plain-text.ts'
import type { Revision } from './revision.ts'

const NAME = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}'\u2019 .-]{0,40}?`
const END = String.raw`(?=["\u201d]?\s*(?:[.,;!?\n]|\b(?:and|everywhere|throughout|in|please)\b|$))`
const RENAME = new RegExp(
  String.raw`\b(?:rename|change|replace|swap|turn)\s+(?:(?:the|all)\s+)?(?:name|character|word)?\s*(?:of\s+|from\s+)?["\u201c]?(${NAME})["\u201d]?(?:'s name)?\s+(?:to|with|by|into|for)\s+["\u201c]?(${NAME})${END}`,
  'giu',
)

/** The new word in the letter case of the old one. */
function matchCase(word: string, old: string): string {
  if (old.length > 1 && old === old.toUpperCase() && /\p{Lu}/u.test(old)) return word.toUpperCase()
  return /^\p{Lu}/u.test(old) ? word.replace(/^\p{Ll}/u, (first) => first.toUpperCase()) : word
}

export const renaming: Revision = ({ request, outline }) => {
  let { lines } = outline
  const done: string[] = []
  for (const [, from = '', to = ''] of [...request.slice(0, 2000).matchAll(RENAME)].slice(0, 5)) {
    const old = from.trim().replace(/^the /i, '')
    const name = phrase(to.replace(/^the /i, ''), 40)
    const pattern = new RegExp(
      String.raw`(?<![\p{L}\p{N}])${escapeRegExp(old)}(?![\p{L}\p{N}])`,
      'giu',
    )
    const renamed = (text: string) => text.replace(pattern, (found) => matchCase(name, found))
    if (
      name === '' ||
      old.toLowerCase() === 'title' ||
      !lines.some((line) => renamed(line) !== line)
    )
      continue
    const before = lines
    lines = before.map((line, at) => {
      const speaker = cueName(before, at)
      const isHit = speaker !== undefined && renamed(speaker) !== speaker
      return isHit
        ? line.replace(/^\s*@?/, '').replace(speaker, () => cue(renamed(speaker)))
        : renamed(line)
    })
    done.push(`"${old}" became "${name}"`)
  }
  return done.length > 0 ? { lines, done: done.join(', ') } : undefined
}

import type { Token } from './tokens.ts'
import { phraseEnds, roles } from './word-lists.ts'

const determiner = /^(?:a|an|the|his|her|their|my|our|your|two|three|one|another|some)$/
const MAX_LENGTH = 26

const missing = /^(?:missing|dead|late|lost|kidnapped|absent|murdered)$/
const trade =
  /(?:sitter|keeper|maker|seller|hunter|walker|fighter|dealer|player|teller|ologist|smith|woman|monger|herd)$/

const isRole = (word: string) => roles.has(word) || trade.test(word)

const singular = (word: string) =>
  isRole(word) ? word : word.replace(/(?:ves|ies|es|s)$/, (end) => (end === 'ies' ? 'y' : ''))

/** People without names: "a retired detective", "two chefs". */
export function rolesIn(tokens: readonly Token[], names: readonly string[]): string[] {
  const found: string[] = []
  const nameWords = new Set(names.flatMap((name) => name.split(' ')))
  for (const [at, token] of tokens.entries()) {
    const role = singular(token.lower)
    if (!isRole(role) || token.word !== token.lower) continue
    let start = at
    while (start > 0 && at - start < 3) {
      const before = tokens[start - 1]
      if (before === undefined || tokens[start]?.before !== ' ') break
      if (phraseEnds.has(before.lower) || determiner.test(before.lower)) break
      if (before.word !== before.lower) break
      start -= 1
    }
    const opening = tokens[start - 1]
    const following = tokens[at + 1]
    // "Mara, a keeper" and "detective Mara" are one person.
    const isNamed =
      (opening !== undefined &&
        opening.before.includes(',') &&
        nameWords.has(tokens[start - 2]?.word ?? '')) ||
      (following?.before === ' ' && nameWords.has(following.word)) ||
      (/^(?:called|named)$/.test(following?.lower ?? '') &&
        nameWords.has(tokens[at + 2]?.word ?? ''))
    const isIntroduced = opening !== undefined && determiner.test(opening.lower)
    if (isNamed || !isIntroduced) continue
    const words = [...tokens.slice(start, at).map(({ lower }) => lower), role].join(' ')
    if (missing.test(tokens[start]?.lower ?? '')) continue
    const name = words.length <= MAX_LENGTH ? words : role
    const several = /^(?:two|three)$/.test(opening.lower) || role !== token.lower
    const added = several ? [`first ${name}`, `second ${name}`] : [name]
    for (const one of added) {
      if (!found.some((other) => other.endsWith(role) && !several) && !found.includes(one)) {
        found.push(one)
      }
    }
  }
  return found
}

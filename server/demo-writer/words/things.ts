import type { Token } from './tokens.ts'
import {
  creatures,
  exteriors,
  interiors,
  noDoings,
  noThings,
  phraseEnds,
  portable,
  roles,
} from './word-lists.ts'

export type Thing = { spoken: string; portable: boolean }

const MAX_LENGTH = 30
const article = /^(?:a|an|the|his|her|their|my|some|another|this)$/
const modifierOnly = /(?:ly|ous|ful|less|ish|able|ible|est)$/

const isPlural = (word: string) => /[^su]s$/.test(word) && word !== 'glasses'

/** Nouns after an article that are neither people nor places, portable ones first. */
export function thingsIn(tokens: readonly Token[], hasNames: boolean): Thing[] {
  const found: Thing[] = []
  for (const [at, token] of tokens.entries()) {
    if (!article.test(token.lower)) continue
    const words: string[] = []
    for (let next = at + 1; words.length < 4; next += 1) {
      const { word, lower, before } = tokens[next] ?? { word: '', lower: '', before: '' }
      if (before !== ' ' || word !== lower || word === '' || phraseEnds.has(lower)) break
      words.push(lower)
      if (portable.has(lower) || portable.has(lower.replace(/s$/, ''))) break
    }
    const head = words.at(-1) ?? ''
    const isSomebody = roles.has(head) || roles.has(head.replace(/e?s$/, ''))
    const taken = isSomebody && !(hasNames && creatures.has(head))
    const isSite = interiors.has(head) || exteriors.has(head)
    if (head.length < 3 || taken || isSite || modifierOnly.test(head)) continue
    if (/(?:ing|ed|[^s]s)$/.test(head) && !portable.has(head.replace(/s$/, ''))) continue
    if (words.some((word) => noThings.has(word)) || words.length > 3) continue
    const name = words.join(' ')
    if (name.length > MAX_LENGTH || /\d/.test(name)) continue
    const held = portable.has(head) || portable.has(head.replace(/s$/, ''))
    // Keeps the phrase singular, so that it fits any sentence.
    const spoken = isPlural(head) ? `one of the ${name}` : `the ${name}`
    if (!found.some((thing) => thing.spoken === spoken)) found.push({ spoken, portable: held })
  }
  return found.toSorted((one, other) => Number(other.portable) - Number(one.portable))
}

/** An action with its object: "chasing a thief". */
export function doingIn(tokens: readonly Token[]): string | undefined {
  for (const [at, token] of tokens.entries()) {
    if (!/^[a-z]{3,}ing$/.test(token.word) || noDoings.has(token.lower)) continue
    if (article.test(tokens[at - 1]?.lower ?? '')) continue
    const words = [token.lower]
    for (let next = at + 1; words.length < 5; next += 1) {
      const { word, lower, before } = tokens[next] ?? { word: '', lower: '', before: '' }
      if (before !== ' ' || word === '') break
      if (/^(?:who|that|which|and|or|but|when|while|as|because|is|are|in|on|at)$/.test(lower)) break
      // In "learning to paint falls", the next verb ends the phrase.
      const isVerb = /[^s]s$/.test(lower) && words.length > 1 && !phraseEnds.has(lower)
      if (isVerb && !article.test(words.at(-1) ?? '')) break
      // A possessive would refer to the wrong person when someone else says the line.
      words.push(/^(?:his|her|their|my|our)$/.test(lower) ? 'the' : word)
    }
    while (words.length > 1 && phraseEnds.has(words.at(-1)?.toLowerCase() ?? '')) words.pop()
    return words.join(' ')
  }
  return undefined
}

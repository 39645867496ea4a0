import type { Token } from './tokens.ts'
import {
  exteriors,
  homes,
  interiors,
  noPlaces,
  phraseEnds,
  portable,
  roles,
  wild,
} from './word-lists.ts'

export type Place = {
  /** For a scene heading. */
  name: string
  /** For a sentence: "the old lighthouse", "Paris". */
  spoken: string
  inside: boolean
}

const MAX_LENGTH = 34
const preposition = /^(?:in|at|on|inside|into|near|outside|aboard|through|across|to|under|behind)$/
const article = /^(?:the|a|an|his|her|their|my|our|an|this)$/

const isKnown = (word: string) => interiors.has(word) || exteriors.has(word)

/** Common nouns that are places: "in an abandoned train station", "on the moon". */
export function commonPlaces(tokens: readonly Token[]): Place[] {
  const found: Place[] = []
  for (const [at, token] of tokens.entries()) {
    if (!preposition.test(token.lower)) continue
    const words: string[] = []
    const hasArticle = article.test(tokens[at + 1]?.lower ?? '')
    for (let next = at + (hasArticle ? 2 : 1); words.length < 4; next += 1) {
      const { word, lower, before } = tokens[next] ?? { word: '', lower: '', before: '' }
      if (before !== ' ' || word !== lower || word === '' || phraseEnds.has(lower)) break
      words.push(lower)
      // A known place noun ends the phrase, unless another follows directly.
      if (isKnown(lower) && !isKnown(tokens[next + 1]?.lower ?? '')) break
    }
    const head = words.at(-1) ?? ''
    const isSure = isKnown(head)
    const goesOn = tokens[at + words.length + (hasArticle ? 2 : 1)]?.lower === 'of'
    const isLikely =
      hasArticle && !goesOn && words.length <= 2 && /^(?:in|at|aboard)$/.test(token.lower)
    if (!isSure && (!isLikely || roles.has(head) || portable.has(head))) continue
    if (head.length < 3 || words.some((word) => noPlaces.has(word) || /\d/.test(word))) continue
    const name = words.join(' ')
    if (name.length > MAX_LENGTH || found.some((place) => place.name === name)) continue
    const inside = isSure ? interiors.has(head) && token.lower !== 'outside' : true
    found.push({ name, spoken: `the ${name}`, inside })
  }
  return found
}

/** Any known place, for requests in which nobody is in, at or on one. */
export function mentionedPlace(tokens: readonly Token[]): Place | undefined {
  const name = tokens.find(({ word, lower }) => word === lower && isKnown(lower))?.lower
  return name === undefined
    ? undefined
    : { name, spoken: `the ${name}`, inside: interiors.has(name) }
}

export const isWild = ({ name }: Place): boolean =>
  wild.has(name.toLowerCase().split(' ').at(-1) ?? '')

/** A named place is outdoors unless its last word is an interior: a city is its streets. */
export const namedPlace = (spoken: string): Place => {
  const name = spoken.replace(/^the /, '')
  const [last = ''] = name.toLowerCase().split(' ').slice(-1)
  return { name, spoken, inside: interiors.has(last) }
}

/** A role's usual place: a lighthouse keeper's lighthouse, a chef's kitchen. */
export function homeOf(role: string): Place | undefined {
  const words = role.split(' ')
  const name = words.slice(0, -1).find((word) => isKnown(word)) ?? homes.get(words.at(-1) ?? '')
  if (name === undefined) return undefined
  const head = name.split(' ').at(-1) ?? ''
  return { name, spoken: `the ${name}`, inside: !exteriors.has(head) }
}

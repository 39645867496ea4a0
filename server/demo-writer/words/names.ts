import type { Language, Token } from './tokens.ts'
import { knownPlaces, noNames, titles } from './word-lists.ts'

const MAX_LENGTH = 30
const MAX_NAMES = 12
const isCapitalised = (word: string) => /^\p{Lu}/u.test(word)
const isShouted = (word: string) => word.length > 1 && word === word.toUpperCase()

const beforePlaces =
  /^(?:in|at|to|from|near|across|outside|through|around|toward|towards|into|inside|of|over|leaving|reach|reaches|visit|visits)$/
const beforePeople =
  /^(?:says|said|with|by|meets|asks|asked|and|named|against|for|tells|told|loves|hates)$/
const afterNames =
  /^(?:is|was|has|had|and|or|must|wants|can|can't|cannot|will|who|whose|[a-z]{2,}(?:s|ed))$/

/** A capitalised word at the start of a sentence is a name only if the next word suggests it. */
function mayBeName(token: Token, next: Token | undefined, lowerWords: ReadonlySet<string>) {
  if (!isCapitalised(token.word)) return false
  const isNewYork = token.word === 'New' && next?.before === ' ' && isCapitalised(next.word)
  if (noNames.has(token.lower)) return isNewYork && !token.startsSentence
  if (/^\p{Lu}{1,2}$/u.test(token.word) || lowerWords.has(token.lower)) return false
  if (!token.startsSentence) return true
  if (next === undefined) return false
  if (/^\s*,/.test(next.before)) return !/(?:ly|ing)$/.test(token.lower)
  const goesOn = isCapitalised(next.word) && !next.startsSentence && !noNames.has(next.lower)
  return goesOn || (!next.startsSentence && afterNames.test(next.word))
}

type Names = { people: string[]; places: string[]; things: string[] }

/** Classifies a name by the words around it. */
function add(found: Names, name: string, tokens: readonly Token[], first: number) {
  const last = first + name.split(' ').length - 1
  const hasArticle = tokens[first - 1]?.lower === 'the' && !tokens[first]?.startsSentence
  const previous = tokens[first - (hasArticle ? 2 : 1)]?.lower ?? ''
  const isPlace =
    (!tokens[first]?.startsSentence &&
      (beforePlaces.test(previous) || (hasArticle && /^(?:on|aboard)$/.test(previous)))) ||
    knownPlaces.has(name.toLowerCase())
  const acts = beforePeople.test(previous) || afterNames.test(tokens[last + 1]?.word ?? '')
  const spoken = hasArticle ? `the ${name}` : name
  const kind = isPlace ? found.places : hasArticle && !acts ? found.things : found.people
  if (kind.length < MAX_NAMES && !kind.includes(spoken)) kind.push(spoken)
}

/** Finds people, places and things by their capital letters. */
export function namesIn(tokens: readonly Token[], language: Language): Names {
  const found: Names = { people: [], places: [], things: [] }
  // Useless in German, which capitalises every noun, and in text that is all capitals.
  const shouted = tokens.filter(({ word }) => isShouted(word)).length > tokens.length / 2
  if (language === 'german' || (shouted && tokens.length > 2)) return found
  const lowerWords = new Set(tokens.map(({ word }) => word).filter((word) => !isCapitalised(word)))
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined || !mayBeName(token, tokens[at + 1], lowerWords)) continue
    const words = [token.word]
    while (words.length < 3) {
      const next = tokens[at + 1]
      if (next?.before !== ' ' || !mayBeName(next, undefined, lowerWords)) break
      words.push(next.word)
      at += 1
    }
    // "Detective Mara Quint" becomes "Mara Quint".
    if (words.length === 3 && titles.has(token.lower)) words.shift()
    const name = words.join(' ')
    if (name.length > MAX_LENGTH) continue
    add(found, name, tokens, at - (words.length - 1))
  }
  // "Mara Quint" once and "Mara" later are one person.
  const people = found.people.filter(
    (name) => !found.people.some((other) => other !== name && other.split(' ').includes(name)),
  )
  return { ...found, people, places: found.places.filter((place) => !people.includes(place)) }
}

import { strangers } from './banks/defaults.ts'
import { capitalised } from './words/plain-text.ts'
import { roles, titles } from './words/word-lists.ts'

/** Somebody in the script: Mara Quint, called Mara, or the lighthouse keeper. */
export type Person = {
  /** Above the dialogue. */
  name: string
  /** In a sentence. */
  spoken: string
  /** On the first appearance. */
  introduced: string
}

export function named(name: string): Person {
  const bare = name.replace(/^the /, '')
  const [first = bare, ...others] = bare.split(' ')
  const isShort = others.length > 0 && !titles.has(first.toLowerCase()) && bare === name
  return { name: bare, spoken: isShort ? first : name, introduced: name.toUpperCase() }
}

export const unnamed = (name: string): Person => ({
  name,
  spoken: `the ${name}`,
  introduced: `THE ${name.toUpperCase()}`,
})

/** From the capitals above a dialogue back to somebody one can write a sentence about. */
export function fromCue(cue: string): Person {
  const lower = cue.toLowerCase()
  const last = lower.split(' ').at(-1) ?? ''
  if (roles.has(last) || strangers.includes(lower)) return { ...unnamed(lower), name: cue }
  const name = lower.split(' ').map(capitalised).join(' ')
  return { ...named(name), name: cue }
}

/** Two of the same first name are called by their whole names. */
export const toldApart = (people: readonly Person[]): Person[] =>
  people.map((person) =>
    people.some((other) => other !== person && other.spoken === person.spoken)
      ? { ...person, spoken: person.name }
      : person,
  )

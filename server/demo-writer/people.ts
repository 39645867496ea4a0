import { strangers } from './banks/defaults.ts'
import { capitalised } from './words/plain-text.ts'
import { roles, titles } from './words/word-lists.ts'

/** A character: "Mara Quint", called "Mara", or "the lighthouse keeper". */
export type Person = {
  /** In a character cue. */
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

/** Turns a character cue back into a person that sentences can mention. */
export function fromCue(cue: string): Person {
  const lower = cue.toLowerCase()
  const last = lower.split(' ').at(-1) ?? ''
  if (roles.has(last) || strangers.includes(lower)) return { ...unnamed(lower), name: cue }
  const name = lower.split(' ').map(capitalised).join(' ')
  return { ...named(name), name: cue }
}

/** Two people with the same first name are called by their full names. */
export const disambiguate = (people: readonly Person[]): Person[] =>
  people.map((person) =>
    people.some((other) => other !== person && other.spoken === person.spoken)
      ? { ...person, spoken: person.name }
      : person,
  )

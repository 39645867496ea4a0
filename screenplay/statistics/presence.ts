import type { Element } from '../elements.ts'
import { plainText } from '../emphasis.ts'
import { characterName } from './character-name.ts'

/** Who is in a scene; each name once, in order of appearance. */
export type Presence = {
  speaking: string[]
  /** Named in the action, without a line. */
  named: string[]
}

const letter = String.raw`[\p{L}\p{N}\p{M}]`
const escaped = (name: string) => name.replaceAll(/[$()*+.?[\\\]^{|}-]/g, String.raw`\$&`)

/** RUI or Rui, but not rui: in lower case a name is often a word. */
const isNameForm = (found: string): boolean => !/^\p{Ll}/u.test(found)

/** Finds all names at once, the longest first: OLD RUI is not RUI. */
function nameFinder(names: readonly string[]): (text: string) => string[] {
  if (names.length === 0) return () => []
  const longestFirst = names.toSorted((one, other) => other.length - one.length).map(escaped)
  const pattern = new RegExp(`(?<!${letter}-?)(?:${longestFirst.join('|')})(?!-?${letter})`, 'giu')
  return (text) =>
    (text.match(pattern) ?? []).filter(isNameForm).map((found) => found.toUpperCase())
}

/** Who is in each scene, in order. Text above the first heading belongs to no scene. */
export function presenceOf(elements: readonly Element[]): Presence[] {
  const cues = elements.filter(({ type }) => type === 'character')
  const names = new Set(cues.map(({ text }) => characterName(text)))
  names.delete('')
  const namesIn = nameFinder([...names])
  const scenes: { speaking: Set<string>; named: Set<string> }[] = []
  for (const { type, text } of elements) {
    if (type === 'scene-heading') scenes.push({ speaking: new Set(), named: new Set() })
    const scene = scenes.at(-1)
    if (!scene) continue
    if (type === 'character') scene.speaking.add(characterName(text))
    else if (type === 'action')
      for (const name of namesIn(plainText(text))) if (names.has(name)) scene.named.add(name)
  }
  return scenes.map(({ speaking, named }) => ({
    speaking: [...speaking],
    named: [...named].filter((name) => !speaking.has(name)),
  }))
}

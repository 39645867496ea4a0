import { characterName } from './character-name.ts'
import type { Element, Screenplay } from './elements.ts'
import { plainText } from './emphasis.ts'
import { nameFinder } from './names-in-text.ts'
import { countSpeech, presenceOf } from './statistics.ts'

/** What a bible calls somebody or something. */
export type StoryName = { names: readonly string[]; isCharacter: boolean }

export type StoryFact = {
  /** Where it is named first: the place in the text, and the scene, from 1; null if it is not. */
  first: { at: number; scene: number } | null
  /** How many scenes it is in: named, or speaking. */
  scenes: number
  /** What a character says. */
  lines: number
  words: number
  /** Who else speaks in the scenes that a character speaks in; most scenes first. */
  company: { name: string; scenes: number }[]
}

const isRead = ({ type }: Element) =>
  type !== 'note' && type !== 'boneyard' && type !== 'section' && type !== 'synopsis'

function appearances(elements: readonly Element[], names: readonly StoryName[]) {
  const found = names.map(() => ({
    first: null as StoryFact['first'],
    scenes: new Set<number>(),
  }))
  const find = nameFinder(names.flatMap((each, key) => each.names.map((name) => ({ key, name }))))
  let scene = 0
  for (const element of elements) {
    if (element.type === 'scene-heading') scene += 1
    if (!isRead(element)) continue
    find(plainText(element.text), (key, at) => {
      const one = found[key]
      if (!one) return
      one.first ??= { at: element.start + at, scene }
      if (scene > 0) one.scenes.add(scene)
    })
  }
  return found
}

function companyOf(scenes: readonly ReadonlySet<string>[], cues: ReadonlySet<string>) {
  const others = new Map<string, number>()
  for (const speaking of scenes) {
    if (![...speaking].some((name) => cues.has(name))) continue
    for (const name of speaking)
      if (name !== '' && !cues.has(name)) others.set(name, (others.get(name) ?? 0) + 1)
  }
  return Array.from(others, ([name, count]) => ({ name, scenes: count })).toSorted(
    (one, other) => other.scenes - one.scenes || (one.name < other.name ? -1 : 1),
  )
}

/** What the script itself says about each of these, in their order. */
export function storyFacts({ elements }: Screenplay, names: readonly StoryName[]): StoryFact[] {
  const found = appearances(elements, names)
  const speakers = new Map(countSpeech(elements).characters.map((each) => [each.name, each]))
  const speaking = presenceOf(elements).map((scene) => new Set(scene.speaking))
  return names.map((one, index) => {
    const { first = null, scenes = new Set() } = found[index] ?? {}
    const cues = new Set(one.isCharacter ? one.names.map(characterName) : [])
    const said = [...cues].flatMap((cue) => speakers.get(cue) ?? [])
    return {
      first,
      scenes: scenes.size,
      lines: said.reduce((sum, { lines }) => sum + lines, 0),
      words: said.reduce((sum, { words }) => sum + words, 0),
      company: said.length === 0 ? [] : companyOf(speaking, cues),
    }
  })
}

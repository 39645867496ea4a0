import type { Screenplay } from '../../elements.ts'
import { plainText } from '../../emphasis.ts'
import { characterName } from '../../statistics/character-name.ts'
import { splitHeading } from './heading-parts.ts'

/** The words of a script that can be completed; each list has the most frequent first. */
export type Vocabulary = {
  /** The parts of a location, "HOUSE" and "HOUSE - KITCHEN". */
  locations: string[]
  times: string[]
  characters: string[]
  extensions: string[]
  transitions: string[]
}

const known = new WeakMap<Screenplay, Vocabulary>()

export function vocabularyOf(screenplay: Screenplay): Vocabulary {
  const vocabulary = known.get(screenplay) ?? readVocabulary(screenplay)
  known.set(screenplay, vocabulary)
  return vocabulary
}

type Counts = Map<string, number>

/** Only distinct texts are taken apart: a script has thousands of cues and few names. */
function readVocabulary({ elements }: Screenplay): Vocabulary {
  const texts: Record<'character' | 'scene-heading' | 'transition', Counts> = {
    character: new Map(),
    'scene-heading': new Map(),
    transition: new Map(),
  }
  for (const { type, text } of elements) {
    if (type === 'character' || type === 'scene-heading' || type === 'transition') {
      add(texts[type], text, 1)
    }
  }
  const [characters, extensions, locations, times, transitions] = Array.from(
    { length: 5 },
    (): Counts => new Map(),
  ) as [Counts, Counts, Counts, Counts, Counts]
  for (const [text, count] of texts.character) {
    add(characters, characterName(text), count)
    for (const [extension] of plainText(text).matchAll(/\([^()]+\)/g)) {
      add(extensions, extension, count)
    }
  }
  for (const [text, count] of texts['scene-heading']) {
    const { location, time } = splitHeading(plainText(text))
    add(locations, location, count)
    add(times, time, count)
  }
  for (const [text, count] of texts.transition) add(transitions, plainText(text), count)
  return {
    characters: byFrequency(characters),
    extensions: byFrequency(extensions),
    locations: byFrequency(locations),
    times: byFrequency(times),
    transitions: byFrequency(transitions),
  }
}

function add(counts: Counts, text: string, count: number): void {
  if (text !== '') counts.set(text, (counts.get(text) ?? 0) + count)
}

const byFrequency = (counts: Counts): string[] =>
  [...counts].toSorted(([, one], [, other]) => other - one).map(([text]) => text)

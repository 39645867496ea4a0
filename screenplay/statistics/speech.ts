import { characterName } from './character-name.ts'
import type { Element } from '../elements.ts'
import { countWords } from '../words.ts'

export type Speaker = {
  name: string
  /** The number of speeches, of words, and of scenes with a speech. */
  lines: number
  words: number
  scenes: number
}

type Counted = Speaker & { lastScene: number }

/** Counts printed words without cues, in total and per character. */
export function countSpeech(elements: readonly Element[]) {
  const speakers = new Map<string, Counted>()
  let speaker: Counted | undefined
  let scene = 0
  let printed = 0
  let spoken = 0
  for (const { type, text, apart } of elements) {
    switch (type) {
      case 'note':
      case 'boneyard':
        break
      case 'section':
      case 'synopsis':
      case 'page-break':
        speaker = undefined
        break
      case 'character':
        speaker = speakerNamed(speakers, characterName(text))
        speaker.lines += 1
        if (speaker.lastScene !== scene) speaker.scenes += 1
        speaker.lastScene = scene
        break
      case 'dialogue':
      case 'lyrics': {
        if (apart) speaker = undefined
        const count = countWords(text)
        printed += count
        spoken += count
        if (speaker) speaker.words += count
        break
      }
      case 'parenthetical':
        printed += countWords(text)
        break
      case 'scene-heading':
      case 'action':
      case 'transition':
      case 'centered':
        if (type === 'scene-heading') scene += 1
        printed += countWords(text)
        speaker = undefined
    }
  }
  const characters = Array.from(speakers.values(), ({ name, lines, words: count, scenes }) => {
    return { name, lines, words: count, scenes }
  })
  characters.sort((one, other) => other.words - one.words || other.lines - one.lines)
  return { printed, spoken, characters }
}

function speakerNamed(speakers: Map<string, Counted>, name: string): Counted {
  let speaker = speakers.get(name)
  if (!speaker) {
    speaker = { name, lines: 0, words: 0, scenes: 0, lastScene: -1 }
    speakers.set(name, speaker)
  }
  return speaker
}

import type { Screenplay } from '../../elements.ts'
import { firstStartingAt } from '../../parse/resume-points.ts'
import { characterName } from '../../statistics/character-name.ts'
import { vocabularyOf } from './vocabulary.ts'

/** Likely speakers at an offset: the last but one, then this scene's by recency, then all by frequency. */
export function likelySpeakers(screenplay: Screenplay, offset: number): string[] {
  const { elements } = screenplay
  const recent = new Set<string>()
  for (let at = firstStartingAt(elements, offset) - 1; at >= 0; at -= 1) {
    const element = elements[at]
    if (!element || element.type === 'scene-heading') break
    if (element.type === 'character') recent.add(characterName(element.text))
  }
  const [last, lastButOne, ...others] = recent
  const first = [lastButOne, last].filter((name) => name !== undefined)
  return [...new Set([...first, ...others, ...vocabularyOf(screenplay).characters])].filter(Boolean)
}

import type { Element, ElementType } from '../elements.ts'

export function isSpeech(type: ElementType): boolean {
  return (
    type === 'character' || type === 'parenthetical' || type === 'dialogue' || type === 'lyrics'
  )
}

/** The index of the cue of the trailing speech; -1 if the elements do not end in a speech. */
export function lastSpeech(elements: readonly Element[]): number {
  for (let index = elements.length - 1; index >= 0; index -= 1) {
    const type = elements[index]?.type
    if (type === 'character') return index
    if (type === undefined) return -1
    if (!isSpeech(type) && type !== 'note' && type !== 'boneyard') return -1
  }
  return -1
}

import { fill, type Slots } from './slots.ts'
import { action, cue, sentenceCase } from './fountain.ts'
import type { Person } from './people.ts'

const SPOKEN = /^([AB])(?: \(([^)]*)\))?: (.*)$/

/** Renders an exchange from the banks as Fountain elements. */
export function renderExchange(text: string, slots: Slots, a: Person, b: Person): string[] {
  return text.split('\n').map((line) => {
    const [, speaker, manner, words] = SPOKEN.exec(line) ?? []
    if (words === undefined) return action(fill(line.replace(/^\* /, ''), slots))
    const said = [
      cue((speaker === 'A' ? a : b).name),
      ...(manner === undefined ? [] : [`(${fill(manner, slots)})`]),
      sentenceCase(fill(words, slots)),
    ]
    return said.join('\n')
  })
}

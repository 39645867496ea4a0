import { fill, type Slots } from './fill.ts'
import { action, cue, sentenceCase } from './fountain.ts'
import type { Person } from './people.ts'

const SPOKEN = /^([AB])(?: \(([^)]*)\))?: (.*)$/

/** A text of the banks as Fountain elements. */
export function played(text: string, slots: Slots, a: Person, b: Person): string[] {
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

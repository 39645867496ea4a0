import { formatEighths } from '../../../../screenplay/layout.ts'
import { type Scene, countWords } from '../../../../screenplay/model.ts'
import { SCOPE_CHARACTERS } from '../../../../contract/limits.ts'
import { messages } from '../../../messages.ts'
import type { Scope, TextRange } from '../../document/scope/scope.ts'

const words = messages.scope

/** A text as one line, no longer than the database accepts. */
const oneLine = (text: string) =>
  Array.from(text.replaceAll(/\s+/g, ' ').trim()).slice(0, SCOPE_CHARACTERS).join('')

function describeScenes(scenes: readonly Scene[]): Pick<Scope, 'label' | 'note'> | undefined {
  const first = scenes[0]
  const last = scenes.at(-1)
  if (!first || !last) return undefined
  const eighths = scenes.reduce((sum, scene) => sum + scene.eighths, 0)
  const length = words.length(formatEighths(eighths), eighths)
  return first === last
    ? { label: words.scene(first.number, length), note: `${first.number} ${first.heading}` }
    : {
        label: words.scenes(first.number, last.number, length),
        note: words.someScenes(first.number, last.number),
      }
}

/** What a part of the text is called; null if it has no words. */
export function describeScope(
  { start, end }: TextRange,
  text: string,
  scenes: readonly Scene[],
): Scope | null {
  const count = countWords(text.slice(start, end))
  if (count === 0) return null
  const from = scenes.findIndex((scene) => scene.start === start)
  const to = scenes.findIndex((scene) => scene.end === end)
  const whole = from >= 0 && to >= from && describeScenes(scenes.slice(from, to + 1))
  const { label, note } = whole || { label: words.selection(count), note: words.selection(count) }
  return { start, end, kind: whole ? 'scenes' : 'text', label, note: oneLine(note) }
}

import type { PageHandle, Scope, TextRange } from '../../document/scope/scope.ts'
import { type Scene, formatEighths } from '../../../../screenplay/layout.ts'
import { countWords } from '../../../../screenplay/model.ts'
import { SCOPE_CHARACTERS } from '../../../../contract/limits.ts'
import { messages } from '../../../messages.ts'

/** What prompts are about, as far as it concerns the page. */
export type PageScope = {
  /** Null for the whole script. */
  current: Scope | null
  /** The length of the text that its offsets refer to. */
  textLength: number
  /** Text was selected, or is not any more. */
  onSelected: (scope: Scope | null) => void
  /** Scenes were chosen in their list, or are not any more. */
  onChosen: (scope: Scope | null) => void
  /** The same range, described anew. */
  onDescribed: (scope: Scope) => void
  /** Leads to the prompt. */
  onPrompt: () => void
  /** Leads to the prompt, with the selection or else the scene with the cursor as its scope. */
  onAsk: () => void
  /** Leads to the chat, and asks about a part of the script or all of it. */
  onAskAbout: (prompt: string, mode: 'change' | 'ask', about: Scope | null) => void
  /** The page is shown, or not any more. */
  onPage: (page: PageHandle | null) => void
  /** Whether the cursor is in a scene. */
  onCursor: (isInScene: boolean) => void
}

/** A range of neighbouring scenes, by index, both ends included. */
export type ChosenScenes = { from: number; to: number }

/** Extends the range to a scene; or removes the first scene alone, or another and those after it. */
export function toggleScene(chosen: ChosenScenes | null, index: number): ChosenScenes | null {
  if (!chosen) return { from: index, to: index }
  const { from, to } = chosen
  if (index < from) return { from: index, to }
  if (index > to) return { from, to: index }
  if (from === to) return null
  return index === from ? { from: from + 1, to } : { from, to: index - 1 }
}

/**
 * The scenes whose middle is in a scope: while the writer types, the scenes as last laid out are off by a few
 * characters.
 */
export function chosenScenes(scope: Scope | null, scenes: readonly Scene[]): ChosenScenes | null {
  if (scope?.kind !== 'scenes') return null
  const isIn = ({ start, end }: Scene) => {
    const middle = (start + end) / 2
    return middle > scope.start && middle < scope.end
  }
  const from = scenes.findIndex(isIn)
  return from < 0 ? null : { from, to: scenes.findLastIndex(isIn) }
}

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

/** Whether there are only sections and synopses: then a scene ends before them. */
const isOutline = (text: string): boolean =>
  text.split(/[\r\n]/).every((line) => /^\s*(?:$|[#=])/.test(line))

/** The name of an idea, if this is nothing else. */
function ideaIn(text: string): string | undefined {
  const name = /^#{3}[ \t]+([^\r\n]+)/.exec(text)?.[1]
  return name && isOutline(text) && text.lastIndexOf('\n#') < 0 ? oneLine(name) : undefined
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
  const to = scenes.findIndex(
    (scene) =>
      scene.end === end ||
      (scene.start < end && end < scene.end && isOutline(text.slice(end, scene.end))),
  )
  const whole = from >= 0 && to >= from && describeScenes(scenes.slice(from, to + 1))
  const idea = ideaIn(text.slice(start, end))
  const part = idea === undefined ? words.selection(count) : words.idea(idea)
  const { label, note } = whole || { label: part, note: part }
  return { start, end, kind: whole ? 'scenes' : 'text', label, note: oneLine(note) }
}

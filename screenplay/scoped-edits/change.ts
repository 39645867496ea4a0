import { type Context, isBlank } from './context.ts'
import { AnswerFault } from './fault.ts'
import { isSameText } from './line-breaks.ts'
import { lockedChange } from './locked/scene-numbers.ts'
import { headingIn, newText, requireNoPlaceholder, scriptText } from './new-text.ts'
import type { NumberedScene } from './numbered-scenes.ts'
import { textChange } from './target-text.ts'
import { withoutKept, withUnprintedEntries } from './unprinted-entries.ts'
import type { Change } from './types.ts'
import type { WrittenEdit } from './reading/written-edits.ts'

/** The change that an edit makes; null if the text stays the same. */
export function changeOf(edit: WrittenEdit, context: Context): Change | null {
  const change = changeAsWritten(edit, context)
  return change && lockedChange(change, context)
}

function changeAsWritten({ place, text }: WrittenEdit, context: Context): Change | null {
  if (place.kind === 'replace') return replacement(sceneWith(place.id, context), text, context)
  if (place.kind === 'insert') return insertion(place.after, text, context)
  if (place.kind === 'delete') return deletion(sceneWith(place.id, context), context)
  if (place.kind === 'text') return textChange(text, context)
  return wholeScript(text, context)
}

function sceneWith(id: number, { opening, scenes }: Context): NumberedScene {
  const scene = id === 0 ? opening : scenes[id - 1]
  if (scene) return scene
  const range = scenes.length === 0 ? 'has no scenes' : `has the scenes 1 to ${scenes.length}`
  throw new AnswerFault('unknown_scene', `There is no scene ${id}: the script ${range}.`)
}

function replacement(scene: NumberedScene, written: string, context: Context): Change | null {
  const { script } = context
  const { id } = scene
  const old = script.slice(scene.start, scene.end)
  const [start, end] = [
    id > 0 || isBlank(old) ? scene.start : scene.end - old.trimStart().length,
    isBlank(old) ? scene.start : scene.start + old.trimEnd().length,
  ]
  const shown = id === 0 ? withoutKept(old) : old
  if (isSameText(shown, written)) return null
  const text = newText(written, context)
  if (isSameText(shown, text)) return null
  requireInside(start, end, context)
  const heading = headingIn(text)
  if (id > 0 && !heading?.isFirst) throw lostHeading(`The new scene ${id} does not begin with a`)
  if (isBlank(text))
    throw lostHeading('The new scene 0 is empty. To delete it, say so. A scene has a')
  requireNoPlaceholder(text, context)
  const all = id === 0 ? withUnprintedEntries(text, context.screenplay) : text
  return { kind: 'replaced', id, heading: heading?.heading ?? '', start, end, text: all }
}

const lostHeading = (reason: string) =>
  new AnswerFault('lost_heading', `${reason} scene heading, such as INT. KITCHEN - NIGHT.`)

function insertion(after: number, written: string, context: Context): Change {
  const { script, target } = context
  const { end } = sceneWith(after, context)
  const at = target ? Math.min(Math.max(end, target.start), target.end) : end
  // Only the empty lines at the end of a scene may lie outside of the target.
  if (!isBlank(script.slice(Math.min(at, end), Math.max(at, end)))) throw outsideTarget()
  const text = newText(written, context)
  const heading = headingIn(text)
  if (!heading) throw lostHeading(`The scene to be added after scene ${after} has no`)
  requireNoPlaceholder(text, context)
  return { kind: 'inserted', id: after, heading: heading.heading, start: at, end: at, text }
}

function deletion({ id, start, end, heading }: NumberedScene, context: Context): Change | null {
  const { script, target } = context
  const contentEnd = start + script.slice(start, end).trimEnd().length
  requireInside(start, contentEnd, context)
  if (start === contentEnd) return null
  const last = target ? Math.min(end, target.end) : end
  return { kind: 'deleted', id, heading, start, end: last, text: '' }
}

function wholeScript(written: string, context: Context): Change {
  const { script } = context
  const text = scriptText(written, context)
  requireNoPlaceholder(text, context)
  const heading = headingIn(text)
  if (!heading && !isBlank(script)) throw lostHeading('The new script has no')
  if (isBlank(text)) throw lostHeading('The new script is empty. A script has at least one')
  const start = script.startsWith('\uFEFF') ? 1 : 0
  return {
    kind: 'script',
    id: null,
    heading: heading?.heading ?? '',
    start,
    end: script.length,
    text: withUnprintedEntries(text, context.screenplay),
  }
}

function requireInside(start: number, end: number, { target }: Context): void {
  if (target && (start < target.start || end > target.end)) throw outsideTarget()
}

export const outsideTarget = () =>
  new AnswerFault('outside_target', 'It changes something outside of the range that was given.')

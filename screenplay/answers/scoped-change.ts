import { hasPlaceholder } from './scenes.ts'
import { plainText } from '../model/emphasis.ts'
import { parse } from '../model/parse.ts'
import { tidy } from './tidy.ts'
import {
  type Context,
  isBlank,
  AnswerFault,
  withLineBreaks,
  withoutBlankLines,
  countBreaks,
  gapAfter,
  gapBefore,
  isSameText,
  type Change,
  type NumberedScene,
  withoutKept,
  withUnprintedEntries,
} from './answer-context.ts'
import { lockedChange } from './locked-parts.ts'
import type { WrittenEdit } from './answer-reader.ts'

/** What a model wrote as part of a script: repaired, without blank lines around it. */
function newText(written: string, context: Context): string {
  return withLineBreaks(withoutBlankLines(repaired(written, context)), context.lineBreak)
}

/** A whole script: repaired, without the line break after its tag. */
export function scriptText(written: string, context: Context): string {
  const text = repaired(written.replace(/^[^\S\r\n]*(?:\r\n|[\r\n])/u, ''), context)
  return isBlank(context.script) ? text : withLineBreaks(text, context.lineBreak)
}

const repaired = (written: string, { hasCurlyQuotes, names }: Context): string =>
  tidy(written, { names, keepsQuotes: hasCurlyQuotes, keepsTags: true }).text

/** The first heading of a text, and whether the text begins with it. */
function headingIn(text: string): { heading: string; isFirst: boolean } | undefined {
  const { elements, titlePage } = parse(text)
  const at = elements.findIndex(({ type }) => type === 'scene-heading')
  if (at === -1) return undefined
  return {
    heading: plainText(elements[at]?.text ?? ''),
    isFirst: at === 0 && titlePage.length === 0,
  }
}

const startsWithSection = (text: string): boolean => parse(text).elements[0]?.type === 'section'

export function requireNoPlaceholder(text: string, { lines }: Context): void {
  if (!hasPlaceholder(parse(text), lines)) return
  throw new AnswerFault(
    'placeholder',
    'It stands for text that it leaves out, as in "[rest unchanged]": what an edit contains has to be complete.',
  )
}

/** The change that `<text>` makes: replaces exactly the target, but keeps the white space at its ends. */
function textChange(written: string, context: Context): Change | null {
  const { script, screenplay, target } = context
  if (!target) throw new AnswerFault('bad_tag', 'There is no range that a <text> could replace.')
  const { start, end } = target
  const old = script.slice(start, end)
  if (isSameText(old, written)) return null
  const text = newText(written, context).trim()
  if (isSameText(old, text)) return null
  requireNoPlaceholder(text, context)
  const first = start + gapBefore(old).length
  const hasHeading = screenplay.elements.some(
    (element) => element.type === 'scene-heading' && element.start === first && first < end,
  )
  const heading = headingIn(text)
  if (hasHeading && !isBlank(text) && !heading?.isFirst) {
    throw new AnswerFault(
      'lost_heading',
      'The range begins with a scene heading, the new text does not.',
    )
  }
  const hasSection = screenplay.elements.some(
    ({ type, start: at }) => type === 'section' && at === first && first < end,
  )
  if (hasSection && !isBlank(text) && !heading?.isFirst && !startsWithSection(text)) {
    throw new AnswerFault(
      'lost_heading',
      'The range begins with a section, as an idea does. The new text begins neither with a section nor with a scene heading.',
    )
  }
  return {
    kind: 'text',
    id: null,
    heading: heading?.heading ?? '',
    start,
    end,
    text: atPlaceOf(old, text, context),
  }
}

function atPlaceOf(old: string, text: string, context: Context): string {
  if (isBlank(old)) return old + betweenParagraphs(text, context)
  // A deletion also removes the white space at the end of the target.
  return isBlank(text) ? gapBefore(old) : gapBefore(old) + text + gapAfter(old)
}

/** Text to insert at an empty target, with empty lines around it unless the target is within a line. */
function betweenParagraphs(text: string, { script, target, lineBreak }: Context): string {
  const [above, below] = [script.slice(0, target?.end), script.slice(target?.end)]
  const [gap, next] = [gapAfter(above), gapBefore(below)]
  const startsLine = isBlank(above) || countBreaks(gap) > 0
  const endsLine = isBlank(below) || countBreaks(next) > 0
  if (isBlank(text) || !(startsLine || (endsLine && gap === ''))) return text
  const missing = (breaks: number) => lineBreak.repeat(Math.max(0, 2 - breaks))
  const top = isBlank(above) ? '' : missing(countBreaks(gap))
  return top + text + (isBlank(below) ? '' : missing(countBreaks(next)))
}

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

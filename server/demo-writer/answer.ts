import {
  escapeTags,
  asksForWholeScript,
  mentionedScenes,
  numberedScenes,
} from '../../screenplay/answers.ts'
import { plainText, parse } from '../../screenplay/model.ts'
import { Composer, headingOf, newScript, settingOf, timeAfter } from './compose.ts'
import { asides } from './lines.ts'
import {
  asksForRevision,
  asksForSynopses,
  asksToShorten,
  paragraphsOf,
  removedScene,
  revise,
  withSynopses,
} from './revise.ts'
import { phrase } from './plain-text.ts'

const MAX_SCENES = 40
const MAX_PEOPLE = 5

const counted = (count: number, one: string, many = `${one}s`) =>
  `${count} ${count === 1 ? one : many}`

const listed = (items: readonly string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`

const sceneList = (ids: readonly number[]) =>
  `scene${ids.length === 1 ? '' : 's'} ${listed(ids.map(String))}`

/** Facts about a script, as an answer to a question: its length, who speaks, and its scenes in short. */
function describeScript(question: string, script: string): string {
  if (script.trim() === '') return 'there is no script yet.'
  const scenes: string[] = []
  /** The scenes of each speech, by speaker. */
  const speeches = new Map<string, number[]>()
  for (const { type, text } of parse(script).elements) {
    const id = scenes.length
    if (type === 'scene-heading') scenes.push(`- Scene ${id + 1}, ${phrase(plainText(text), 80)}`)
    if (type === 'action' && id > 0 && !scenes[id - 1]?.includes(': '))
      scenes[id - 1] += `: ${phrase(text, 100)}`
    if (type !== 'character' || id === 0) continue
    const name = phrase(text.replace(/\([^()]*\)/g, ''), 40)
    const own = speeches.get(name)
    if (own) own.push(id)
    else speeches.set(name, [id])
  }
  const words = script.match(/\p{L}[\p{L}\p{M}\p{N}'\u2019-]*/gu)?.length ?? 0
  const people = [...speeches].toSorted(([, one], [, other]) => other.length - one.length)
  const [most, ...others] = people
    .slice(0, MAX_PEOPLE)
    .map(([name, { length }]) => `${name} (${counted(length, 'speech', 'speeches')})`)
  const asked = people
    .filter(([name]) => question.toLowerCase().includes(name.toLowerCase()))
    .slice(0, MAX_PEOPLE)
    .map(([name, ids]) => `${name} speaks in ${sceneList([...new Set(ids)])}.`)
  const facts = [
    `the script has ${counted(scenes.length, 'scene')} and ${counted(words, 'word')}.`,
    most === undefined
      ? 'Nobody speaks.'
      : others.length === 0
        ? `Only ${most} speaks.`
        : `${most} speaks most, then ${listed(others)}.`,
    ...asked,
  ]
  const more = scenes.length > MAX_SCENES ? [`- and ${scenes.length - MAX_SCENES} more`] : []
  const shown = [...scenes.slice(0, MAX_SCENES), ...more].join('\n')
  return [facts.join(' '), ...(shown === '' ? [] : [shown])].join('\n\n')
}

type Asked = {
  request: string
  currentScript: string
  /** The only range that may change. */
  target?: { start: number; end: number } | null
  mode?: 'change' | 'ask'
  /** How many versions are wanted. */
  alternatives?: number | null
}

const BY = 'Script Writer demo, by fixed rules and without an AI'

const tagged = (tag: string, text: string, attributes = '') =>
  `<${tag}${attributes}>\n${escapeTags(text.trim())}\n</${tag}>`

const withLineFeeds = (text: string) => text.replace(/\r\n?/g, '\n')

/** The demo's answer in the protocol of `screenplay/scoped-edits.ts`, always the same for the same request and script. */
export function answer({ request, currentScript, target, mode, alternatives }: Asked): string {
  const script = currentScript.toWellFormed()
  if (mode === 'ask') return `${BY}: ${describeScript(request, script)}`
  const variants = [...Array(alternatives ?? 1).keys()]
  if (target) {
    const texts = variants.map((variant) => rewritten(request, script, target, variant))
    const tags = texts.map((text) => tagged('text', text))
    return [`${BY}: rewrote the selection.`, ...tags].join('\n\n')
  }
  if (script.trim() === '' || asksForWholeScript(request, script))
    return variants.map((variant) => tagged('script', newScript(request, variant))).join('\n\n')
  const { edits, done } = changes(request, withLineFeeds(script), variants)
  return [`${BY}: ${edits.length === 0 ? 'found nothing to change' : done}.`, ...edits].join('\n\n')
}

type Changes = { edits: string[]; done: string }

function changes(request: string, script: string, variants: readonly number[]): Changes {
  const addition = () => ({
    edits: variants.map((variant) => addedScene(request, script, variant)),
    done: 'added a scene',
  })
  if (asksForSynopses(request))
    return edited(changedScenes(script, withSynopses(script)), 'filled in the synopses')
  if (!asksForRevision(request)) return addition()
  const removed = removedScene(request, script)
  if (removed !== undefined)
    return { edits: [`<scene id="${removed}" delete="true"/>`], done: 'removed one scene' }
  const revised = revise(request, script)
  const changed = revised ? changedScenes(script, revised.text) : []
  // Other versions of what leaves no choice, or was not understood, are a scene written anew.
  const [named] = mentionedScenes(parse(script), request)
  const anew =
    changed.find(({ id }) => id > 0) ??
    scenesIn(script).findLast(({ id }) => (named === undefined ? id > 0 : id === named))
  if (!anew) return changed.length > 0 ? edited(changed, revised?.done) : addition()
  const others = variants.slice(changed.length > 0 ? 1 : 0)
  const versions = others.map((variant) => writtenAnew(request, script, anew, variant))
  const done = changed.length > 0 ? revised?.done : `wrote scene ${anew.id} anew`
  return edited([...changed, ...versions], done)
}

type Scene = { id: number; text: string }

const edited = (scenes: readonly Scene[], done = ''): Changes => ({
  edits: scenes.map(({ id, text }) => tagged('scene', text, ` id="${id}"`)),
  done,
})

const scenesIn = (script: string): Scene[] =>
  numberedScenes(script).map(({ id, start, end }) => ({ id, text: script.slice(start, end) }))

/** The scenes that differ; none if the scenes are not the same any more. */
function changedScenes(before: string, after: string): Scene[] {
  const old = new Map(scenesIn(before).map(({ id, text }) => [id, text.trim()]))
  const now = scenesIn(after)
  if (now.at(-1)?.id !== [...old.keys()].at(-1)) return []
  return now.filter(({ id, text }) => text.trim() !== (old.get(id) ?? ''))
}

function writtenAnew(request: string, script: string, { id, text }: Scene, variant: number): Scene {
  const [heading = ''] = text.split('\n', 1)
  const composer = new Composer(request, script, variant)
  return { id, text: composer.scene(settingOf(heading).place, heading) }
}

function addedScene(request: string, script: string, variant: number): string {
  const last = numberedScenes(script).at(-1)
  const old = settingOf(last?.heading ?? '')
  const composer = new Composer(request, script, variant)
  const [place = old.place] = composer.story.places
  const time = composer.story.time ?? timeAfter(old.time ?? 'DAY')
  const text = composer.scene(place, headingOf(place, time))
  return tagged('scene', text, ` after="${last?.id ?? 0}"`)
}

/** The new text of a part of the script. */
function rewritten(
  request: string,
  script: string,
  { start, end }: { start: number; end: number },
  variant: number,
): string {
  const old = withLineFeeds(script.slice(start, end)).trim()
  if (asksForSynopses(request)) return withSynopses(old)
  if (/^write this idea as a scene\b/i.test(request)) return ideaAsScene(script, old, variant)
  const isWithinLine = [script.charAt(start - 1), script.charAt(end)].some((next) => /./.test(next))
  if (isWithinLine && old !== '') return changedWords(request, old, variant)
  const revised = asksForRevision(request) && variant === 0 ? revise(request, old) : undefined
  if (revised) return revised.text
  if (!old.includes('\n') && scenesIn(old).some(({ id }) => id > 0)) return old
  const paragraphs = paragraphsOf(old)
  const half = paragraphs.slice(0, Math.ceil(paragraphs.length / 2))
  if (asksToShorten(request) && paragraphs.length > 1 && variant === 0) return half.join('\n\n')
  const heading = numberedScenes(script.slice(0, end)).at(-1)?.heading ?? ''
  const composer = new Composer(request, script, variant)
  const passage = composer.passage(settingOf(heading).place)
  return [...(asksForRevision(request) ? half : paragraphs), passage].join('\n\n')
}

/** A scene in place of an idea, with the idea's synopsis. */
function ideaAsScene(script: string, idea: string, variant: number): string {
  const synopses = idea.split('\n').filter((line) => /^=(?!=)\s*\S/.test(line))
  const story = idea.replaceAll(/^[#=]+/gm, '').replaceAll(/\[\[[^\]]*\]\]/g, '')
  const composer = new Composer(story, script, variant)
  const last = settingOf(numberedScenes(script).at(-1)?.heading ?? '')
  const [place = last.place] = composer.story.places
  const scene = composer.scene(place, headingOf(place, composer.story.time ?? 'DAY'))
  const [heading = '', ...rest] = scene.split('\n')
  return [heading, ...synopses, ...rest].join('\n')
}

function changedWords(request: string, old: string, variant: number): string {
  const words = old.split(' ')
  if (asksToShorten(request) && words.length > 1)
    return words.slice(0, 1 + (variant % Math.ceil(words.length / 2))).join(' ')
  const [, text = old, mark = ''] = /^([^]*?)([.!?\u2026]*)$/u.exec(old) ?? []
  return `${text}, ${asides[variant % asides.length]}${mark}`
}

/** Continues an answer that was cut off, or adds a scene if the demo did not write it. */
export function restOf(begun: string, request: string, currentScript: string): string {
  const whole = currentScript.trim() === '' ? newScript(request) : ''
  if (whole.startsWith(begun) && whole.length > begun.length) return whole.slice(begun.length)
  const place = settingOf(numberedScenes(begun).at(-1)?.heading ?? '').place
  return `\n\n${new Composer(request, begun, 0).scene(place, headingOf(place, 'LATER'))}\n`
}

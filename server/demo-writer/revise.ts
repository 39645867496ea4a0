import { renameCharacter, replaceMatches } from '../../screenplay/editing.ts'
import { mentionedScenes, numberedScenes } from '../../screenplay/answers.ts'
import { parse, plainText } from '../../screenplay/model.ts'
import { applySplices } from '../../screenplay/changes.ts'
import { headingOf, settingOf } from './compose.ts'
import { capitalised, phrase } from './plain-text.ts'
import { readStory, timeIn } from './story.ts'

const POLITELY = String.raw`(?:^|[.!?;\n]\s*)(?:(?:please|now|then|ok|and|but|also|just)[,.!]?\s+)*(?:(?:can|could|would|will) you\s+(?:please\s+)?|i(?:'d| would)? (?:want|like) (?:you )?to\s+|let's\s+)?`
const ORDER = String.raw`(?:rewrite|revise|rename|replace|shorten|trim|tighten|remove|delete|improve|polish|fix|edit|rework|redo|retitle|translate|change|cut (?!to\b)|drop|call (?:it|the)|(?:make|turn|set|move|put|keep) (?:it|this|that|everything|all|(?:the|this|every|each|scene|first|last) ?\w*)\b|less\b|more\b|funnier|darker|shorter)`
const REVISION = new RegExp(POLITELY + ORDER, 'i')

/** Whether the request asks for a change, rather than telling what happens next. */
export const asksForRevision = (request: string): boolean => REVISION.test(request.slice(0, 5000))

const REMOVAL = /\b(?:remove|delete|cut|drop|take out|get rid of)\b/i

/** The id of the one scene that the request wants removed. */
export function removedScene(request: string, script: string): number | undefined {
  const screenplay = parse(script)
  const [id, ...others] = REMOVAL.test(request) ? mentionedScenes(screenplay, request) : []
  return others.length === 0 ? id : undefined
}

type Revision = (request: string, script: string) => { text: string; done: string } | undefined

const TITLE =
  /\b(?:(?:change|set|make|rename) the title(?: to)?|call (?:it|the (?:script|story|film))|(?:re)?title it) "?([^"\n.!?;]{1,80})/i

const retitle: Revision = (request, script) => {
  const title = capitalised(phrase(TITLE.exec(request)?.[1] ?? '', 60))
  if (title === '') return undefined
  const hasTitle = /^\s*title:/i.test(script)
  const text = hasTitle
    ? script.replace(/^(\s*)title:.*/i, (_all, space: string) => `${space}Title: ${title}`)
    : `Title: ${title}\n\n${script.trimStart()}`
  return { text, done: `retitled "${title}"` }
}

const RENAMING =
  /\b(?:rename|change|replace|swap|turn)\s+(?:the\s+)?"?([\p{L}\p{N}][\p{L}\p{M}\p{N}' .-]{0,40}?)"?\s+(?:to|with|by|into|for)\s+(?:an? )?"?([\p{L}\p{N}][\p{L}\p{M}\p{N}' -]{0,40}?)(?="|\s*(?:[.,;!?\n]|\b(?:and|everywhere|please|in)\b|$))/iu

const rename: Revision = (request, script) => {
  const [, old = '', name = ''] = RENAMING.exec(request.slice(0, 2000)) ?? []
  if (old === '' || /^title$/i.test(old)) return undefined
  const screenplay = parse(script)
  const query = { text: old, caseSensitive: false, wholeWords: true, within: 'all' } as const
  const ofCharacter = renameCharacter(screenplay, old, name, { mentions: true })
  const changes =
    ofCharacter.length > 0 ? ofCharacter : replaceMatches(screenplay, query, name).splices
  if (changes.length === 0) return undefined
  return { text: applySplices(script, changes), done: `"${old}" became "${name}"` }
}

/** Changes the scenes that the request names, or all of them. */
function eachScene(request: string, script: string, change: (scene: string) => string): string {
  const named = new Set(mentionedScenes(parse(script), request))
  const changes = numberedScenes(script)
    .filter(({ id }) => id > 0 && (named.size === 0 || named.has(id)))
    .map(({ start, end }) => ({ start, end, text: change(script.slice(start, end)) }))
  return applySplices(script, changes)
}

const withSetting = (request: string, script: string, change: typeof settingOf) =>
  eachScene(request, script, (scene) => {
    const [heading = ''] = scene.split('\n', 1)
    const { place, time = 'DAY' } = change(heading)
    return headingOf(place, time) + scene.slice(heading.length)
  })

const retime: Revision = (request, script) => {
  const time = timeIn(request)
  if (time === undefined || !/\b(?:make|set|change|turn|move|put)\b/i.test(request))
    return undefined
  const text = withSetting(request, script, (heading) => ({ ...settingOf(heading), time }))
  return { text, done: `set at ${time.toLowerCase()}` }
}

const MOVE =
  /\b(?:set|move|put|relocate) (?:it|this|everything|the (?:script|story|action)) (.{3,80})/i

const relocate: Revision = (request, script) => {
  const where = MOVE.exec(request)?.[1]
  const [place] = where === undefined ? [] : readStory(`They are ${where}`).places
  if (place === undefined) return undefined
  const text = withSetting('', script, (heading) => ({ ...settingOf(heading), place }))
  return { text, done: `moved to ${place.name}` }
}

const SHORTENING = /\b(?:shorten|shorter|trim|condense|tighten|briefer|more concise)\b/i

/** Paragraphs are separated by blank lines. */
export const paragraphsOf = (text: string): string[] =>
  text.split(/\n[^\S\n]*\n\s*/).filter((paragraph) => paragraph.trim() !== '')

export const asksToShorten = (request: string): boolean => SHORTENING.test(request)

/** Keeps the first half of each scene. */
const shorten: Revision = (request, script) => {
  if (!asksToShorten(request)) return undefined
  const text = eachScene(request, script, (scene) => {
    const paragraphs = paragraphsOf(scene)
    const half = paragraphs.slice(0, Math.max(2, Math.ceil(paragraphs.length / 2)))
    return `${half.join('\n\n')}\n\n`
  })
  return { text, done: 'shortened' }
}

/** Whether the request asks for a synopsis of every scene that has none. */
export const asksForSynopses = (request: string): boolean =>
  /\bfill in (?:the |all |missing )*synops[ei]s\b/i.test(request)

/** The script with the beginning of each scene as its synopsis, if it has none. */
export function withSynopses(script: string): string {
  const { elements } = parse(script)
  const changes: { start: number; end: number; text: string }[] = []
  for (const [index, { type }] of elements.entries()) {
    if (type !== 'scene-heading') continue
    let at = index + 1
    while (elements[at]?.type === 'note') at += 1
    if (elements[at]?.type === 'synopsis') continue
    const end = elements[at - 1]?.contentEnd ?? script.length
    while (at < elements.length && !tells.has(elements[at]?.type ?? 'section')) at += 1
    const first = elements[at]
    const text = first?.type === 'action' || first?.type === 'dialogue' ? plainText(first.text) : ''
    const [sentence = ''] = phrase(text, 90).split(/(?<=[.!?]) /)
    if (sentence !== '') changes.push({ start: end, end, text: `\n= ${sentence}` })
  }
  return applySplices(script, changes)
}

/** What a synopsis can be taken from, and what ends a scene. */
const tells = new Set(['action', 'dialogue', 'scene-heading', 'section'])

/** The script with the changes that the request asks for; undefined if none was understood. */
export const revise: Revision = (request, script) => {
  const done: string[] = []
  let text = script
  for (const revision of [retitle, rename, relocate, retime, shorten]) {
    const revised = revision(request, text)
    if (revised === undefined || revised.text.trim() === text.trim()) continue
    text = revised.text
    done.push(revised.done)
  }
  return done.length > 0 ? { text, done: done.join('; ') } : undefined
}

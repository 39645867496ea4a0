import { cueName, isHeading } from '../outline.ts'
import { escapeRegExp } from '../words/escape-reg-exp.ts'
import type { Revision } from './revision.ts'
import { sceneAsked } from './settings.ts'

const REMOVE = /\b(?:remove|delete|cut|drop|lose|take out|get rid of)\b/i
export const SHORTEN =
  /\b(?:shorten|shorter|trim|condense|tighten|briefer|more concise|cut (?:it|this) down)\b/i

/** "Remove the last scene." */
export const sceneRemoval: Revision = ({ request, outline: { lines, headings } }) => {
  const asked = sceneAsked(request)
  if (asked === undefined || !REMOVE.test(request) || headings.length < 2) return undefined
  const start = headings.at(asked)
  if (start === undefined) return undefined
  const end = headings.find((at) => at > start) ?? lines.length
  return { lines: [...lines.slice(0, start), ...lines.slice(end)], done: 'removed one scene' }
}

/** "Remove Anna": removes her dialogue, but not mentions of her. */
export const characterRemoval: Revision = ({ request, outline: { lines, people } }) => {
  const asked = request.toLowerCase()
  const gone = people.find(({ spoken }) => {
    const name = escapeRegExp(spoken.toLowerCase())
    return new RegExp(
      String.raw`\b(?:remove|delete|cut|drop|take out|get rid of)\s+${name}(?![\p{L}])`,
      'u',
    ).test(asked)
  })
  if (gone === undefined || people.length < 2) return undefined
  let isGone = false
  const kept = lines.filter((line, at) => {
    const speaker = cueName(lines, at)
    if (speaker !== undefined) isGone = speaker === gone.name
    else if (line.trim() === '') isGone = false
    return !isGone
  })
  return { lines: kept, done: `removed the lines of ${gone.spoken}` }
}

/** "Shorten it": keeps the first half of every scene and its last paragraph. */
export const shortening: Revision = ({ request, outline: { lines, headings } }) => {
  if (!SHORTEN.test(request) || headings.length === 0) return undefined
  const kept = lines.slice(0, headings[0])
  for (const [index, start] of headings.entries()) {
    const scene = lines.slice(start, headings[index + 1] ?? lines.length).join('\n')
    const blocks = scene.split(/\n[^\S\n]*\n\s*/).filter((block) => block.trim() !== '')
    const half = Math.max(2, Math.ceil(blocks.length / 2))
    const last = blocks.length > half + 1 ? blocks.slice(-1) : []
    const short = [...blocks.slice(0, half), ...last]
    kept.push(...short.join('\n\n').split('\n'), '')
  }
  return { lines: kept, done: 'shortened' }
}

const isTrailing = (line: string) =>
  line === '' || line.startsWith('>') || (line.length < 60 && /^[^\p{Ll}]*TO:$/u.test(line))

/** The line after a scene's last content, before blank lines and transitions. */
export function sceneEnd(lines: readonly string[], start: number): number {
  let end = start + 1
  while (end < lines.length && !isHeading(lines[end] ?? '')) end += 1
  while (end > start + 1 && isTrailing((lines[end - 1] ?? '').trim())) end -= 1
  return end
}

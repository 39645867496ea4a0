import { createScenes, toneBeat } from '../scene.ts'
import { pairFor } from '../new-script.ts'
import { settingOf } from '../outline.ts'
import { readStory } from '../story.ts'
import { capitalised, phrase } from '../words/plain-text.ts'
import { sceneEnd } from './cutting.ts'
import type { Revision } from './revision.ts'

/** "Change the title to ...", "call it ...". */
export const retitling: Revision = ({ request, outline: { lines } }) => {
  const asked =
    /\b(?:(?:change|set|make|rename)\s+the\s+title(?:\s+(?:to|into|be))?|call\s+(?:it|the (?:script|story|film|movie))|(?:re)?title\s+it|rename\s+(?:it|the script)(?:\s+to)?)\s+["\u201c]?([^"\u201d\n.!?;]{1,80})/i.exec(
      request,
    )?.[1]
  const title = capitalised(phrase(asked ?? '', 60))
  if (title === '') return undefined
  const at = lines.findIndex((line) => /^\s*title:/i.test(line))
  const rest = at === -1 ? ['', ...lines] : [...lines.slice(0, at), ...lines.slice(at + 1)]
  return { lines: [`Title: ${title}`, ...rest], done: `retitled "${title}"` }
}

/** Nobody has more; a script made of headings alone must not keep the server busy. */
const MOST_SCENES = 200

/** "Make it funnier": a few fitting lines at the end of every scene. */
export const colouring: Revision = ({ request, outline, chance }) => {
  const story = readStory(request, chance, outline)
  if (story.tone === undefined || outline.headings.length === 0) return undefined
  const { lines } = outline
  const coloured = lines.slice(0, outline.headings[0])
  for (const [index, start] of outline.headings.entries()) {
    const end = sceneEnd(lines, start)
    const { place } = settingOf(lines[start] ?? '')
    const pair = pairFor(index, story.cast)
    const beat = index < MOST_SCENES ? toneBeat(chance, story, place, pair, '') : []
    const rest = lines.slice(end, outline.headings[index + 1] ?? lines.length)
    coloured.push(...lines.slice(start, end), '', beat.join('\n\n'), '', ...rest)
  }
  return { lines: coloured, done: `made more ${story.tone}` }
}

/** Asked to change something it does not understand, the demo plays the last scene differently. */
export const replaying: Revision = ({ request, outline, chance }) => {
  const start = outline.headings.at(-1)
  if (start === undefined) return undefined
  const story = readStory(request, chance, outline)
  const { place, time = 'DAY' } = settingOf(outline.lines[start] ?? '')
  const scene = createScenes(chance, new Set(outline.people.map(({ name }) => name)))
  const kind = chance.pick(['doubt', 'clash', 'parting'] as const)
  const pair = pairFor(0, story.cast)
  const written = scene({ story, kind, place, time, pair, isFirst: false, isLast: true })
  const rest = outline.lines.slice(sceneEnd(outline.lines, start))
  return {
    lines: [...outline.lines.slice(0, start), written.join('\n\n'), '', ...rest],
    done: 'wrote the last scene anew',
  }
}

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

/** Bounds the work for a script that consists of headings only. */
const MAX_SCENES = 200

/** "Make it funnier": adds a few lines in that tone to every scene. */
export const colouring: Revision = ({ request, outline, random }) => {
  const story = readStory(request, random, outline)
  if (story.tone === undefined || outline.headings.length === 0) return undefined
  const { lines } = outline
  const coloured = lines.slice(0, outline.headings[0])
  for (const [index, start] of outline.headings.entries()) {
    const end = sceneEnd(lines, start)
    const { place } = settingOf(lines[start] ?? '')
    const pair = pairFor(index, story.cast)
    const beat = index < MAX_SCENES ? toneBeat(random, story, place, pair, '') : []
    const rest = lines.slice(end, outline.headings[index + 1] ?? lines.length)
    coloured.push(...lines.slice(start, end), '', beat.join('\n\n'), '', ...rest)
  }
  return { lines: coloured, done: `made more ${story.tone}` }
}

/** The fallback for a change that was not understood: rewrites the last scene. */
export const replaying: Revision = ({ request, outline, random }) => {
  const start = outline.headings.at(-1)
  if (start === undefined) return undefined
  const story = readStory(request, random, outline)
  const { place, time = 'DAY' } = settingOf(outline.lines[start] ?? '')
  const scene = createScenes(random, new Set(outline.people.map(({ name }) => name)))
  const kind = random.pick(['doubt', 'clash', 'parting'] as const)
  const pair = pairFor(0, story.cast)
  const written = scene({ story, kind, place, time, pair, isFirst: false, isLast: true })
  const rest = outline.lines.slice(sceneEnd(outline.lines, start))
  return {
    lines: [...outline.lines.slice(0, start), written.join('\n\n'), '', ...rest],
    done: 'wrote the last scene anew',
  }
}

import { parse } from '../../screenplay/parse.ts'
import { numberedScenes } from '../../screenplay/scoped-edits.ts'
import { phrase } from './words/plain-text.ts'

const MAX_SCENES = 40
const MAX_PEOPLE = 5

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

const listed = (items: readonly string[]) =>
  items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1) ?? ''}`

type Described = { id: number; heading: string; speakers: string[]; firstLine: string }

function scenesIn(script: string): Described[] {
  const { elements } = parse(script)
  return numberedScenes(script)
    .filter(({ id }) => id > 0)
    .map(({ id, start, end, heading }) => {
      const inside = elements.filter((element) => element.start >= start && element.start < end)
      const cues = inside.filter(({ type }) => type === 'character').map(({ text }) => text)
      return {
        id,
        heading: phrase(heading, 80),
        speakers: cues.map((cue) => phrase(cue.replace(/\([^()]*\)/g, ''), 40)),
        firstLine: phrase(inside.find(({ type }) => type === 'action')?.text ?? '', 100),
      }
    })
}

/** Facts about a script, as an answer to a question: its length, who speaks, and its scenes in short. */
export function describeScript(request: string, script: string): string {
  if (script.trim() === '') return 'there is no script yet.'
  const scenes = scenesIn(script)
  const words = script.match(/\p{L}[\p{L}\p{M}\p{N}'\u2019-]*/gu)?.length ?? 0
  const size = `the script has ${counted(scenes.length, 'scene')} and ${counted(words, 'word')}.`
  const shown = scenes
    .slice(0, MAX_SCENES)
    .map(
      ({ id, heading, firstLine }) =>
        `- Scene ${id}, ${heading}${firstLine === '' ? '' : `: ${firstLine}`}`,
    )
  const more = scenes.length > MAX_SCENES ? [`- and ${scenes.length - MAX_SCENES} more`] : []
  const facts = [size, whoSpeaks(scenes), ...whereSpeaks(request, scenes)].filter(
    (fact) => fact !== '',
  )
  return [facts.join(' '), [...shown, ...more].join('\n')]
    .filter((part) => part !== '')
    .join('\n\n')
}

function speechesIn(scenes: readonly Described[]): [string, number][] {
  const counts = new Map<string, number>()
  for (const name of scenes.flatMap(({ speakers }) => speakers)) {
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)
}

function whoSpeaks(scenes: readonly Described[]): string {
  const [most, ...others] = speechesIn(scenes).map(
    ([name, count]) => `${name} (${counted(count, 'speech').replace('speechs', 'speeches')})`,
  )
  if (most === undefined) return 'Nobody speaks.'
  const then = others.slice(0, MAX_PEOPLE - 1)
  return then.length === 0 ? `Only ${most} speaks.` : `${most} speaks most, then ${listed(then)}.`
}

/** Says in which scenes each character that the question names speaks. */
function whereSpeaks(request: string, scenes: readonly Described[]): string[] {
  const asked = request.toLowerCase()
  return speechesIn(scenes)
    .filter(([name]) => asked.includes(name.toLowerCase()))
    .slice(0, MAX_PEOPLE)
    .map(([name]) => {
      const ids = scenes
        .filter(({ speakers }) => speakers.includes(name))
        .map(({ id }) => String(id))
      return `${name} speaks in scene${ids.length === 1 ? '' : 's'} ${listed(ids)}.`
    })
}

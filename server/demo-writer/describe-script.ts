import { plainText } from '../../screenplay/emphasis.ts'
import { parse } from '../../screenplay/parse.ts'
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
export function describeScript(question: string, script: string): string {
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

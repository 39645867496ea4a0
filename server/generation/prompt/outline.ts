import { hash } from 'node:crypto'
import { escapeTags, type NumberedScene, numberedScenes } from '../../../screenplay/answers.ts'
import { block } from './block.ts'
import { headWithin, tokensOf } from './tokens.ts'

/** By the scene's id. */
export type ScriptMemory = { synopses: ReadonlyMap<number, string> }

/** Identifies a scene by its text, wherever it is and in any version. */
export const sceneHash = (script: string, { start, end }: NumberedScene): string =>
  hash('sha256', script.slice(start, end).trim(), 'base64url').slice(0, 22)

/** What is known, by the hash of the scene, about the scenes of a text that may have changed since. */
export function scriptMemory(
  script: string,
  known: Record<string, string> | null | undefined,
): ScriptMemory | null {
  if (!known) return null
  const byHash = new Map(Object.entries(known))
  const synopses = new Map<number, string>()
  for (const scene of numberedScenes(script)) {
    const synopsis = byHash.get(sceneHash(script, scene))
    if (synopsis !== undefined) synopses.set(scene.id, synopsis)
  }
  return { synopses }
}

/** How many tokens may follow a heading, from the most detailed outline to the shortest. */
const DETAILS = [60, 30, 15, 0]
const HEADING = 30
/** How many characters of a scene are searched for its first line. */
const MAX_READ = 1_000
const GAP = '...'

const oneLine = (text: string) => escapeTags(text.replace(/\s+/g, ' ').trim())

function cut(text: string, tokens: number): string {
  const head = headWithin(text, tokens)
  return head.length === text.length ? text : `${head.trimEnd()}...`
}

/** The first line below the heading, without the equals sign of a Fountain synopsis. */
function firstLine(script: string, { id, start, end }: NumberedScene): string {
  const lines = script.slice(start, Math.min(end, start + MAX_READ)).split(/\r\n|[\r\n]/)
  const line = lines.slice(id === 0 ? 0 : 1).find((each) => each.trim() !== '') ?? ''
  return line.trim().replace(/^=\s*/, '')
}

type Entry = { id: number; heading: string; about: string }

const lineOf = ({ id, heading, about }: Entry, detail: number) => {
  const shown = detail === 0 ? '' : cut(about, detail)
  return `${id}. ${[heading, shown].filter((part) => part !== '').join(': ')}`
}

/** The last lines that fit, because a script is usually continued at its end. */
function lastLines(lines: readonly string[], tokens: number): string[] {
  const kept: string[] = []
  let left = tokens - tokensOf(`${GAP}\n`)
  for (const line of lines.toReversed()) {
    left -= tokensOf(`${line}\n`)
    if (left < 0) return [GAP, ...kept.toReversed()]
    kept.push(line)
  }
  return kept.toReversed()
}

/** An outline with one line for each scene, as detailed as fits. Empty if not even the last heading fits. */
export function outlineOf(
  script: string,
  scenes: readonly NumberedScene[],
  memory: ScriptMemory | null,
  tokens: number,
): string {
  const room = tokens - tokensOf(block('outline', ''))
  const entries = scenes.map((scene) => ({
    id: scene.id,
    heading: cut(oneLine(scene.heading), HEADING),
    about: oneLine(memory?.synopses.get(scene.id) ?? firstLine(script, scene)),
  }))
  const levels = DETAILS.map((detail) => entries.map((entry) => lineOf(entry, detail)))
  const fitting = levels.find((lines) => tokensOf(lines.join('\n')) <= room)
  const lines = fitting ?? lastLines(levels.at(-1) ?? [], room)
  if (lines.length === 0 || (lines.length === 1 && lines[0] === GAP)) return ''
  return block('outline', lines.join('\n'))
}

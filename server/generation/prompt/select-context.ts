import { mentionedScenes, numberedScenes } from '../../../screenplay/answers.ts'
import { parse, type Screenplay } from '../../../screenplay/model.ts'
import { outlineOf, type ScriptMemory } from './outline.ts'
import {
  sceneBlock,
  shortenedBlock,
  type ShownScene,
  shownScenes,
  type Target,
  targetBlock,
} from './scene-block.ts'
import { tokensOf } from './tokens.ts'
import { queryOf, relevanceOf } from './relevance.ts'

/** The weight of a character in the scenes in question, relative to a word of the request. */
const CHARACTER_WEIGHT = 0.5

/** The scenes that contain text of the target; for a blank target, the scene that it is in. */
function touchedScenes(
  script: string,
  scenes: readonly ShownScene[],
  target: Target | null,
): ShownScene[] {
  if (target === null) return []
  const hasText = ({ from, to }: ShownScene) =>
    script.slice(Math.max(from, target.start), Math.min(to, target.end)).trim() !== ''
  const touched = scenes.filter(hasText)
  if (touched.length > 0) return touched
  const nearest = scenes.find(({ to }) => target.start < to) ?? scenes.at(-1)
  return nearest === undefined ? [] : [nearest]
}

/** The names of the speakers in these scenes. */
function speakersIn({ elements }: Screenplay, scenes: readonly ShownScene[]): string {
  const inOrder = scenes.toSorted((a, b) => a.start - b.start)
  const speakers: string[] = []
  let at = 0
  for (const { type, start, text } of elements) {
    while (start >= (inOrder[at]?.end ?? Infinity)) at += 1
    if (type === 'character' && start >= (inOrder[at]?.start ?? Infinity)) speakers.push(text)
  }
  return speakers.join('\n')
}

/**
 * The scenes other than those in question, most useful first: neighbours, then scenes that share words with
 * the request or characters with those in question. If none is in question, the last scene, then all others.
 */
function usefulScenes(
  screenplay: Screenplay,
  request: string,
  scenes: readonly ShownScene[],
  inQuestion: readonly ShownScene[],
): ShownScene[] {
  const ids = new Set(inQuestion.map(({ id }) => id))
  const query = queryOf([
    { text: request, weight: 1 },
    { text: speakersIn(screenplay, inQuestion), weight: CHARACTER_WEIGHT },
  ])
  const texts = scenes.map(({ start, end }) => screenplay.source.slice(start, end))
  const scores = relevanceOf(texts, query)
  const last = scenes.at(-1)
  const comesFirst = (scene: ShownScene) =>
    ids.size === 0 ? scene === last : ids.has(scene.id - 1) || ids.has(scene.id + 1)
  return scenes
    .map((scene, at) => ({ scene, score: comesFirst(scene) ? Infinity : (scores[at] ?? 0) }))
    .filter(({ scene, score }) => !ids.has(scene.id) && (ids.size === 0 || score > 0))
    .toSorted((a, b) => (a.score === b.score ? b.scene.id - a.scene.id : b.score - a.score))
    .map(({ scene }) => scene)
}

type ContextInput = {
  script: string
  request: string
  target: Target | null
  /** Ids of further scenes that count as mentioned in the request. */
  named?: readonly number[]
  memory: ScriptMemory | null
  /** The tokens that the script may take, and how many of them the outline may take. */
  tokens: number
  outlineTokens: number
}

export type ScriptContext = {
  /** The outline, if the script is not sent whole, and the scenes in the order of the script. */
  parts: string[]
  /** The first of them, or empty if the script is sent whole. */
  outline: string
  /** How many scenes the script has. */
  sceneCount: number
  /** The ids of the scenes that are sent whole. */
  wholeScenes: number[]
  /** Whether all scenes that the target touches or the request mentions are sent whole. */
  isComplete: boolean
}

const SEPARATOR = '\n\n'
/** The share of the remaining tokens for mentioned scenes; without a target, the first may take all. */
const MENTIONED = 0.6

const idOf = ({ id }: ShownScene) => id
const costOf = (text: string) => tokensOf(text) + tokensOf(SEPARATOR)

/** The scenes chosen so far, and how many tokens are left. */
class Selection {
  readonly #texts = new Map<ShownScene, string>()
  readonly #cut = new Set<ShownScene>()
  left: number

  constructor(tokens: number) {
    this.left = tokens
  }

  get isEmpty(): boolean {
    return this.#texts.size === 0
  }

  has(scene: ShownScene): boolean {
    return this.#texts.has(scene)
  }

  /** Adds the scene if at least `leaving` tokens remain. */
  add(scene: ShownScene, text: string, leaving = 0): void {
    if (this.left - costOf(text) < leaving) return
    this.#texts.set(scene, text)
    this.left -= costOf(text)
  }

  addCut(scene: ShownScene, text: string): void {
    this.add(scene, text)
    this.#cut.add(scene)
  }

  isWhole = (scene: ShownScene): boolean => this.has(scene) && !this.#cut.has(scene)

  text(scenes: readonly ShownScene[]): string {
    const texts = scenes.map((scene) => this.#texts.get(scene))
    return texts.filter((text) => text !== undefined).join(SEPARATOR)
  }
}

/** Adds the scenes that the target touches, or if they do not fit, only the target. False if neither fits. */
function addTouched(
  selection: Selection,
  touched: readonly ShownScene[],
  whole: (scene: ShownScene) => string,
  part: (scene: ShownScene) => string,
): boolean {
  const costs = touched.map((scene) => costOf(whole(scene)))
  const fits = costs.reduce((all, one) => all + one, 0) <= selection.left
  for (const scene of touched) {
    if (fits || part(scene) === whole(scene)) selection.add(scene, whole(scene))
    else selection.addCut(scene, part(scene))
  }
  return touched.every((scene) => selection.has(scene))
}

/**
 * Selects the parts of a script for a prompt: all of it if it fits. Otherwise an outline, the scenes that the
 * target touches and those that the request mentions, then other useful ones while they fit. Null if not even
 * the target fits.
 */
export function selectContext(input: ContextInput): ScriptContext | null {
  const { script, request, target, named = [], memory, tokens, outlineTokens } = input
  const screenplay = parse(script)
  const scenes = shownScenes(script, numberedScenes(screenplay))
  const sceneCount = scenes.filter(({ id }) => id > 0).length
  const touched = touchedScenes(script, scenes, target)
  const isTouched = new Set(touched)
  const blocks = new Map(
    scenes.map((scene) => [scene, sceneBlock(script, scene, isTouched.has(scene) ? target : null)]),
  )
  const blockOf = (scene: ShownScene) => blocks.get(scene) ?? ''
  const all = scenes.map(blockOf).join(SEPARATOR)
  if (tokensOf(all) <= tokens) {
    return {
      parts: all === '' ? [] : [all],
      outline: '',
      sceneCount,
      wholeScenes: scenes.map(idOf),
      isComplete: true,
    }
  }

  const selection = new Selection(tokens)
  const targetPart = (scene: ShownScene) =>
    target === null ? '' : targetBlock(script, scene, target)
  if (!addTouched(selection, touched, blockOf, targetPart)) return null

  const positions = new Set([...mentionedScenes(screenplay, request), ...named])
  const mentioned = scenes.filter((scene) => positions.has(scene.id) && !isTouched.has(scene))
  const reserve = selection.left * (1 - MENTIONED)
  for (const scene of mentioned) {
    selection.add(scene, blockOf(scene), selection.isEmpty ? 0 : reserve)
  }
  const inQuestion = [...touched, ...mentioned]
  const isComplete = inQuestion.every(selection.isWhole)

  const room = Math.min(outlineTokens, selection.left - costOf(''))
  const outline = outlineOf(script, scenes, memory, room)
  if (outline !== '') selection.left -= costOf(outline)
  for (const scene of usefulScenes(screenplay, request, scenes, inQuestion)) {
    selection.add(scene, blockOf(scene))
  }
  const main = mentioned[0] ?? scenes.at(-1)
  if (selection.isEmpty && main !== undefined) {
    selection.addCut(main, shortenedBlock(script, main, selection.left - costOf('')))
  }
  return {
    parts: [outline, selection.text(scenes)].filter((part) => part !== ''),
    outline,
    sceneCount,
    wholeScenes: scenes.filter(selection.isWhole).map(idOf),
    isComplete,
  }
}

import type { Withheld } from '../contract/generation.ts'
import { isRefusal, isScreenplay } from './answer/conversation.ts'
import { hasMostLines, matchScenes } from './answer/match-scenes.ts'
import { mentionsIn } from './answer/mentions.ts'
import { hasPlaceholder } from './answer/placeholder.ts'
import { linesIn, scenesOf } from './answer/scenes.ts'
import type { Screenplay } from './elements.ts'
import { parse } from './parse.ts'

type Judged = {
  /** The working text that the answer would replace. */
  current: string
  request: string
  answer: string
  /** Whether the provider came to its end, reached a limit or was stopped. */
  finish: 'complete' | 'cut_off' | 'stopped'
}

/** Less of the scenes that should have stayed is a summary of them. */
const LEAST_LEFT = 0.2
const SHORT_SCRIPT = 2_000
/** Fewer lines before the first scene are a title or a transition. */
const OPENING_LINES = 3

/** Why an answer must not replace the script; null if it may. */
export function judgeAnswer({ current, request, answer, finish }: Judged): Withheld | null {
  if (answer.trim() === '') return 'empty'
  if (finish !== 'complete') return finish
  const now = parse(answer)
  if (hasPlaceholder(now, current)) return 'placeholder'
  const before = parse(current)
  if (!isScreenplay(now) && !keepsText(before, answer)) {
    return isRefusal(answer) ? 'refusal' : 'conversation'
  }
  return current.trim() === '' || keepsScenes(before, now, request) ? null : 'missing_scenes'
}

/** A script without scenes, most of whose lines are still there. */
function keepsText(before: Screenplay, answer: string): boolean {
  const { before: text, scenes } = scenesOf(before)
  const lines = linesIn(text)
  return scenes.length === 0 && lines.size > 0 && hasMostLines(lines, linesIn(answer))
}

function keepsScenes(before: Screenplay, now: Screenplay, request: string): boolean {
  const old = scenesOf(before)
  const mentions = mentionsIn(request, old.scenes)
  if (mentions.all) return true
  const least = old.scenes.length === 0 ? 1 : OPENING_LINES
  const opening = linesIn(old.before)
  if (opening.size >= least && !hasMostLines(opening, linesIn(now.source))) {
    return false
  }
  const { kept, missing, added } = matchScenes(old.scenes, scenesOf(now).scenes)
  const emptied = kept.filter((pair) => pair.scene.text !== '' && pair.now.text === '')
  const lost = [...missing, ...emptied.map(({ scene }) => scene)]
  if (!lost.every(mentions.has)) return false
  // A scene that is mentioned may become another one, but is not left out unless asked for.
  if (!mentions.removes && lost.length > added.length) return false
  const unmentioned = kept.filter(({ scene }) => !mentions.has(scene))
  const length = sum(unmentioned.map(({ scene }) => scene.text.length))
  const left = sum(unmentioned.map((pair) => pair.now.text.length))
  return length < SHORT_SCRIPT || left >= length * LEAST_LEFT
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

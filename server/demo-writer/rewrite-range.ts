import { doubts } from './banks/doubts.ts'
import { clashes } from './banks/clashes.ts'
import { renderExchange } from './exchange.ts'
import { elements } from './fountain.ts'
import { isHeading, outlineOf, settingOf } from './outline.ts'
import { pairFor } from './new-script.ts'
import { hashOf, seededRandom } from './random.ts'
import { asksForRevision, reviseScript } from './revise-script.ts'
import { characterRemoval, SHORTEN } from './revisions/cutting.ts'
import { renaming } from './revisions/renaming.ts'
import { fits, slotsFor } from './slots.ts'
import { readStory } from './story.ts'

type Range = { start: number; end: number }

const ASIDES = [
  'after a while',
  'once more',
  'without a word',
  'as if for the first time',
  'quietly',
  'and then nothing',
]

/** The new text of a part of a script, different for each variant. */
export function rewriteRange(
  request: string,
  script: string,
  { start, end }: Range,
  variant: number,
): string {
  const old = script.slice(start, end).replace(/\r\n?/g, '\n').trim()
  const seed = hashOf(`${request}\n${script}\n${start}`)
  const passage = () => newPassage(request, script.slice(0, end), seed, variant)
  if (old === '') return passage()
  if (isHeading(old.split('\n', 1)[0] ?? '')) return changedScenes(request, old, variant, passage)
  const isWithinLine = !isLineEnd(script.charAt(start - 1)) || !isLineEnd(script.charAt(end))
  return isWithinLine
    ? changedWords(request, old, seed + variant)
    : changedParagraphs(request, old, variant, passage)
}

const isLineEnd = (character: string) => /^[\r\n]?$/.test(character)

function changedScenes(
  request: string,
  old: string,
  variant: number,
  passage: () => string,
): string {
  if (!old.includes('\n')) return reviseScript(request, old)?.text.split('\n', 1)[0] ?? old
  const revised = asksForRevision(request) ? reviseScript(request, old, variant) : undefined
  return revised?.text.trim() ?? elements([old, passage()])
}

/** Rewrites paragraphs: renames or removes a character, shortens, or adds dialogue. */
function changedParagraphs(
  request: string,
  old: string,
  variant: number,
  passage: () => string,
): string {
  const draft = { request, outline: outlineOf(old), random: seededRandom(variant) }
  const exact = (renaming(draft) ?? characterRemoval(draft))?.lines.join('\n').trim() ?? ''
  if (exact !== '' && variant === 0) return exact
  const blocks = old.split(/\n[^\S\n]*\n\s*/)
  const half = blocks.slice(0, Math.ceil(blocks.length / 2))
  if (SHORTEN.test(request) && blocks.length > 1 && variant === 0) return elements(half)
  return elements([...(asksForRevision(request) ? half : blocks), passage()])
}

const pick = <T>(choices: readonly T[], seed: number): T => choices[seed % choices.length] as T

function changedWords(request: string, old: string, seed: number): string {
  const words = old.split(' ')
  if (SHORTEN.test(request) && words.length > 1) {
    const count = 1 + (seed % Math.ceil(words.length / 2))
    return words
      .slice(0, count)
      .join(' ')
      .replace(/[,;:]$/, '')
  }
  const [, text = old, mark = ''] = /^([^]*?)([.!?\u2026]*)$/u.exec(old) ?? []
  return `${text}, ${pick(ASIDES, seed)}${mark}`
}

/** New dialogue between people of the script, set in the scene at that point. */
function newPassage(request: string, before: string, seed: number, variant: number): string {
  const outline = outlineOf(before)
  const story = readStory(request, seededRandom(seed), outline)
  const { place } = settingOf(outline.lines[outline.headings.at(-1) ?? -1] ?? '')
  const [a, b] = pairFor(0, story.cast)
  const slots = slotsFor(story, place, a, b)
  const fitting = [...doubts, ...clashes].filter((text) => fits(text, slots))
  return elements(renderExchange(pick(fitting, seed + variant), slots, a, b))
}

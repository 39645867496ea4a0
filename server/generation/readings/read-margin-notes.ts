import { withoutTurns } from '../../../contract/plain-name.ts'
import { type NumberedScene, numberedScenes, unescapeTags } from '../../../screenplay/answers.ts'
import type { KnownEntry } from '../prompt/bible-context.ts'
import { type Asked, type Found, type FoundNote, oneLine } from './reading.ts'

const MAX_NOTES = 40
const LENGTHS = { quote: 500, body: 1_500, summary: 4_000, heading: 80 }
/** A quote of one letter shows nothing. */
const SHORTEST_QUOTE = 3
/** From this share of common words on, two notes on a scene are about the same. */
const SAME_SUBJECT = 0.5
const FEW_WORDS = 3
/** How much of a note's tag, and of what is in it, is looked at. */
const LOOKED_AT = { head: 1_500, inside: 6_000 }

type Range = { start: number; end: number }

type FoundPlace = Range & { quote: string }

/** Where a range has these words, character for character. */
function quoted(script: string, { start, end }: Range, words: string): FoundPlace | undefined {
  const text = script.slice(start, end)
  // The model may write quotation marks and the line breaks of a text in another way.
  for (const form of [words, words.replaceAll('&quot;', '"'), words.replaceAll('\n', '\r\n')]) {
    const at = text.indexOf(form)
    if (at !== -1) return { start: start + at, end: start + at + form.length, quote: form }
  }
  return undefined
}

/** A text of a model without tags and control characters besides line breaks. */
const plainText = (text: string, length: number): string =>
  withoutTurns(unescapeTags(text.replaceAll(/<\/?[a-z][^<>]{0,1000}>/giu, '')))
    .slice(0, length)
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .trim()

const isQuotable = (words: string) =>
  words.length >= SHORTEST_QUOTE && words.length <= LENGTHS.quote && !/[^\P{Cc}\n\r\t]/u.test(words)

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])

function areAlike(one: string, other: string): boolean {
  const [a, b] = [wordsOf(one), wordsOf(other)]
  const least = Math.min(a.size, b.size)
  const common = [...a].filter((word) => b.has(word)).length
  return least >= FEW_WORDS && common >= least * SAME_SUBJECT
}

type Material = {
  script: string
  scenes: readonly NumberedScene[]
  bible: readonly KnownEntry[]
}

/** The second place that a note names, as the writer reads it; undefined if it is not there. */
function secondQuote(body: string, { script, scenes, bible }: Material): string | undefined {
  const [, head = '', written = ''] = /<quote\s+([^<>]{1,200})>([^]*?)<\/quote>/i.exec(body) ?? []
  const words = unescapeTags(written).trim()
  if (!isQuotable(words)) return undefined
  const id = /\bscene\s*=\s*"(\d{1,6})"/.exec(head)?.[1]
  const scene = scenes.find((each) => each.id === Number(id))
  if (scene) {
    const found = quoted(script, scene, words)
    return found && `“${found.quote}” (${oneLine(scene.heading, LENGTHS.heading)})`
  }
  const named = oneLine(/\bentry\s*=\s*"([^"]*)"/.exec(head)?.[1] ?? '', 100).toLowerCase()
  const entry = bible.find(({ name, aliases }) =>
    [name, ...aliases].some((each) => each.toLowerCase() === named),
  )
  return entry?.body.includes(words) ? `“${words}” (${entry.name})` : undefined
}

/**
 * Reads a model's notes. One is dropped, and counted, if its quote is not in the scene that it names, character for
 * character, and a script supervisor's also if its second quote is not; one that was said already is skipped. What is
 * not in the form of the rules is ignored.
 */
export function readMarginNotes(asked: Asked, answer: string): Found {
  const {
    script,
    reader,
    part: { target },
    entries: bible = [],
    noted = [],
    isLast,
  } = asked
  const scenes = numberedScenes(script)
  const wanted = new Set(asked.part.scenes)
  const said = noted.map(({ quote, body }) => ({ quote, body }))
  const notes: FoundNote[] = []
  let dropped = 0
  for (const part of answer.split(/<note\s/i).slice(1, 20 * MAX_NOTES)) {
    const [written = '', ...rest] = part.split(/<\/note\s*>/i)
    const at = written.search(/"\s*>/)
    // The end of the answer was cut off.
    if (rest.length === 0 || at === -1) continue
    const head = written.slice(0, Math.min(at + 1, LOOKED_AT.head))
    const from = written.indexOf('>', at) + 1
    const inside = written.slice(from, from + LOOKED_AT.inside)
    const id = Number(/\bscene\s*=\s*"(\d{1,6})"/.exec(head)?.[1])
    const quote = /\bquote\s*=\s*"([^]*)"/.exec(head.replace(/\s+scene\s*=\s*"\d*"\s*$/, ''))?.[1]
    const scene = scenes.find((each) => each.id === id && wanted.has(id))
    const words = unescapeTags(quote ?? '').trim()
    const range = scene && withinTarget(scene, target)
    const place = range && isQuotable(words) ? quoted(script, range, words) : undefined
    const second = /<quote\b/i.test(inside)
      ? (secondQuote(inside, { script, scenes, bible }) ?? null)
      : undefined
    const body = plainText(inside.replaceAll(/<quote\b[^]*?(?:<\/quote>|$)/giu, ''), LENGTHS.body)
    if (body === '') continue
    const lacksSecond = second === null || (second === undefined && reader === 'script-supervisor')
    if (!scene || !place || lacksSecond || notes.length >= MAX_NOTES) {
      dropped += 1
      continue
    }
    const text = second === undefined ? body : `${body}\n${withoutTurns(second)}`
    const isSaid = said.some(
      (one) =>
        one.quote === place.quote ||
        (quoted(script, scene, one.quote) !== undefined && areAlike(one.body, text)),
    )
    if (isSaid) continue
    said.push({ quote: place.quote, body: text })
    notes.push({ ...place, body: text })
  }
  const summary = plainText(
    /<summary\s*>([^]*?)(?:<\/summary\s*>|$)/i.exec(answer)?.[1] ?? '',
    LENGTHS.summary,
  )
  return { notes, dropped, summary: summary === '' || !isLast ? null : summary }
}

const withinTarget = ({ start, end }: Range, target: Range | null): Range =>
  target === null
    ? { start, end }
    : { start: Math.max(start, target.start), end: Math.min(end, target.end) }

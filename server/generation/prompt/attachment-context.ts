import { escapeTags } from '../../../screenplay/answers.ts'
import { block } from './block.ts'
import { queryOf, relevanceOf } from './relevance.ts'
import { headWithin, tokensOf } from './tokens.ts'

/** What was read in a file that belongs to the script. */
export type Attachment = { name: string; text: string }

/** About a third of a page. Longer ones would leave room for few, shorter ones say little alone. */
const PASSAGE = 1_200
/** How far from the end of a passage it may end with a sentence or a word instead. */
const SEARCHED = 300
/** A name takes no more of a prompt. */
const NAME_TOKENS = 60

type Passage = { attachment: number; start: number; text: string }

/** Where a passage that begins at `start` ends: behind a paragraph, a line, a sentence or a word, in this order. */
function endOfPassage(text: string, start: number): number {
  const most = start + PASSAGE
  if (most >= text.length) return text.length
  const end = text.slice(0, most).search(/[\ud800-\udbff]$/) === -1 ? most : most - 1
  const tail = text.slice(end - SEARCHED, end)
  for (const gap of ['\n\n', '\n', '. ', ' ']) {
    const at = tail.lastIndexOf(gap)
    if (at !== -1) return end - SEARCHED + at + gap.length
  }
  return end
}

/** A text without its line ends' returns, as passages that are the text when joined; none is blank. */
function passagesOf({ text: raw }: Attachment, attachment: number): Passage[] {
  const text = raw.replaceAll(/\r\n?/g, '\n')
  const passages: Passage[] = []
  for (let start = 0; start < text.length; ) {
    const end = endOfPassage(text, start)
    const passage = text.slice(start, end)
    if (passage.trim() !== '') passages.push({ attachment, start, text: passage })
    start = end
  }
  return passages
}

export type AttachmentContext = {
  text: string
  tokens: number
  /** How many passages of each file, and of how many. */
  files: { name: string; count: number; of: number }[]
}

const NONE: AttachmentContext = { text: '', tokens: 0, files: [] }

/** The passages of a file in their order; where some are left out, dots say so. */
function fileBlock(name: string, passages: readonly Passage[], all: readonly Passage[]): string {
  const parts = passages.map((passage, at) => {
    const isNext = at > 0 && all[all.indexOf(passage) - 1] === passages[at - 1]
    const isFirst = at === 0 && passage === all[0]
    return (isNext || isFirst ? '' : '[...]\n') + escapeTags(passage.text.trim())
  })
  const end = passages.at(-1) === all.at(-1) ? '' : '\n[...]'
  const title = headWithin(escapeTags(name), NAME_TOKENS)
  return block('attachment', `File: ${title}\n\n${parts.join('\n')}${end}`)
}

/**
 * Ranks the passages of attachments for a request, as scenes are: those that share rare words with it, or with the name of
 * their file, then the beginnings of files, the newest first. Returns what chooses as many as fit.
 */
export function attachmentsFor(
  attachments: readonly Attachment[],
  request: string,
): (tokens: number) => AttachmentContext {
  if (attachments.length === 0) return () => NONE
  const byFile = attachments.map(passagesOf)
  const all = byFile.flat()
  const scores = relevanceOf(
    all.map(
      ({ attachment, text }) => `${attachments[attachment]?.name.replace(/\.\w+$/, '')}\n${text}`,
    ),
    queryOf([{ text: request, weight: 1 }]),
  )
  const ranked = all
    .map((passage, at) => ({ passage, score: scores[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score || order(a.passage, b.passage))
    .map(({ passage }) => passage)
  return (tokens) => chosen(attachments, byFile, ranked, tokens)
}

const order = (a: Passage, b: Passage) => a.start - b.start || b.attachment - a.attachment

function chosen(
  attachments: readonly Attachment[],
  byFile: readonly Passage[][],
  ranked: readonly Passage[],
  tokens: number,
): AttachmentContext {
  const frame = tokensOf(`${block('attachment', 'File: \n\n[...]\n\n[...]')}\n`)
  const blockCost = (name: string) => frame + Math.min(NAME_TOKENS, tokensOf(escapeTags(name)))
  const between = tokensOf('\n[...]\n')
  const kept = new Map<number, Passage[]>()
  let left = tokens - tokensOf('\n\n')
  // A passage that does not fit leaves room for shorter ones, but not for one that matters much less.
  let misses = 0
  for (const passage of ranked) {
    const inFile = kept.get(passage.attachment)
    const name = attachments[passage.attachment]?.name ?? ''
    const cost =
      tokensOf(escapeTags(passage.text.trim())) + between + (inFile ? 0 : blockCost(name))
    if (cost > left) {
      misses += 1
      if (misses > 3) break
      continue
    }
    left -= cost
    if (inFile) inFile.push(passage)
    else kept.set(passage.attachment, [passage])
  }
  const blocks = [...kept.keys()]
    .toSorted((a, b) => a - b)
    .map((file) => {
      const passages = (kept.get(file) ?? []).toSorted((a, b) => a.start - b.start)
      return fileBlock(attachments[file]?.name ?? '', passages, byFile[file] ?? [])
    })
  const text = blocks.join('\n')
  return {
    text,
    tokens: text === '' ? 0 : tokensOf(`${text}\n\n`),
    files: attachments.map(({ name }, file) => ({
      name,
      count: kept.get(file)?.length ?? 0,
      of: byFile[file]?.length ?? 0,
    })),
  }
}

import { escapeTags } from '../../../screenplay/answers.ts'
import { block } from './block.ts'
import { headWithin, tokensOf } from './tokens.ts'

/** `place`: in its file, blank passages not counted. `rank`: among those of all files, 1 is what concerns the request most. */
type Passage = { place: number; rank: number; text: string }
/** A file that belongs to the script. */
export type Attachment = {
  name: string
  /** How many passages it has. */
  passages: number
  /** The ones to choose from. */
  found: Passage[]
}

/** A name takes no more of a prompt. */
const NAME_TOKENS = 60
/** A passage has 600 to 1,200 characters, of which four are about a token. */
const PASSAGE_TOKENS = 150
/** Files that are shorter have one passage. */
const SHORT_FILES = 20

/** How many passages a prompt of this length chooses from. */
export const passagesFor = (tokens: number): number =>
  Math.ceil(tokens / PASSAGE_TOKENS) + SHORT_FILES

export type AttachmentContext = {
  text: string
  tokens: number
  /** How many passages of each file, and of how many. */
  files: { name: string; count: number; of: number }[]
}

/** The passages of a file in their order; where some are left out, dots say so. */
function fileBlock({ name, passages: all }: Attachment, passages: readonly Passage[]): string {
  const parts = passages.map(({ place, text }, at) => {
    const isNext = place === (passages[at - 1]?.place ?? -1) + 1
    return (isNext ? '' : '[...]\n') + shown(text)
  })
  const end = passages.at(-1)?.place === all - 1 ? '' : '\n[...]'
  const title = headWithin(escapeTags(name), NAME_TOKENS)
  return block('attachment', `File: ${title}\n\n${parts.join('\n')}${end}`)
}

const shown = (text: string) => escapeTags(text.replaceAll(/\r\n?/g, '\n').trim())

/** As many of the passages that concern a request as fit. */
export function attachmentsWithin(
  attachments: readonly Attachment[],
  tokens: number,
): AttachmentContext {
  const frame = tokensOf(`${block('attachment', 'File: \n\n[...]\n\n[...]')}\n`)
  const blockCost = (name: string) => frame + Math.min(NAME_TOKENS, tokensOf(escapeTags(name)))
  const between = tokensOf('\n[...]\n')
  const ranked = attachments
    .flatMap((file) => file.found.map((passage) => ({ file, passage })))
    .toSorted((a, b) => a.passage.rank - b.passage.rank)
  const kept = new Map<Attachment, Passage[]>()
  let left = tokens - tokensOf('\n\n')
  // A passage that does not fit leaves room for shorter ones, but not for one that matters much less.
  let misses = 0
  for (const { file, passage } of ranked) {
    const inFile = kept.get(file)
    const cost = tokensOf(shown(passage.text)) + between + (inFile ? 0 : blockCost(file.name))
    if (cost > left) {
      misses += 1
      if (misses > 3) break
      continue
    }
    left -= cost
    if (inFile) inFile.push(passage)
    else kept.set(file, [passage])
  }
  const text = attachments
    .flatMap((file) => {
      const passages = kept.get(file)?.toSorted((a, b) => a.place - b.place)
      return passages ? [fileBlock(file, passages)] : []
    })
    .join('\n')
  return {
    text,
    tokens: text === '' ? 0 : tokensOf(`${text}\n\n`),
    files: attachments.map((file) => ({
      name: file.name,
      count: kept.get(file)?.length ?? 0,
      of: file.passages,
    })),
  }
}

import type { Source, StoryKind } from '../../../contract/reading.ts'
import { escapeTags, numberedScenes } from '../../../screenplay/answers.ts'
import { nameFinder } from '../../../screenplay/model.ts'
import { block } from './block.ts'
import type { Target } from './scene-block.ts'
import { tokensOf } from './tokens.ts'

/** An entry as a model is told of it. */
export type KnownEntry = { kind: StoryKind; name: string; aliases: string[]; body: string }

export type Proposal = KnownEntry & { sources: Source[] }

/** An entry of the story's bible. */
export type BibleEntry = KnownEntry & { pinned: boolean }

export const attribute = (text: string) => escapeTags(text).replaceAll('"', "'")

export const entryBlock = ({ kind, name, aliases, body }: KnownEntry): string => {
  const others = aliases.length === 0 ? '' : ` aliases="${attribute(aliases.join(', '))}"`
  return `<entry kind="${kind}" name="${attribute(name)}"${others}>\n${escapeTags(body.trim())}\n</entry>`
}

/** As many blocks as fit, and their tokens. */
export function fittingBlocks(blocks: readonly string[], tokens: number) {
  const kept: number[] = []
  let left = tokens
  for (const [at, text] of blocks.entries()) {
    const cost = tokensOf(`${text}\n`)
    if (cost > left) continue
    left -= cost
    kept.push(at)
  }
  return { kept, texts: kept.map((at) => blocks[at] ?? '') }
}

/** Which of the entries a text names. */
function namedIn(text: string, entries: readonly BibleEntry[]): ReadonlySet<BibleEntry> {
  const named = new Set<BibleEntry>()
  const names = entries.flatMap(({ name, aliases }, key) =>
    [name, ...aliases].map((each) => ({ key, name: each })),
  )
  nameFinder(names)(text, (key) => {
    const entry = entries[key]
    if (entry) named.add(entry)
  })
  return named
}

/** The scenes that the target touches, or all of the script without one. */
function scopedText(script: string, target: Target | null): string {
  if (target === null) return script
  const touched = numberedScenes(script).filter(
    ({ start, end }) => start <= target.end && end >= target.start,
  )
  return script.slice(touched[0]?.start ?? target.start, touched.at(-1)?.end ?? target.end)
}

const NOT_CONCERNED = 4

type Asked = { request: string; script: string; target: Target | null }

export type BibleContext = { text: string; tokens: number; names: string[]; of: number }

/**
 * The part of the bible for a prompt: pinned entries, then those whose name or alias is in the request, then rules, which
 * hold everywhere and whose names nobody writes, then those in the scenes that it is about, as many as fit. `of` counts all
 * that concern the request.
 */
export function bibleContext(
  entries: readonly BibleEntry[],
  { request, script, target }: Asked,
  tokens: number,
): BibleContext {
  if (entries.length === 0) return { text: '', tokens: 0, names: [], of: 0 }
  // In a request, mira is Mira.
  const asked = namedIn(`${request}\n${request.toUpperCase()}`, entries)
  const scoped = namedIn(scopedText(script, target), entries)
  const rankOf = (entry: BibleEntry) =>
    entry.pinned
      ? 0
      : asked.has(entry)
        ? 1
        : entry.kind === 'rule'
          ? 2
          : scoped.has(entry)
            ? 3
            : NOT_CONCERNED
  const concerned = entries
    .map((entry) => ({ entry, rank: rankOf(entry) }))
    .filter(({ rank }) => rank < NOT_CONCERNED)
    // A stable sort: within a rank, the order of the last changes.
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ entry }) => entry)
  const { kept, texts } = fittingBlocks(
    concerned.map(entryBlock),
    tokens - tokensOf(block('bible', '\n\n')),
  )
  const text = texts.length === 0 ? '' : block('bible', texts.join('\n'))
  return {
    text,
    tokens: text === '' ? 0 : tokensOf(`${text}\n\n`),
    names: kept.map((at) => concerned[at]?.name ?? ''),
    of: concerned.length,
  }
}

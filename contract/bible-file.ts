import { type Source, type StoryKind, storyKinds } from './reading.ts'
import { MOST } from './limits.ts'
import { withoutMarks } from './plain-name.ts'

/** An entry as a file has it. Quotes are written for people, and not read: only the server knows what the script has. */
export type FiledEntry = {
  kind: StoryKind
  name: string
  aliases: string[]
  body: string
  pinned: boolean
}

const HEADINGS: Record<StoryKind, string> = {
  character: 'Characters',
  place: 'Places',
  thing: 'Things',
  rule: 'Rules',
  thread: 'Threads',
}

const ALIASES = 'Also called: '
const PINNED = 'Pinned'
const MOST_ENTRIES = MOST.entries
const LENGTHS = {
  name: MOST.entryNameCharacters,
  aliases: MOST.entryAliases,
  body: MOST.entryCharacters,
}

const isFact = (line: string) => line.startsWith(ALIASES) || line.trim() === PINNED

/** What would read as something else gets a backslash, which Markdown does not show. */
const escapedLine = (line: string) =>
  line.replace(/^(\s*)(?=[#>\\]|Also called: |Pinned\s*$)/, '$1\\')
const lineOf = (escaped: string) =>
  escaped.replace(/^(\s*)\\(?=[#>\\]|Also called: |Pinned\s*$)/, '$1')

const escapedAlias = (alias: string) => alias.replaceAll(/[,\\]/g, String.raw`\$&`)

/** Splits at commas without a backslash. */
const aliasesIn = (list: string): string[] =>
  Array.from(list.matchAll(/(?:\\.|[^,\\])+/gsu), ([alias]) =>
    alias.trim().replaceAll(/\\(.)/gsu, '$1'),
  ).filter((alias) => alias !== '')

/** Files have one kind of line break, and no empty lines around a text. */
export const filedBody = (body: string): string =>
  body
    .replaceAll(/\r\n?/g, '\n')
    .replace(/^(?:[^\S\n]*\n)+/, '')
    .trimEnd()

function blockOf(entry: FiledEntry & { sources?: readonly Source[] }): string {
  const { name, aliases, body, pinned, sources = [] } = entry
  const facts = [
    ...(aliases.length > 0 ? [`${ALIASES}${aliases.map(escapedAlias).join(', ')}`] : []),
    ...(pinned ? [PINNED] : []),
  ]
  const quotes = sources.map(
    ({ scene, quote }) => `> ${quote.replaceAll(/\r\n?|\n/g, '\n> ')}\n> (${scene})`,
  )
  const parts = [
    `### ${name}`,
    facts.join('\n'),
    filedBody(body).split('\n').map(escapedLine).join('\n'),
    quotes.join('\n\n'),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** A bible as Markdown. */
export function bibleFile(
  title: string,
  entries: readonly (FiledEntry & { sources?: readonly Source[] })[],
): string {
  const sections = storyKinds.flatMap((kind) => {
    const ofKind = entries.filter((entry) => entry.kind === kind)
    return ofKind.length === 0 ? [] : [`## ${HEADINGS[kind]}`, ...ofKind.map(blockOf)]
  })
  return `${[`# Bible: ${title}`, ...sections].join('\n\n')}\n`
}

/** Why a file is no bible, and in which line. */
export type BibleFault =
  | { fault: 'no entries' | 'too many entries' }
  | {
      fault:
        | 'unknown section'
        | 'entry without a section'
        | 'bad name'
        | 'bad aliases'
        | 'long text'
        | 'twice'
      line: number
    }

export class NoBible extends Error {
  override name = 'NoBible'
  readonly reason: BibleFault

  constructor(reason: BibleFault) {
    super(reason.fault)
    this.reason = reason
  }
}

const kindOf = (heading: string): StoryKind | undefined =>
  storyKinds.find((kind) =>
    [kind, HEADINGS[kind].toLowerCase()].includes(heading.trim().toLowerCase()),
  )

const isName = (name: string) =>
  name !== '' &&
  Array.from(name).length <= LENGTHS.name &&
  !/[\p{Cc}\u2028\u2029]/u.test(name) &&
  withoutMarks(name) === name

type Open = FiledEntry & { line: number; lines: string[] }

function finished({ lines, line, ...entry }: Open): FiledEntry {
  let at = 0
  while (lines[at]?.trim() === '') at += 1
  let end = at
  while (isFact(lines[end] ?? '')) end += 1
  const facts = lines.slice(at, end)
  const aliases = facts.flatMap((fact) =>
    fact.startsWith(ALIASES) ? aliasesIn(fact.slice(ALIASES.length)) : [],
  )
  const rest = lines.slice(end).filter((text) => !/^\s*>/.test(text))
  const body = filedBody(rest.map(lineOf).join('\n'))
  if (aliases.length > LENGTHS.aliases || !aliases.every(isName))
    throw new NoBible({ fault: 'bad aliases', line })
  if (Array.from(body).length > LENGTHS.body) throw new NoBible({ fault: 'long text', line })
  return { ...entry, aliases, pinned: facts.some((fact) => fact.trim() === PINNED), body }
}

/** Reads a bible that `bibleFile` has written, or somebody by hand. Throws NoBible. */
export function readBible(text: string): FiledEntry[] {
  const entries: Open[] = []
  const known = new Set<string>()
  let kind: StoryKind | undefined
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .entries()) {
    const at = index + 1
    const [, marks = '', heading = ''] = /^(#{1,3}) +(.*?)\s*$/.exec(line) ?? []
    if (marks === '##') {
      kind = kindOf(heading)
      if (!kind) throw new NoBible({ fault: 'unknown section', line: at })
    } else if (marks === '###') {
      if (!kind) throw new NoBible({ fault: 'entry without a section', line: at })
      if (!isName(heading)) throw new NoBible({ fault: 'bad name', line: at })
      const key = `${kind} ${heading.toLowerCase()}`
      if (known.has(key)) throw new NoBible({ fault: 'twice', line: at })
      known.add(key)
      entries.push({
        kind,
        name: heading,
        aliases: [],
        body: '',
        pinned: false,
        line: at,
        lines: [],
      })
    } else if (marks === '') entries.at(-1)?.lines.push(line)
  }
  if (entries.length === 0) throw new NoBible({ fault: 'no entries' })
  if (entries.length > MOST_ENTRIES) throw new NoBible({ fault: 'too many entries' })
  return entries.map(finished)
}

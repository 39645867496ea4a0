import {
  type AuthorshipRecord,
  WORD_ORIGINS,
  type WordOrigin,
  type WordShares,
} from '../../../contract/authorship.ts'
import { type Doubts, doubtsOf, noShares, sharesIn } from '../../../screenplay/authorship.ts'
import { numberedScenes } from '../../../screenplay/answers.ts'
import type { Block, Column, TableRow } from './pen.ts'
import { Sheet } from './statement-page.ts'
import {
  counted,
  dayOf,
  minuteOf,
  number,
  originNames,
  percent,
  statementText as say,
  titleOf,
  versionNames,
} from './statement-text.ts'

type ChainFault = { at: number } | undefined

const MOST: readonly WordOrigin[] = ['typed', 'answer', 'import', 'pasted']

const shownIn = ({ written }: AuthorshipRecord): readonly WordOrigin[] =>
  written.template === undefined ? MOST : [...MOST, 'template']

const right = (title: string, cells: number): Column => ({ title, cells, align: 'right' })

const total = (shares: WordShares) =>
  WORD_ORIGINS.reduce((sum, origin) => sum + (shares[origin] ?? 0), 0)

const DOUBTS: readonly (keyof Doubts)[] = ['whole', 'merged', 'repeated']

/** What the record cannot know, in words. */
function doubtsIn(record: AuthorshipRecord, text: string): Block[] {
  const doubts = doubtsOf(text, record)
  return DOUBTS.filter((doubt) => doubts[doubt] > 0).map((doubt) => ({
    type: 'paragraph',
    text: say.doubts[doubt](counted(doubts[doubt], 'word')),
  }))
}

function presentText(record: AuthorshipRecord): Block[] {
  const { shares, printed = shares } = record.text
  const all = total(printed)
  const rows = shownIn(record).map((origin): TableRow => {
    const words = printed[origin] ?? 0
    return {
      swatch: origin,
      values: [originNames[origin], number(words), percent(words, all)],
    }
  })
  const unprinted = total(shares) - all
  return [
    { type: 'heading', text: say.present },
    { type: 'paragraph', text: say.presentAbout(counted(all, 'word')) },
    { type: 'bar', shares: printed },
    {
      type: 'table',
      columns: [{ title: '', cells: 62 }, right('words', 14), right('share', 12)],
      rows,
    },
    ...(unprinted === 0
      ? []
      : [{ type: 'paragraph' as const, text: say.unprinted(counted(unprinted, 'word')) }]),
  ]
}

type ModelTotals = { answers: number; first: string; last: string; written: number; kept: number }

function models({ jobs }: AuthorshipRecord): Block[] {
  const byModel = new Map<string, ModelTotals>()
  for (const { model, created_at, written, kept } of jobs) {
    const name = model ?? 'not recorded'
    const at = created_at ?? ''
    const known = byModel.get(name) ?? { answers: 0, first: at, last: at, written: 0, kept: 0 }
    byModel.set(name, {
      answers: known.answers + 1,
      first: at < known.first ? at : known.first,
      last: at > known.last ? at : known.last,
      written: known.written + written,
      kept: known.kept + kept,
    })
  }
  const heading: Block = { type: 'heading', text: say.models }
  if (byModel.size === 0) return [heading, { type: 'paragraph', text: say.noModels }]
  return [
    heading,
    { type: 'paragraph', text: say.modelsAbout },
    {
      type: 'table',
      columns: [
        { title: 'model', cells: 24 },
        right('answers', 9),
        { title: '', cells: 2 },
        { title: 'first', cells: 19 },
        { title: 'last', cells: 19 },
        right('words', 8),
        right('now', 8),
      ],
      rows: [...byModel].map(([name, { answers, first, last, written, kept }]) => ({
        values: [
          name,
          number(answers),
          '',
          first === '' ? '' : dayOf(first),
          last === '' ? '' : dayOf(last),
          number(written),
          number(kept),
        ],
      })),
    },
  ]
}

const cutText = (record: AuthorshipRecord): Block[] => [
  { type: 'heading', text: say.cut },
  { type: 'paragraph', text: say.cutAbout },
  {
    type: 'table',
    columns: [{ title: '', cells: 62 }, right('came in', 14), right('cut', 12)],
    rows: shownIn(record).map((origin) => ({
      swatch: origin,
      values: [
        originNames[origin],
        number(record.written[origin] ?? 0),
        number(record.cut[origin] ?? 0),
      ],
    })),
  },
]

function scenes(record: AuthorshipRecord, text: string): Block[] {
  const { spans } = record
  const shown = shownIn(record)
  const all = numberedScenes(text)
  if (all.length === 0) return []
  const shares = sharesIn(text, spans, all)
  const rows = all.map(({ id, heading }, at): TableRow => {
    const own = shares[at] ?? noShares()
    const words = total(own)
    return {
      shares: own,
      values: [
        id === 0 ? '' : String(id),
        id === 0 ? say.opening : heading,
        number(words),
        ...shown.map((origin) => percent(own[origin] ?? 0, words)),
      ],
    }
  })
  return [
    { type: 'heading', text: say.scenes },
    {
      type: 'table',
      columns: [
        { title: '', cells: 5 },
        { title: 'scene', cells: shown.includes('template') ? 26 : 35 },
        right('words', 8),
        right('typed', 7),
        right('model', 7),
        right('import', 8),
        right('pasted', 8),
        ...(shown.includes('template') ? [right('template', 9)] : []),
      ],
      rows,
    },
  ]
}

function recordFields(record: AuthorshipRecord, fault: ChainFault): [string, string][] {
  const { versions, script, workId, userId, text, algorithm, signature } = record
  const origins = Map.groupBy(versions, ({ origin }) => origin)
  const kinds = [...origins].map(
    ([origin, list]) => `${number(list.length)} ${versionNames[origin]}`,
  )
  const [first, last] = [versions[0], versions.at(-1)]
  return [
    ['Versions', `${number(versions.length)}${kinds.length > 0 ? ` (${kinds.join(', ')})` : ''}`],
    ...(first && last
      ? ([
          ['First version', minuteOf(first.created_at)],
          ['Last version', minuteOf(last.created_at)],
        ] satisfies [string, string][])
      : []),
    [
      'Hash chain',
      fault ? say.broken(fault.at + 1) : say.intact(counted(versions.length, 'version')),
    ],
    ...(last ? ([['Chain hash', last.chain_hash]] satisfies [string, string][]) : []),
    ['Text hash (SHA-256)', text.text_hash],
    ...(signature ? ([['Signing key', signature.keyId]] satisfies [string, string][]) : []),
    ...(script ? ([['Script', script.id]] satisfies [string, string][]) : []),
    ['Text', workId],
    ['Account', userId],
    ['Rules', `number ${algorithm} (docs/authorship.md)`],
  ]
}

function blocksOf(record: AuthorshipRecord, text: string, fault: ChainFault): Block[] {
  const { versions } = record
  const [first, last] = [versions[0], versions.at(-1)]
  const about =
    first && last
      ? say.about(
          counted(versions.length, 'version'),
          dayOf(first.created_at),
          dayOf(last.created_at),
        )
      : say.noVersions
  return [
    { type: 'subtitle', text: say.title },
    { type: 'title', text: titleOf(record) },
    { type: 'subtitle', text: say.made(minuteOf(record.createdAt)) },
    { type: 'opening', text: about },
    ...presentText(record),
    ...doubtsIn(record, text),
    ...models(record),
    ...cutText(record),
    ...scenes(record, text),
    { type: 'heading', text: say.record },
    { type: 'fields', rows: recordFields(record, fault) },
    { type: 'heading', text: say.limits },
    ...say.limitsAbout.map((paragraph): Block => ({ type: 'paragraph', text: paragraph })),
    { type: 'paragraph', text: say.verify },
    { type: 'code', text: say.command },
  ]
}

/** Every letter that will be printed. */
const lettersOf = (blocks: readonly Block[]): string => JSON.stringify(blocks)

/** The record in plain words, for somebody who has neither the program nor the record. */
export async function statementOf(
  record: AuthorshipRecord,
  text: string,
  fault: ChainFault,
): Promise<Uint8Array<ArrayBuffer>> {
  const blocks = blocksOf(record, text, fault)
  const sheet = await Sheet.open(`${lettersOf(blocks)}…`, `${say.title}: ${titleOf(record)}`)
  for (const block of blocks) sheet.add(block)
  return sheet.finish((page, pages) => say.footer(titleOf(record), page, pages))
}

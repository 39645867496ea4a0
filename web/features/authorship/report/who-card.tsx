import type { AuthorshipRecord, WordOrigin, WordShares } from '../../../../contract/authorship.ts'
import { authorshipMessages as words } from '../../../messages/authorship.ts'
import type { TextSource } from '../api/record.ts'
import { originLabel, shareText } from '../origin-text.ts'
import { Legend } from '../plots/legend.tsx'
import { PlotCard } from '../plots/plot-card.tsx'
import { StackBar } from '../plots/stack-bar.tsx'
import { isImported, printedOf, sharePercentages, shownOrigins, totalOf } from '../shares.ts'
import type { ReportFacts } from '../../../script-worker/report-facts.ts'
import { ShowAll } from './show-all.tsx'
import { useQuery } from '@tanstack/react-query'
import { chainFault, chainText } from '../../../../screenplay/authorship.ts'

/** Whether each version's hash covers the version before it, so that none was changed, left out or moved. */
async function hasIntactChain(
  record: AuthorshipRecord,
  hashOf: TextSource['hashOf'],
): Promise<boolean> {
  const { versions } = record
  const hashes = await Promise.all(
    versions.map(async (version, at) => {
      const text = chainText(versions[at - 1]?.chain_hash, record, version)
      return [text, await hashOf(text)] as const
    }),
  )
  const known = new Map(hashes)
  return chainFault(record, (text) => known.get(text) ?? '') === undefined
}

/** Undefined until it is checked. */
const useChain = (record: AuthorshipRecord, hashOf: TextSource['hashOf']): boolean | undefined =>
  useQuery({
    queryKey: ['authorship', 'chain', record.workId, record.createdAt],
    queryFn: () => hasIntactChain(record, hashOf),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    networkMode: 'always',
  }).data

const { who } = words

type Part = { key: string; number: string; heading: string; shares: WordShares }

/** The scenes, and what stands above the first one if it has words. */
function partsOf({ before, scenes }: ReportFacts): Part[] {
  const parts = scenes.flatMap(({ number, heading, shares }, index): Part[] =>
    shares ? [{ key: String(index), number, heading, shares }] : [],
  )
  return before && totalOf(before) > 0
    ? [{ key: 'before', number: '', heading: who.beforeScenes, shares: before }, ...parts]
    : parts
}

const cellsOf = (shares: WordShares, origins: readonly WordOrigin[]): string[] => {
  const parts = sharePercentages(shares)
  return [
    totalOf(shares).toLocaleString(),
    ...origins.map((origin) => words.percent(parts[origin])),
  ]
}

type WhoCardProps = {
  record: AuthorshipRecord
  facts: ReportFacts | null | undefined
  /** Whether the text here is the one that the record is about. */
  isKnownText: boolean
  hashOf: TextSource['hashOf']
}

export function WhoCard({ record, facts, isKnownText, hashOf }: WhoCardProps) {
  const shares = printedOf(record.text)
  const total = totalOf(shares)
  const isIntact = useChain(record, hashOf)
  const parts = facts ? partsOf(facts) : []
  const origins = shownOrigins.filter(
    (origin) => origin !== 'template' || (shares.template ?? 0) > 0,
  )
  const table = {
    columns: [
      { label: who.scene },
      { label: who.words, numeric: true },
      ...origins.map((origin) => ({ label: originLabel(origin, record), numeric: true })),
    ],
    rows: [
      { key: 'all', cells: [who.bar, ...cellsOf(shares, origins)] },
      ...parts.map(({ key, number, heading, shares: own }) => ({
        key,
        cells: [`${number} ${heading}`.trim(), ...cellsOf(own, origins)],
      })),
    ],
  }
  return (
    <PlotCard
      title={who.title}
      about={who.about(record.versions.length, isIntact)}
      table={total > 0 ? table : null}
      none={who.noWords}
    >
      <StackBar shares={shares} title={shareText(shares, record)} className="h-6.5" />
      <div className="mt-2.5">
        <Legend
          items={shownOrigins
            .filter((origin) => (shares[origin] ?? 0) > 0)
            .map((origin) => ({ look: origin, label: shareText(shares, record, origin) }))}
        />
      </div>
      {totalOf(record.text.shares) > total && (
        <p className="mt-3.5 text-sm text-ink-2">
          {who.unprinted(totalOf(record.text.shares) - total)}
        </p>
      )}
      {isKnownText ? (
        <ShowAll items={parts} label={who.all(facts?.scenes.length ?? 0)}>
          {(shown) => (
            <ul className="mt-3.5 font-script text-sm">
              {shown.map((part) => (
                <PartRow key={part.key} part={part} record={record} />
              ))}
            </ul>
          )}
        </ShowAll>
      ) : (
        <p className="mt-3.5 text-md text-ink-2">{who.changing}</p>
      )}
      {isKnownText && facts?.doubts && <DoubtNotes doubts={facts.doubts} />}
      <p className="mt-4 text-sm text-ink-2">{who.limits}</p>
    </PlotCard>
  )
}

const shownDoubts = ['whole', 'merged', 'repeated'] as const

/** What the record cannot know, in words. */
function DoubtNotes({ doubts }: { doubts: NonNullable<ReportFacts['doubts']> }) {
  return shownDoubts
    .filter((doubt) => doubts[doubt] > 0)
    .map((doubt) => (
      <p key={doubt} className="mt-4 text-sm text-ink-2">
        {who.doubts[doubt](doubts[doubt])}
      </p>
    ))
}

function PartRow({ part, record }: { part: Part; record: AuthorshipRecord }) {
  const { number, heading, shares } = part
  return (
    <li className="grid grid-cols-[2.25rem_minmax(0,1fr)_4.5rem] items-center gap-x-2.5 py-1.25 sm:grid-cols-[2.25rem_minmax(0,17rem)_minmax(0,1fr)_4.5rem]">
      <span>{number}</span>
      <span className="truncate uppercase" dir="auto" title={heading}>
        {heading}
      </span>
      <StackBar
        shares={shares}
        title={shareText(shares, record)}
        className="h-3 max-sm:order-last max-sm:col-span-2 max-sm:col-start-2"
      />
      <span className="text-right tabular-nums">
        {isImported(shares) ? (
          words.share.imported
        ) : (
          <>
            {totalOf(shares) === 0 ? '–' : words.percent(sharePercentages(shares).typed)}
            <span className="sr-only"> {who.own}</span>
          </>
        )}
      </span>
    </li>
  )
}

import { queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { adminMessages, adminMessages as admin } from '../../messages/admin.ts'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { useUserChanges, firstView, usersQuery } from './api/users.ts'
import { UsersCard } from './users/users-card.tsx'
import { loadedPart, type LoadedPart, useLoadedPart } from '../../lib/loading/loaded-part.ts'
import { Card, CardHeader, CardTitle } from '../../ui/layout/card.tsx'
import { CardNote, CardState } from './card-note.tsx'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { logQuery, type LogView } from './api/audit-log.ts'
import { RadioFilter } from './radio-filter.tsx'
import { adminModelsMessages } from '../../messages/admin-models.ts'
import { adminNoticeMessages } from '../../messages/admin-notices.ts'
import { invitationMessages } from '../../messages/admin-invitations.ts'
import { usageMessages } from '../../messages/admin-usage.ts'
import { MoreButton } from './more-actions.tsx'
import { AuditLogTable } from './audit-log/audit-log-table.tsx'
import { dayLabel, type DayValue } from './day-plot/plot-options.ts'
import { DayTable } from './day-plot/day-table.tsx'
import { LazyDayPlot } from './day-plot/lazy-day-plot.ts'
import { axisText } from './number-text.ts'
import { listRetry } from '../../lib/backend/list-retry.ts'
import { dataOf } from '../../lib/backend/request-error.ts'
import { supabase } from '../../lib/backend/supabase.ts'
import { adminKeys } from './api/admin-keys.ts'

const generationsQuery = queryOptions({
  queryKey: adminKeys.generations,
  queryFn: () => dataOf(supabase().rpc('generations_per_day', { days: 30 })),
  ...listRetry,
  refetchInterval: 60_000,
  refetchOnWindowFocus: true,
})

const format = (count: number) => count.toLocaleString()

/** The height of the chart, also for its placeholders. */
const placeStyle = 'h-44'

function GenerationsCard() {
  const query = useQuery(generationsQuery)
  const { data } = query
  const days = useMemo(
    () => data?.map(({ day, generations }) => ({ day, value: generations })),
    [data],
  )
  const [pointed, setPointed] = useState<DayValue>()
  const total = days?.reduce((sum, { value }) => sum + value, 0) ?? 0

  return (
    <Card aria-labelledby="admin-generations">
      <CardHeader>
        <CardTitle id="admin-generations">{admin.chartTitle}</CardTitle>
        {/* Reserves its own line on a phone, to avoid a layout shift when the numbers load. */}
        <span className="text-md text-ink-2 max-sm:min-h-lh max-sm:w-full">
          {days && admin.chartSummary(total)}
        </span>
        <span aria-hidden="true" className="ml-auto text-md text-ink-2 tabular-nums">
          {pointed && admin.chartPoint(dayLabel(pointed.day), pointed.value)}
        </span>
      </CardHeader>
      {!days && <CardState query={query} failed={admin.chartFailed} className={placeStyle} />}
      {days && total === 0 && <CardNote className={placeStyle}>{admin.chartNone}</CardNote>}
      {days && total > 0 && (
        <div className={placeStyle}>
          <Suspense>
            <LazyDayPlot days={days} format={axisText} onPoint={setPointed} />
          </Suspense>
          <DayTable
            caption={admin.captionChart}
            measure={admin.chartCount}
            days={days}
            format={format}
          />
        </div>
      )}
    </Card>
  )
}

const words: Record<LogView, { caption: string; none: string }> = {
  changes: { caption: admin.captionLog, none: admin.logNone },
  security: { caption: admin.captionSecurity, none: admin.logNoneSecurity },
}

function AuditLogEntries({ view }: { view: LogView }) {
  const log = useInfiniteQuery(logQuery(view))
  const { data: entries, isError, isFetching, hasNextPage, fetchNextPage } = log
  // A realtime refetch may cancel the fetch of a page: fetch again until there are enough entries.
  const [wanted, setWanted] = useState(0)
  const isShort = hasNextPage && entries !== undefined && entries.length < wanted
  useEffect(() => {
    if (isShort && !isFetching && !isError) void fetchNextPage()
  }, [isShort, isFetching, isError, fetchNextPage])

  function showMore(): void {
    setWanted((entries?.length ?? 0) + 1)
    if (isError) void fetchNextPage()
  }

  return (
    <>
      {!entries && <CardState query={log} failed={admin.logFailed} />}
      {entries?.length === 0 && <CardNote>{words[view].none}</CardNote>}
      {entries && entries.length > 0 && (
        <AuditLogTable caption={words[view].caption} entries={entries} />
      )}
      {hasNextPage && <MoreButton busy={isShort && !isError} onMore={showMore} />}
    </>
  )
}

/** A part of the admin page at `/admin?section=ID`, loaded when it is opened. */
type AdminSection = { id: string; label: string; part: LoadedPart<object> }

/** In the order of the links; the users, at `/admin`, come before them. */
const adminSections: readonly AdminSection[] = [
  {
    id: 'models',
    label: adminModelsMessages.section,
    part: loadedPart(async () => (await import('./models/models-section.tsx')).ModelsSection),
  },
  {
    id: 'usage',
    label: usageMessages.section,
    part: loadedPart(async () => (await import('./usage/usage-section.tsx')).UsageSection),
  },
  {
    id: 'invitations',
    label: invitationMessages.section,
    part: loadedPart(
      async () => (await import('./invitations/invitations-section.tsx')).InvitationsSection,
    ),
  },
  {
    id: 'notices',
    label: adminNoticeMessages.section,
    part: loadedPart(async () => (await import('./notices/notices-section.tsx')).NoticesSection),
  },
]

const linkStyle =
  'flex h-9 items-center rounded-sm border border-transparent px-3 text-md whitespace-nowrap max-sm:px-2.5 text-ink-2 hover:text-ink aria-[current=page]:border-line aria-[current=page]:bg-sheet aria-[current=page]:text-ink touch:h-11'

/** On a phone the row may overflow: scroll the row, but not the page, to the link. */
function scrollToIt(link: HTMLAnchorElement | null): void {
  link?.scrollIntoView({ block: 'nearest', inline: 'center' })
}

/** One row, which scrolls sideways on a phone. */
function SectionLinks({ open }: { open: string | undefined }) {
  const links = [{ id: undefined, label: adminMessages.sectionUsers }, ...adminSections]
  return (
    <nav
      aria-label={adminMessages.sections}
      className="-mx-4 overflow-x-auto px-4 [scrollbar-width:none] sm:-mx-6 sm:px-6"
    >
      <ul className="flex w-max rounded-sm bg-sunk">
        {links.map(({ id, label }) => (
          <li key={label}>
            <Link
              to={id === undefined ? '/admin' : `/admin?section=${id}`}
              aria-current={id === open ? 'page' : undefined}
              ref={id === open ? scrollToIt : undefined}
              className={linkStyle}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function AuditLogCard() {
  const [view, setView] = useState<LogView>('changes')
  return (
    <Card aria-labelledby="admin-log">
      <CardHeader>
        <CardTitle id="admin-log">{admin.log}</CardTitle>
        <div className="flex max-sm:w-full sm:ml-auto">
          <RadioFilter
            legend={admin.logFilter}
            labels={admin.logViews}
            value={view}
            onChange={setView}
          />
        </div>
      </CardHeader>
      {/* Each view starts at its newest entries. */}
      <AuditLogEntries key={view} view={view} />
    </Card>
  )
}

/** The section, or a note that its code is loading or could not be loaded. */
function OpenSection({ section }: { section: AdminSection }) {
  const { Part, hasFailed, retry } = useLoadedPart(section.part)
  if (Part) return <Part />
  return (
    <Card aria-label={section.label}>
      <CardState
        query={{ data: undefined, isError: hasFailed, isFetching: false, refetch: retry }}
        failed={adminMessages.sectionFailed}
      />
    </Card>
  )
}

export function AdminDashboard() {
  const [search] = useSearchParams()
  const section = adminSections.find(({ id }) => id === search.get('section'))
  usePageTitle(section ? `${section.label} · ${adminMessages.title}` : adminMessages.title)
  return (
    <main className="mx-auto flex w-full max-w-[72.5rem] flex-col gap-5 px-4 pt-8 pb-12 sm:px-6">
      <h1 className="text-xl font-semibold tracking-[-0.015em]">{adminMessages.title}</h1>
      <SectionLinks open={section?.id} />
      {section ? <OpenSection key={section.id} section={section} /> : <Users />}
    </main>
  )
}

function Users() {
  useUserChanges()
  // The cards below wait until the list has its final height, to avoid a layout shift.
  const { isPending } = useQuery(usersQuery(firstView))
  return (
    <>
      <UsersCard />
      {!isPending && (
        <>
          <GenerationsCard />
          <AuditLogCard />
        </>
      )}
    </>
  )
}

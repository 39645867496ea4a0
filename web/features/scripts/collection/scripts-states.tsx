import { FilePlus2, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { SpinnerIcon } from '../../../ui/feedback/spinner.tsx'

const { common, dashboard } = messages

const stateStyle = 'flex min-h-80 flex-col items-center justify-center gap-3 px-4 text-center'

export function ScriptsLoading() {
  return (
    <output className={`${stateStyle} text-md text-ink-2`}>
      <SpinnerIcon className="size-6 text-accent" />
      {dashboard.loading}
    </output>
  )
}

export function NoScripts() {
  const navigate = useNavigate()
  return (
    <div className={`${stateStyle} rounded-lg border border-dashed border-line-2 py-14`}>
      <span
        aria-hidden="true"
        className="mb-3 block h-30 w-23 -rotate-2 border border-line bg-sheet px-3.5 py-4 text-left shadow-sheet"
      >
        <span className="block-cursor block-cursor-waiting h-4 w-2" />
      </span>
      <h2 className="text-lg font-semibold">{dashboard.emptyTitle}</h2>
      <p className="max-w-96 text-md text-balance text-ink-2">{dashboard.emptyText}</p>
      <Button variant="primary" onClick={() => void navigate('/editor')} className="mt-2">
        <FilePlus2 />
        {dashboard.createFirst}
      </Button>
    </div>
  )
}

export function ScriptsFailure({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div role="alert" className={stateStyle}>
      <h2 className="text-lg font-semibold">{dashboard.fetchFailed}</h2>
      <p className="max-w-96 text-md text-balance text-ink-2">{dashboard.fetchFailedText}</p>
      <Button busy={busy} onClick={onRetry} className="mt-2">
        {common.retry}
      </Button>
    </div>
  )
}

/** Shown above the cards when a refetch or a later page failed. */
export function ScriptsStale({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-3 rounded-md border border-line bg-sunk py-2 pr-2 pl-4 text-md text-ink-2">
      <p className="min-w-0 flex-1">{dashboard.stale}</p>
      <Button size="sm" busy={busy} onClick={onRetry}>
        {common.retry}
      </Button>
    </div>
  )
}

type NothingFoundProps = { isSearching: boolean; text?: string }

export function NothingFound({ isSearching, text = dashboard.noneFound }: NothingFoundProps) {
  return (
    <Note icon={isSearching ? <SpinnerIcon className="size-6" /> : <SearchX />}>
      {isSearching ? dashboard.searching : text}
    </Note>
  )
}

function Note({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <output className={`${stateStyle} text-md text-ink-2 [&_svg]:size-6`}>
      {icon}
      {children}
    </output>
  )
}

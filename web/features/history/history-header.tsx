import { ArrowLeft, Star, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { historyMessages } from '../../messages/history.ts'
import { Button } from '../../ui/button/button.tsx'
import { TopBar } from '../../ui/layout/top-bar.tsx'
import { Wordmark } from '../../ui/layout/wordmark.tsx'

const words = historyMessages

type VersionActionsProps = {
  isNamed: boolean
  /** Undefined for a current text that is no version yet. */
  onName: (() => void) | undefined
  /** Undefined for the current text. */
  onRestore: (() => void) | undefined
  isRestoring: boolean
}

/** What can be done with a version: in the header, on a phone at the bottom. */
export function VersionActions({ isNamed, onName, onRestore, isRestoring }: VersionActionsProps) {
  return (
    <>
      {onName && (
        <Button onClick={onName}>
          <Star aria-hidden="true" className="desk:hidden" />
          <span className="max-desk:sr-only">{isNamed ? words.name.change : words.name.set}</span>
        </Button>
      )}
      {onRestore && (
        <Button
          variant="primary"
          busy={isRestoring}
          aria-label={words.restore}
          onClick={onRestore}
          className="max-desk:flex-1"
        >
          <Undo2 aria-hidden="true" className="desk:hidden" />
          <span className="max-desk:hidden">{words.restore}</span>
          <span className="desk:hidden">{words.restoreShort}</span>
        </Button>
      )}
    </>
  )
}

type HistoryHeaderProps = {
  title: string
  /** The name of what is read on a phone; null while the list is shown there. */
  reading: string | null
  onBack: () => void
  onClose: () => void
  actions: ReactNode
}

export function HistoryHeader({ title, reading, onBack, onClose, actions }: HistoryHeaderProps) {
  return (
    <TopBar className="shrink-0 gap-2 px-2 sm:gap-3 sm:px-4">
      {reading !== null && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={words.back}
          onClick={onBack}
          className="desk:hidden"
        >
          <ArrowLeft aria-hidden="true" />
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={words.close}
        title={words.close}
        onClick={onClose}
        className={reading === null ? undefined : 'max-desk:hidden'}
      >
        <ArrowLeft aria-hidden="true" />
      </Button>
      <Wordmark className="max-desk:hidden" />
      <h1 className="flex min-w-0 flex-1 items-baseline gap-3">
        <span className="truncate font-script text-base font-bold" dir="auto">
          <span className={reading === null ? undefined : 'max-desk:hidden'}>{title}</span>
          {reading !== null && <span className="desk:hidden">{reading}</span>}
        </span>
        <span className="text-base text-ink-2">{words.title}</span>
      </h1>
      <span className="flex gap-2.5 max-desk:hidden">{actions}</span>
    </TopBar>
  )
}

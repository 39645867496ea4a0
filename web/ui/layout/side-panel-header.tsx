import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button/button.tsx'

type SidePanelHeaderProps = {
  title: string
  /** Behind the title, such as `4 open`. */
  note?: string | undefined
  closeLabel: string
  onClose: () => void
  /** The panel's own buttons. */
  children?: ReactNode
}

/** The first line of a panel beside the page. */
export function SidePanelHeader(props: SidePanelHeaderProps) {
  const { title, note, closeLabel, onClose, children } = props
  return (
    <header className="flex min-h-13 shrink-0 items-center gap-2 py-2 pr-2 pl-4">
      <h2 className="text-base font-semibold">{title}</h2>
      {note && <span className="min-w-0 flex-1 truncate text-sm text-ink-2">{note}</span>}
      <span className="ml-auto flex shrink-0 items-center gap-1">
        {children}
        <Button variant="ghost" size="icon" aria-label={closeLabel} onClick={onClose}>
          <X />
        </Button>
      </span>
    </header>
  )
}

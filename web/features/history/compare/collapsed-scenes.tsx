import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

type CollapsedScenesProps = {
  label: string
  /** The id for stepping from change to change, if the line stands for a change. */
  change?: string
  isCurrent?: boolean
  /** The scenes, rendered only when the line is expanded. */
  children: () => ReactNode
}

/** A line in place of scenes that have nothing to look at. */
export function CollapsedScenes({ label, change, isCurrent, children }: CollapsedScenesProps) {
  const [isOpen, setIsOpen] = useState(false)
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        data-change={change}
        data-current={isCurrent || undefined}
        onClick={() => setIsOpen(!isOpen)}
        className="history-collapsed"
      >
        <Icon aria-hidden="true" className="size-4 shrink-0" />
        {label}
      </button>
      {isOpen && children()}
    </>
  )
}

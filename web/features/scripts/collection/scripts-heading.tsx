import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { messages } from '../../../messages.ts'
import { Button } from '../../../ui/button/button.tsx'
import { ImportButton } from '../import/import-button.tsx'
import { giveLostFocus } from '../../../lib/focus.ts'

const { dashboard } = messages

type ScriptsHeadingProps = {
  /** Undefined while loading. Announced when it changes. */
  count: number | undefined
  isEmpty: boolean
  tools: ReactNode
}

/** Whoever comes from another page of the app has lost the focus with what was clicked there. */
function takeFocus(heading: HTMLElement | null): void {
  const { key } = (window.history.state ?? {}) as { key?: string }
  if (key !== undefined) giveLostFocus(heading)
}

export function ScriptsHeading({ count, isEmpty, tools }: ScriptsHeadingProps) {
  const navigate = useNavigate()
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <h1
        ref={takeFocus}
        tabIndex={-1}
        className="text-xl font-semibold tracking-[-0.015em] outline-none"
      >
        {dashboard.title}
      </h1>
      <output className="text-md text-ink-2 tabular-nums">
        {count !== undefined && count > 0 && dashboard.count(count)}
      </output>
      <span className="flex-1" />
      <div className="order-last w-full empty:hidden sm:order-none sm:w-auto">{tools}</div>
      <div className="flex w-full gap-2.5 sm:w-auto sm:gap-3">
        <ImportButton />
        <Button
          variant={isEmpty ? 'secondary' : 'primary'}
          onClick={() => void navigate('/editor')}
          className="flex-1 sm:flex-none"
        >
          <Plus />
          {dashboard.create}
        </Button>
      </div>
    </div>
  )
}

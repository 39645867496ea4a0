import type { ReactNode, RefObject } from 'react'
import { keepToastsAbove } from '../../../ui/feedback/keep-toasts-above.ts'

type VersionFrameProps = {
  select: ReactNode
  /** Shown beside `select`, such as how much differs. */
  facts?: ReactNode
  /** Beside the facts, on a phone at the bottom. */
  steps?: ReactNode
  /** At the bottom on a phone; otherwise in the header. */
  actions: ReactNode
  box?: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** The text of a version, with its tools above and below. */
export function VersionFrame({ select, facts, steps, actions, box, children }: VersionFrameProps) {
  return (
    <>
      <div
        ref={box}
        className="relative min-h-0 flex-1 overflow-auto px-3 pb-4 desk:px-6.5 desk:pb-6.5"
      >
        <div className="sticky top-0 z-2 -mx-3 flex flex-wrap items-center gap-x-4 gap-y-1 bg-paper px-3 py-3 desk:-mx-6.5 desk:px-6.5">
          {select}
          <span className="flex-1 max-desk:hidden" />
          {facts}
          <span className="ml-auto flex gap-2 max-desk:hidden">{steps}</span>
        </div>
        {children}
      </div>
      <div
        ref={keepToastsAbove}
        className="flex gap-2 border-t border-line bg-sheet p-2 empty:hidden desk:hidden"
      >
        {steps}
        {actions}
      </div>
    </>
  )
}

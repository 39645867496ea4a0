import type { ReactNode } from 'react'
import { classNames } from '../../../lib/class-names.ts'

const style = 'flex min-h-0 flex-1 flex-col overflow-hidden'

type CoveredProps = { by: ReactNode; children: ReactNode }

/** The editor, or a screen in place of it. The editor stays as it is: cursor, scrolling, what can be undone. */
export function Covered({ by, children }: CoveredProps) {
  const isCovered = Boolean(by)
  return (
    <div data-fills-screen="" className={classNames(style, 'relative')}>
      <div inert={isCovered} className={classNames(style, isCovered && 'invisible')}>
        {children}
      </div>
      {isCovered && <div className="absolute inset-0 flex flex-col bg-paper">{by}</div>}
    </div>
  )
}

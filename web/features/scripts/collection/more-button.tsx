import { Suspense, useState } from 'react'
import { lazyExtra } from '../../../lib/loading/lazy-extra.ts'
import { EllipsisButton, type MoreButtonProps } from './ellipsis-button.tsx'

const load = async () => (await import('./script-menu.tsx')).ScriptMenu
const ScriptMenu = lazyExtra(load)

/** A failure needs no message: opening the menu tries again. */
const loadEarly = () => void load().catch(() => undefined)

/** Lazy-loads the menu when the user is about to open it: most cards never need one. */
export function MoreButton(props: MoreButtonProps) {
  const { script, className } = props
  const [isOpened, setIsOpened] = useState(false)
  const button = (
    <EllipsisButton
      title={script.title}
      className={className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={loadEarly}
      onFocus={loadEarly}
      onClick={() => setIsOpened(true)}
    />
  )
  if (!isOpened) return button
  return (
    <Suspense fallback={button}>
      <ScriptMenu {...props} />
    </Suspense>
  )
}

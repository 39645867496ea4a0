import { Suspense, useState } from 'react'
import { lazyExtra } from '../../lib/loading/loaded-part.ts'
import { ThemeButton } from './theme-button.tsx'

const load = async () => (await import('./theme-switch.tsx')).ThemeSwitch
const ThemeSwitch = lazyExtra(load)

/** A failure needs no message: opening the menu tries again. */
const loadEarly = () => void load().catch(() => undefined)

/** Lazy-loads the menu when the user is about to open it: most visits never do. */
export function ThemeControl() {
  const [isOpened, setIsOpened] = useState(false)
  const button = (
    <ThemeButton
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
      <ThemeSwitch opensAtOnce />
    </Suspense>
  )
}

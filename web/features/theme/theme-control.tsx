import { Suspense, useState } from 'react'
import { lazyExtra } from '../../lib/loading/lazy-extra.ts'
import { ThemeButton } from './theme-button.tsx'

const load = async () => (await import('./theme-switch.tsx')).ThemeSwitch
const ThemeSwitch = lazyExtra(load)

/** Lazy-loads the menu when the user is about to open it: most visits never do. */
export function ThemeControl() {
  const [isOpened, setIsOpened] = useState(false)
  const button = (
    <ThemeButton
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
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

import { Suspense, useState } from 'react'
import { lazyExtra } from '../../lib/lazy-extra.ts'
import { messages } from '../../messages.ts'
import { ThemeButton } from './theme-button.tsx'

const load = async () => (await import('./theme-switch.tsx')).ThemeSwitch
const ThemeSwitch = lazyExtra(load)

/** The menu's code comes when somebody is about to use it: most visits never do. */
export function ThemeControl() {
  const [isWanted, setIsWanted] = useState(false)
  const button = (
    <ThemeButton
      labels={messages.theme}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={() => void load()}
      onFocus={() => void load()}
      onClick={() => setIsWanted(true)}
    />
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <ThemeSwitch labels={messages.theme} openAtOnce />
    </Suspense>
  )
}

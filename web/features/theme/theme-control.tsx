import { Suspense } from 'react'
import { lazyExtra } from '../../lib/lazy-extra.ts'
import { messages } from '../../messages.ts'

// The menu's code is not needed for the first paint; its place is kept free meanwhile.
const ThemeSwitch = lazyExtra(async () => (await import('../../ui/theme-switch.tsx')).ThemeSwitch)

export function ThemeControl() {
  return (
    <Suspense fallback={<span className="size-9 touch:size-11" />}>
      <ThemeSwitch labels={messages.theme} />
    </Suspense>
  )
}

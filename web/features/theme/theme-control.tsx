import { lazyExtra } from '../../lib/loading/loaded-part.ts'
import { LazyMenu } from '../../ui/overlay/lazy-menu.tsx'
import { ThemeButton } from './theme-button.tsx'

const ThemeSwitch = lazyExtra(async () => (await import('./theme-switch.tsx')).ThemeSwitch)

export const ThemeControl = () => (
  <LazyMenu load={ThemeSwitch.load} renderButton={(props) => <ThemeButton {...props} />}>
    <ThemeSwitch opensAtOnce />
  </LazyMenu>
)

import { Monitor, Moon, Sun } from 'lucide-react'
import { type ComponentProps, useSyncExternalStore } from 'react'
import { type ThemeChoice, theme } from '../../lib/theme.ts'
import { Button } from '../../ui/button/button.tsx'

export const themeIcons = { light: Sun, dark: Moon, system: Monitor }

export type ThemeSwitchLabels = Record<ThemeChoice, string> & { name: string }

type ThemeButtonProps = Omit<ComponentProps<typeof Button>, 'children'> & {
  labels: ThemeSwitchLabels
}

/** Shows the choice; what it opens is another part's matter. */
export function ThemeButton({ labels, ...rest }: ThemeButtonProps) {
  const choice = useSyncExternalStore(theme.subscribe, theme.get)
  const Current = themeIcons[choice]
  return (
    <Button variant="ghost" size="icon" aria-label={`${labels.name}: ${labels[choice]}`} {...rest}>
      <Current aria-hidden="true" />
    </Button>
  )
}

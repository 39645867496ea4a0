import { Monitor, Moon, Sun } from 'lucide-react'
import type { ComponentProps } from 'react'
import { useStore } from '../../lib/store.ts'
import { theme } from '../../lib/theme.ts'
import { messages } from '../../messages/first.ts'
import { Button } from '../../ui/button/button.tsx'

export const themeIcons = { light: Sun, dark: Moon, system: Monitor }

/** Shows the current choice. */
export function ThemeButton(props: Omit<ComponentProps<typeof Button>, 'children'>) {
  const choice = useStore(theme)
  const Icon = themeIcons[choice]
  const label = `${messages.theme.name}: ${messages.theme[choice]}`
  return (
    <Button variant="ghost" size="icon" aria-label={label} {...props}>
      <Icon aria-hidden="true" />
    </Button>
  )
}

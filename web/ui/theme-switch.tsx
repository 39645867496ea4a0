import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { isThemeChoice, type ThemeChoice, theme, themeChoices } from '../lib/theme.ts'
import { Button } from './button.tsx'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from './menu.tsx'

const icons = { light: Sun, dark: Moon, system: Monitor }

export type ThemeSwitchLabels = Record<ThemeChoice, string> & { name: string }

export function ThemeSwitch({ labels }: { labels: ThemeSwitchLabels }) {
  const choice = useSyncExternalStore(theme.subscribe, theme.get)
  const Current = icons[choice]
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={`${labels.name}: ${labels[choice]}`}>
          <Current aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent>
        <MenuRadioGroup
          value={choice}
          onValueChange={(value) => {
            if (isThemeChoice(value)) theme.set(value)
          }}
        >
          {themeChoices.map((option) => {
            const Icon = icons[option]
            return (
              <MenuRadioItem key={option} value={option}>
                <Icon aria-hidden="true" />
                {labels[option]}
              </MenuRadioItem>
            )
          })}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}

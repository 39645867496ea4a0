import { useSyncExternalStore } from 'react'
import { isThemeChoice, theme, themeChoices } from '../lib/theme.ts'
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from './menu.tsx'
import { ThemeButton, themeIcons, type ThemeSwitchLabels } from './theme-button.tsx'

type ThemeSwitchProps = { labels: ThemeSwitchLabels; defaultOpen?: boolean }

export function ThemeSwitch({ labels, defaultOpen = false }: ThemeSwitchProps) {
  const choice = useSyncExternalStore(theme.subscribe, theme.get)
  return (
    <Menu defaultOpen={defaultOpen}>
      <MenuTrigger asChild>
        <ThemeButton labels={labels} />
      </MenuTrigger>
      <MenuContent>
        <MenuRadioGroup
          value={choice}
          onValueChange={(value) => {
            if (isThemeChoice(value)) theme.set(value)
          }}
        >
          {themeChoices.map((option) => {
            const Icon = themeIcons[option]
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

import { useEffect, useRef, useSyncExternalStore } from 'react'
import { isThemeChoice, theme, themeChoices } from '../../lib/theme.ts'
import {
  Menu,
  MenuContent,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from '../../ui/overlay/menu.tsx'
import { ThemeButton, themeIcons, type ThemeSwitchLabels } from './theme-button.tsx'

type ThemeSwitchProps = {
  labels: ThemeSwitchLabels
  /** For whoever pressed the button before this code was there. */
  openAtOnce?: boolean
}

export function ThemeSwitch({ labels, openAtOnce = false }: ThemeSwitchProps) {
  const choice = useSyncExternalStore(theme.subscribe, theme.get)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // As a key press, which puts the focus on the first choice.
    const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })
    if (openAtOnce) trigger.current?.dispatchEvent(down)
  }, [openAtOnce])
  return (
    <Menu>
      <MenuTrigger asChild ref={trigger}>
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

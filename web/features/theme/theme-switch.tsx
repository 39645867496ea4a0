import { useEffect, useRef } from 'react'
import { useStore } from '../../lib/store.ts'
import { messages } from '../../messages.ts'
import { isThemeChoice, theme, themeChoices } from '../../lib/theme.ts'
import {
  Menu,
  MenuContent,
  MenuRadioGroup,
  MenuRadioItem,
  MenuTrigger,
} from '../../ui/overlay/menu.tsx'
import { ThemeButton, themeIcons } from './theme-button.tsx'

type ThemeSwitchProps = {
  /** Set if the user pressed the button before this code was loaded. */
  opensAtOnce?: boolean
}

export function ThemeSwitch({ opensAtOnce = false }: ThemeSwitchProps) {
  const choice = useStore(theme)
  const trigger = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Opened with a key press, so that the focus moves to the first item.
    const down = new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true })
    if (opensAtOnce) trigger.current?.dispatchEvent(down)
  }, [opensAtOnce])
  return (
    <Menu>
      <MenuTrigger asChild ref={trigger}>
        <ThemeButton />
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
                {messages.theme[option]}
              </MenuRadioItem>
            )
          })}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  )
}

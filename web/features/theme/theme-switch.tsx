import { useEffect, useRef } from 'react'
import { Menu, MenuContent, MenuTrigger } from '../../ui/overlay/menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import { ThemeItems } from './theme-items.tsx'

type ThemeSwitchProps = {
  /** Set if the user pressed the button before this code was loaded. */
  opensAtOnce?: boolean
}

export function ThemeSwitch({ opensAtOnce = false }: ThemeSwitchProps) {
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
        <ThemeItems />
      </MenuContent>
    </Menu>
  )
}

import { useOpensAtOnce } from '../../ui/overlay/lazy-menu.tsx'
import { Menu, MenuContent, MenuTrigger } from '../../ui/overlay/menu.tsx'
import { ThemeButton } from './theme-button.tsx'
import { ThemeItems } from './theme-items.tsx'

type ThemeSwitchProps = {
  /** Set if the user pressed the button before this code was loaded. */
  opensAtOnce?: boolean
}

export function ThemeSwitch({ opensAtOnce = false }: ThemeSwitchProps) {
  const trigger = useOpensAtOnce(opensAtOnce)
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

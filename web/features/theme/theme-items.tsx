import { useStore } from '../../lib/store.ts'
import { isThemeChoice, theme, themeChoices } from '../../lib/theme.ts'
import { messages } from '../../messages.ts'
import { MenuRadioGroup, MenuRadioItem } from '../../ui/overlay/menu.tsx'
import { themeIcons } from './theme-button.tsx'

/** The choice of a theme, as items of a menu. */
export function ThemeItems({ className }: { className?: string }) {
  const choice = useStore(theme)
  return (
    <MenuRadioGroup
      aria-label={messages.theme.name}
      value={choice}
      onValueChange={(value) => {
        if (isThemeChoice(value)) theme.set(value)
      }}
      className={className}
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
  )
}

import { useStore } from '../../lib/store.ts'
import { theme, themeChoices } from '../../lib/theme.ts'
import { messages } from '../../messages.ts'
import { MenuChoices } from '../../ui/overlay/menu.tsx'
import { themeIcons } from './theme-button.tsx'

/** The choice of a theme, as items of a menu. */
export function ThemeItems({ className }: { className?: string }) {
  const choice = useStore(theme)
  return (
    <MenuChoices
      aria-label={messages.theme.name}
      value={choice}
      values={themeChoices}
      onChoose={(option) => theme.set(option)}
      className={className}
    >
      {(option) => {
        const Icon = themeIcons[option]
        return (
          <>
            <Icon aria-hidden="true" />
            {messages.theme[option]}
          </>
        )
      }}
    </MenuChoices>
  )
}

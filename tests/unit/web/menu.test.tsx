// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { theme } from '../../../web/lib/theme.ts'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../web/ui/overlay/menu.tsx'
import { ThemeSwitch } from '../../../web/features/theme/theme-switch.tsx'

afterEach(cleanup)

function renderMenu() {
  const rename = vi.fn<() => void>()
  const remove = vi.fn<() => void>()
  render(
    <Menu>
      <MenuTrigger>Script menu</MenuTrigger>
      <MenuContent>
        <MenuItem onSelect={rename}>Rename</MenuItem>
        <MenuItem disabled>Share</MenuItem>
        <MenuItem danger onSelect={remove}>
          Delete
        </MenuItem>
      </MenuContent>
    </Menu>,
  )
  return { rename, remove, trigger: screen.getByRole('button', { name: 'Script menu' }) }
}

test('a menu works by keyboard and returns the focus', async () => {
  const user = userEvent.setup()
  const { rename, remove, trigger } = renderMenu()

  await user.tab()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Rename' }))

  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Delete' }))

  await user.keyboard('{Enter}')
  expect(remove).toHaveBeenCalledTimes(1)
  expect(rename).not.toHaveBeenCalled()
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(trigger)
})

test('Esc closes a menu without selecting anything', async () => {
  const user = userEvent.setup()
  const { rename, remove, trigger } = renderMenu()
  await user.tab()
  await user.keyboard('{ArrowDown}{Escape}')
  expect(screen.queryByRole('menu')).toBeNull()
  expect(document.activeElement).toBe(trigger)
  expect(rename).not.toHaveBeenCalled()
  expect(remove).not.toHaveBeenCalled()
})

test('the theme switch announces the current theme and changes it by keyboard', async () => {
  const user = userEvent.setup()
  theme.set('system')
  render(<ThemeSwitch />)
  screen.getByRole('button', { name: 'Theme: System' })

  await user.tab()
  await user.keyboard('{Enter}')
  const checked = screen.getByRole('menuitemradio', { name: 'System' })
  expect(checked.getAttribute('aria-checked')).toBe('true')

  await user.keyboard('{ArrowDown}{Enter}')
  expect(theme.get()).toBe('dark')
  screen.getByRole('button', { name: 'Theme: Dark' })
})

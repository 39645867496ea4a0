import { expect, test } from 'vitest'
import { shortcutText } from '../../../../web/features/page/panels/shortcut-text.ts'
import { isMac } from '../../../../web/lib/is-mac.ts'

test('shortcuts are written as on the platform', () => {
  const both = (shortcut: string) => [shortcutText(shortcut, true), shortcutText(shortcut, false)]
  expect(both('Mod-k')).toEqual(['⌘K', 'Ctrl+K'])
  expect(both('Mod-Shift-k')).toEqual(['⇧⌘K', 'Ctrl+Shift+K'])
  expect(both('Alt-ArrowUp')).toEqual(['⌥↑', 'Alt+↑'])
  expect(both('Ctrl-Alt-Enter')).toEqual(['⌃⌥↩', 'Ctrl+Alt+Enter'])
  expect(both('Shift-Tab')).toEqual(['⇧⇥', 'Shift+Tab'])
  expect(both('Escape')).toEqual(['esc', 'Esc'])
  expect(both('F3')).toEqual(['F3', 'F3'])
  expect(both('Mod--')).toEqual(['⌘-', 'Ctrl+-'])
})

test('Apple devices use the signs of a Mac', () => {
  expect(['MacIntel', 'iPhone', 'iPad'].map((platform) => isMac(platform))).not.toContain(false)
  expect(['Win32', 'Linux x86_64', ''].map((platform) => isMac(platform))).not.toContain(true)
})

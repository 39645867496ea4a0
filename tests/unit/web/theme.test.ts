// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createThemeStore } from '../../../web/lib/theme.ts'

let systemIsDark: EventTarget & { matches: boolean }

beforeEach(() => {
  systemIsDark = Object.assign(new EventTarget(), { matches: false })
  vi.spyOn(window, 'matchMedia').mockReturnValue(systemIsDark as MediaQueryList)
  localStorage.clear()
})

afterEach(() => {
  vi.restoreAllMocks()
})

const shown = () => document.documentElement.dataset['theme']

function choiceInAnotherTab(newValue: string | null): void {
  window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue }))
}

test('without a choice the theme follows the system', () => {
  const theme = createThemeStore(window)
  expect(theme.get()).toBe('system')
  expect(shown()).toBe('light')

  systemIsDark.matches = true
  systemIsDark.dispatchEvent(new Event('change'))
  expect(shown()).toBe('dark')
})

test('a choice is stored and overrides the system', () => {
  createThemeStore(window).set('light')
  systemIsDark.matches = true
  const later = createThemeStore(window)
  expect(later.get()).toBe('light')
  expect(shown()).toBe('light')
})

test('an invalid stored value means system', () => {
  localStorage.setItem('theme', 'sepia')
  expect(createThemeStore(window).get()).toBe('system')
})

test('a choice made or removed in another tab is applied', () => {
  const theme = createThemeStore(window)
  const listener = vi.fn<() => void>()
  const unsubscribe = theme.subscribe(listener)

  choiceInAnotherTab('dark')
  expect(theme.get()).toBe('dark')
  expect(shown()).toBe('dark')

  choiceInAnotherTab(null)
  expect(theme.get()).toBe('system')
  expect(listener).toHaveBeenCalledTimes(2)

  unsubscribe()
  choiceInAnotherTab('dark')
  expect(listener).toHaveBeenCalledTimes(2)
})

test('other storage keys are ignored', () => {
  const theme = createThemeStore(window)
  window.dispatchEvent(new StorageEvent('storage', { key: 'draft', newValue: 'dark' }))
  expect(theme.get()).toBe('system')
})

test('without storage a choice lasts as long as the page', () => {
  vi.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const theme = createThemeStore(window)
  expect(theme.get()).toBe('system')
  theme.set('dark')
  expect(theme.get()).toBe('dark')
  expect(shown()).toBe('dark')
})

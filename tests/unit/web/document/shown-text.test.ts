import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { docOf } from '../../../../web/features/document/text/changes.ts'
import { ShownText } from '../../../../web/features/document/text/shown-text.ts'
import {
  NOT_LOADED,
  type WorkingText,
  type WorkingTextState,
} from '../../../../web/features/document/text/working-text.ts'

const textIs = (text: string) => ({ text, doc: docOf(text) })

const OPENED: WorkingTextState = { ...NOT_LOADED, ...textIs('Rain'), revision: 1, isLoaded: true }

/** A text whose states the test sets, and what is shown of it. */
function shown(first: WorkingTextState) {
  let state = first
  let notify = () => undefined as void
  const text = {
    snapshot: () => state,
    subscribe: (listener: () => void) => {
      notify = listener
      return () => undefined
    },
  }
  const show = new ShownText(text as unknown as WorkingText)
  const texts: string[] = []
  const isText: boolean[] = []
  const stop = show.subscribe((isOnlyText) => {
    texts.push(show.snapshot().text)
    isText.push(isOnlyText)
  })
  const becomes = (change: Partial<WorkingTextState>) => {
    state = { ...state, ...change }
    notify()
  }
  return { show, texts, isText, becomes, stop }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('what is typed is shown together, after a pause', () => {
  const { texts, becomes } = shown(OPENED)
  becomes({ ...textIs('Rain.'), storage: 'pending' })
  vi.advanceTimersByTime(200)
  becomes({ ...textIs('Rain. ') })
  vi.advanceTimersByTime(200)
  expect(texts).toEqual([])
  vi.advanceTimersByTime(200)
  expect(texts).toEqual(['Rain. '])
})

test('without a pause it is shown after a while', () => {
  const { texts, becomes } = shown(OPENED)
  for (let key = 0; key < 40; key += 1) {
    becomes({ ...textIs(`Rain${'.'.repeat(key + 1)}`) })
    vi.advanceTimersByTime(100)
  }
  expect(texts).toHaveLength(1)
})

test('that the server has it is nothing to show', () => {
  const { texts, becomes } = shown(OPENED)
  becomes({ ...textIs('Rain.'), storage: 'pending' })
  vi.advanceTimersByTime(300)
  becomes({ revision: 2, storage: 'stored' })
  vi.advanceTimersByTime(3_000)
  expect(texts).toEqual(['Rain.'])
})

test.each<[string, Partial<WorkingTextState>]>([
  ['a change from elsewhere', { ...textIs('Snow'), revision: 2 }],
  ['the first letter', { ...textIs('R') }],
  ['a text that nobody has stored', { ...textIs('Rain.'), storage: 'unstored' }],
  ['an error', { error: new Error('refused') }],
])('%s is shown at once', (_what, change) => {
  const { show, texts, becomes } = shown(
    'text' in change && change.text === 'R' ? { ...OPENED, ...textIs('') } : OPENED,
  )
  becomes(change)
  expect(texts).toHaveLength(1)
  expect(show.snapshot()).toMatchObject(change)
})

test('only what is nothing but text may be rendered at leisure', () => {
  const { isText, becomes } = shown(OPENED)
  becomes({ ...textIs('Snow'), revision: 2 })
  becomes({ ...textIs('Sleet'), revision: 3, error: new Error('refused') })
  becomes({ ...textIs(''), revision: 4 })
  expect(isText).toEqual([true, false, false])
})

test('a text that loads before anybody listens is there', () => {
  let state = NOT_LOADED
  const text = { snapshot: () => state, subscribe: () => () => undefined }
  const show = new ShownText(text as unknown as WorkingText)
  state = OPENED
  expect(show.snapshot()).toBe(OPENED)
})

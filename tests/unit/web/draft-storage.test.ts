// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'

/** A page loaded anew: nothing is left in its memory. */
async function newPage() {
  vi.resetModules()
  return (await import('../../../web/lib/draft-storage.ts')).draftStorage
}

beforeEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  sessionStorage.clear()
})

test('a draft survives a reload until it is removed', async () => {
  ;(await newPage()).write('prompt:a', 'half a thought')
  const page = await newPage()
  expect(page.read('prompt:a')).toBe('half a thought')
  expect(page.read('prompt:b')).toBeNull()
  page.write('prompt:a', null)
  expect(page.read('prompt:a')).toBeNull()
  expect((await newPage()).read('prompt:a')).toBeNull()
  expect(localStorage.length + sessionStorage.length).toBe(0)
})

test('a new tab finds the draft, but another tab does not change it in this one', async () => {
  const here = await newPage()
  here.write('title:a', 'mine')
  const inThisTab = Object.entries(sessionStorage) as [string, string][]
  sessionStorage.clear()
  const there = await newPage()
  expect(there.read('title:a')).toBe('mine')
  there.write('title:a', 'theirs')
  expect(here.read('title:a')).toBe('mine')

  sessionStorage.clear()
  for (const [name, text] of inThisTab) sessionStorage.setItem(name, text)
  expect((await newPage()).read('title:a')).toBe('mine')
})

test('without storage a draft lasts as long as the page', async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError')
  })
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('', 'SecurityError')
  })
  const page = await newPage()
  expect(page.read('title:a')).toBeNull()
  page.write('title:a', 'typed')
  expect(page.read('title:a')).toBe('typed')
})

test("a user's drafts are erased in every tab, and nobody else's", async () => {
  const page = await newPage()
  for (const name of ['prompt:anna:new', 'title:anna:1', 'goal:anna', 'prompt:bert:new', 'paper'])
    page.write(name, 'typed')
  page.erase('anna')
  expect(page.read('prompt:anna:new')).toBeNull()
  expect(page.read('prompt:bert:new')).toBe('typed')
  for (const store of [sessionStorage, localStorage])
    expect(Object.keys(store)).toEqual([
      'script-writer-kept:prompt:bert:new',
      'script-writer-kept:paper',
    ])

  // The event that this tab receives when another tab erases.
  const event = { key: 'script-writer-erased', newValue: 'bert' }
  window.dispatchEvent(new StorageEvent('storage', event))
  expect(page.read('prompt:bert:new')).toBeNull()
  expect(page.read('paper')).toBe('typed')
})

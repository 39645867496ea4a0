import { expect, test, vi } from 'vitest'
import { type Allowance, hasGenerationsLeft } from '../../../../web/features/chat/api/usage.ts'

const reading = (allowance: Allowance | undefined) =>
  vi.fn<() => Promise<Allowance | undefined>>(() => Promise.resolve(allowance))

test('a prompt within the known quota, or with an unknown one, asks for nothing first', async () => {
  const readAgain = reading({ used: 100, most: 100 })
  expect(await hasGenerationsLeft({ used: 99, most: 100 }, readAgain)).toBe(true)
  expect(await hasGenerationsLeft(undefined, readAgain)).toBe(true)
  expect(readAgain).not.toHaveBeenCalled()
})

test.each<[string, Allowance | undefined, boolean]>([
  ['is still used up', { used: 100, most: 100 }, false],
  ['was raised', { used: 100, most: 200 }, true],
  ['cannot be read, so that the server decides', undefined, true],
])('a quota that is used up is read again: it %s', async (_, now, isLeft) => {
  const readAgain = reading(now)
  expect(await hasGenerationsLeft({ used: 100, most: 100 }, readAgain)).toBe(isLeft)
  expect(readAgain).toHaveBeenCalledOnce()
})

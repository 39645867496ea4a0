import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { RecentTexts } from '../../../../web/features/document/sync/recent-texts.ts'

const sha256 = (text: string) => hash('sha256', text, 'hex')

test('the last three texts are found by their hashes, whether or not these were known', async () => {
  const texts = new RecentTexts()
  texts.add('one')
  texts.add('two', sha256('two'))
  texts.add('two')
  texts.add('three')
  expect(await texts.find(sha256('one'))).toBe('one')
  expect(await texts.find(sha256('two'))).toBe('two')
  texts.add('four')
  expect(await texts.find(sha256('one'))).toBeUndefined()
  expect(await texts.find(sha256('three'))).toBe('three')
})

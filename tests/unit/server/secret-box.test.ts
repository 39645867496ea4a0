import { expect, test } from 'vitest'
import { SecretBox } from '../../../server/common/secret-box.ts'

const box = new SecretBox('a secret that is long enough for it', 'second factors')
const plain = Buffer.from('12345678901234567890')

test('what was sealed for an owner opens for that owner, and differs each time', () => {
  const sealed = box.seal(plain, 'anna')
  expect(box.open(sealed, 'anna')).toEqual(plain)
  expect(sealed.includes(plain)).toBe(false)
  expect(box.seal(plain, 'anna')).not.toEqual(sealed)
})

test('it opens for no other owner, with no other key, and not when changed', () => {
  const sealed = box.seal(plain, 'anna')
  expect(box.open(sealed, 'bert')).toBeUndefined()
  expect(
    new SecretBox('another secret, also long enough', 'second factors').open(sealed, 'anna'),
  ).toBeUndefined()
  const changed = Buffer.from(sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(box.open(changed, 'anna')).toBeUndefined()
})

test('what was sealed for one purpose cannot be opened for another', () => {
  const other = new SecretBox('a secret that is long enough for it', 'model connections')
  expect(other.open(box.seal(Buffer.from('plain'), 'anna'), 'anna')).toBeUndefined()
})

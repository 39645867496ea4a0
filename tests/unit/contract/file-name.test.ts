import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fileNameOf } from '../../../contract/file-name.ts'
import { forAny } from '../../support/any-input.ts'

test.each([
  ['Last Tram', 'Last Tram'],
  ['../../etc/passwd', 'etc passwd'],
  ['..\\..\\boot.ini', 'boot.ini'],
  ['a<b>:"c"|?*', 'a b c'],
  ['one\ntwo\tthree\u0000', 'one two three'],
  ['photo\u202egpj.exe', 'photo gpj.exe'],
  ['.hidden.', 'hidden'],
  ['', 'Script'],
  [' . ', 'Script'],
  ['CON', 'Script CON'],
  ['con.1', 'Script con.1'],
  ['com1', 'Script com1'],
  ['Contact', 'Contact'],
  ['Cafe\u0301', 'Café'],
])('a script called %j becomes the file %j', (title, name) => expect(fileNameOf(title)).toBe(name))

test('a long name is truncated between characters to fit file system limits', () => {
  const name = fileNameOf('🎬'.repeat(200))
  expect(name).toMatch(/^(🎬)+$/u)
  expect(new TextEncoder().encode(`${name}.fountain`).length).toBeLessThanOrEqual(255)
})

test(
  'the file name is safe for any title',
  forAny('file-names', fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
    const name = fileNameOf(title)
    expect(name).not.toBe('')
    // oxlint-disable-next-line no-control-regex
    expect(name).not.toMatch(/[\u0000-\u001f<>:"/\\|?*]|^[. ]|[. ]$/)
    expect(new TextEncoder().encode(`${name}.fountain`).length).toBeLessThanOrEqual(255)
  }),
)

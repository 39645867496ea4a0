import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { printedByFinalDraft, shownOnPages } from '../../../support/documents/fdx-paragraphs.ts'
import { exportedFdx, importedText } from '../../../support/fdx-text.ts'
import { ROUNDS_TIMEOUT, runs } from '../../../support/rounds.ts'
import { anyFdx, anyLineEdit, withLineEdit } from '../generators/any-fdx.ts'

test('any file is exported as it stands on the page, and imported again it is the same text', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  await fc.assert(
    fc.asyncProperty(anyFdx, async (fdx) => {
      const text = await importedText(fdx)
      const exported = await exportedFdx(text)
      expect(printedByFinalDraft(exported)).toEqual(shownOnPages(text))
      expect(await importedText(exported)).toBe(text)
    }),
    runs('final-draft-files'),
  )
})

test('whatever was edited in an imported file, the export has what stands on the page', {
  timeout: ROUNDS_TIMEOUT,
}, async () => {
  const anyEdits = fc.array(anyLineEdit, { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(anyFdx, anyEdits, async (fdx, edits) => {
      const text = edits.reduce(withLineEdit, await importedText(fdx))
      const shown = shownOnPages(text)
      fc.pre(shown.length > 0)
      const exported = await exportedFdx(text)
      expect(printedByFinalDraft(exported)).toEqual(shown)
      const again = await exportedFdx(await importedText(exported))
      expect(printedByFinalDraft(again).join(' ')).toBe(shown.join(' '))
    }),
    runs('final-draft-files'),
  )
})

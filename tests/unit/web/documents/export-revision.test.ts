// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { exportRevision } from '../../../../web/features/documents/export/export-revision.ts'
import { saveFile } from '../../../../web/lib/save-file.ts'

const BEFORE = 'INT. BAR - DAY\n\nRain.\n'
const sent: unknown[] = []

vi.mock('../../../../web/lib/save-file.ts')
vi.mock('../../../../web/lib/backend/functions.ts', () => ({
  callFunction: async (_: string, { body }: { body: unknown }) => {
    sent.push(body)
    return new Blob()
  },
}))

beforeEach(() => {
  sent.length = 0
  vi.mocked(saveFile).mockReset()
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 10, 16, 23, 30) })
})

const script = {
  title: 'Boats',
  before: BEFORE,
  after: 'INT. BAR - DAY\n\nSnow.\n',
  set: 'blue',
} as const

test('a Final Draft file with marks is made in the browser, named after the revision', async () => {
  await exportRevision({ ...script, format: 'fdx' })
  const [content, , name] = vi.mocked(saveFile).mock.calls[0] ?? []
  expect(name).toBe('Boats blue 2026-11-16.fdx')
  expect(content).toContain('<Text RevisionID="2">Snow.</Text>')
  expect(content).toContain('Name="Blue Rev. 11/16/2026"')
  expect(sent).toEqual([])
})

test('a PDF with marks is asked for with both texts and the date where the writer is', async () => {
  await exportRevision({ ...script, format: 'pdf' })
  expect(sent).toEqual([
    {
      format: 'pdf',
      title: 'Boats',
      text: script.after,
      paper: 'letter',
      revision: { set: 'blue', date: '2026-11-16', against: BEFORE },
      reportsMissing: true,
    },
  ])
  expect(vi.mocked(saveFile).mock.calls[0]?.[2]).toBe('Boats blue 2026-11-16.pdf')
})

test('nothing is downloaded of an empty version', async () => {
  await exportRevision({ ...script, after: ' \n', format: 'fdx' })
  expect(saveFile).not.toHaveBeenCalled()
})

import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { PdfRequest } from '../../../server/documents/pdf-request.ts'
import { type DocumentLimits, Documents } from '../../../server/documents/documents.ts'

const opened: Documents[] = []

function documentsWith(limits: Partial<DocumentLimits>): Documents {
  const documents = new Documents(pino({ level: 'silent' }), limits)
  opened.push(documents)
  return documents
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((documents) => documents.close()))
})

const short = { text: 'Rain.', paper: 'letter' } as const
const long = { text: 'INT. HOUSE - DAY\n\nRain.\n\n'.repeat(12_000), paper: 'letter' } as const

const isPdf = (made: unknown) =>
  made instanceof Uint8Array && new TextDecoder().decode(made.subarray(0, 5)) === '%PDF-'

test('when too many are waiting, the next is refused with Retry-After', async () => {
  const documents = documentsWith({ threads: 1, waiting: 1 })
  const first = documents.pdf('a', short)
  const second = documents.pdf('b', short)
  await expect(documents.pdf('c', short)).rejects.toMatchObject({ status: 503, code: 'busy' })
  expect((await Promise.all([first, second])).every(isPdf)).toBe(true)
  expect(isPdf(await documents.pdf('c', short))).toBe(true)
})

test('one user cannot occupy all threads', async () => {
  const documents = documentsWith({ threads: 1, perUser: 1 })
  const first = documents.pdf('a', short)
  await expect(documents.pdf('a', short)).rejects.toMatchObject({
    status: 429,
    code: 'too_many_documents',
  })
  const other = documents.pdf('b', short)
  expect((await Promise.all([first, other])).every(isPdf)).toBe(true)
  expect(isPdf(await documents.pdf('a', short))).toBe(true)
})

test('an export does not wait for four long ones of another user', async () => {
  const documents = documentsWith({})
  const finished: string[] = []
  const pdf = async (user: string, request: PdfRequest) => {
    await documents.pdf(user, request)
    finished.push(user)
  }
  const shortened = { ...long, text: long.text.slice(0, 40_000) }
  const four = [1, 2, 3, 4].map(() => pdf('a', shortened))
  await expect(documents.pdf('a', short)).rejects.toMatchObject({ status: 429 })
  await Promise.all([...four, pdf('b', short)])
  expect(finished.indexOf('b')).toBeLessThan(2)
})

test('a thread that nobody needs ends, and the next one works', async () => {
  const threads = () => {
    return (process.report.getReport() as { workers: unknown[] }).workers.length
  }
  const before = threads()
  const documents = documentsWith({ threads: 1, idleMilliseconds: 500 })
  expect(isPdf(await documents.pdf('a', short))).toBe(true)
  expect(threads()).toBe(before + 1)
  await expect.poll(threads).toBe(before)
  expect(isPdf(await documents.pdf('a', short))).toBe(true)
})

test('a render that takes too long is aborted, and the next one works', async () => {
  const documents = documentsWith({ threads: 1, milliseconds: 1 })
  await expect(documents.pdf('a', long)).rejects.toMatchObject({
    status: 422,
    code: 'document_too_large',
  })
  const patient = documentsWith({ threads: 1 })
  expect(isPdf(await patient.pdf('a', short))).toBe(true)
})

test('a render that runs out of memory fails alone', async () => {
  // Little more than a short script needs: a thread near its memory limit keeps collecting garbage.
  const documents = documentsWith({ threads: 1, memoryMegabytes: 28 })
  expect(isPdf(await documents.pdf('a', short))).toBe(true)
  const crowded = { text: 'x\n\n'.repeat(300_000), paper: 'letter' } as const
  await expect(documents.pdf('a', crowded)).rejects.toMatchObject({
    status: 422,
    code: 'document_too_large',
  })
})

test('waiting requests are refused when the server stops', async () => {
  const documents = documentsWith({ threads: 1 })
  const waiting = [documents.pdf('a', long), documents.pdf('b', short)].map((document) =>
    expect(document).rejects.toMatchObject({ status: 503, code: 'unavailable' }),
  )
  await documents.close()
  await Promise.all(waiting)
  await expect(documents.pdf('c', short)).rejects.toMatchObject({ status: 503 })
})

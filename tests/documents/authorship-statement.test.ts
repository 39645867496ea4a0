import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { AuthorshipHistory, type RecordHead, recordOf } from '../../screenplay/authorship.ts'
import { statementOf } from '../../server/documents/authorship/statement.ts'
import { type PrintedWord, wordsOfPdf } from '../support/documents/printed-words.ts'

const sha256 = (text: string) => hash('sha256', text, 'hex')
const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`

const KEY_ID = 'a1'.repeat(16)
const FIRST = 'INT. BOAT HOUSE - NIGHT\n\nMara waits.\n'
const FOG = 'Fog rolls over wet planks while three gulls fight about a herring.'
const steps = [
  { origin: 'typed', text: FIRST, jobId: null },
  { origin: 'answer', text: `${FIRST}\nEXT. PIER - DAY\n\n${FOG}\n`, jobId: id(9) },
  {
    origin: 'typed',
    text: `${FIRST}\nEXT. PIER - DAY\n\nFog rolls over the planks.\n`,
    jobId: null,
  },
] as const

const versions: RecordHead['versions'] = steps.map(({ origin, text, jobId }, at) => ({
  id: id(at + 1),
  number: at + 1,
  created_at: `2026-11-0${at + 1}T10:00:00.000000Z`,
  origin,
  label: null,
  job_id: jobId,
  text_hash: sha256(text),
  chain_hash: sha256(`chain ${at}`),
}))

/** The words of the statement, line by line. */
async function statement(
  title: string,
  fault?: { at: number },
  pending?: { origin: 'merge' | 'import'; text: string },
): Promise<string> {
  const history = new AuthorshipHistory()
  for (const step of pending ? [...steps, { ...pending, jobId: null }] : steps)
    history.addVersion({ ...step, textHash: sha256(step.text) })
  const { text } = pending ?? steps[2]
  const head: RecordHead = {
    createdAt: '2026-11-16T13:40:00.000000Z',
    userId: id(7),
    workId: id(8),
    script: { id: id(6), title },
    versions,
    jobs: [{ id: id(9), model: 'test-model', created_at: '2026-11-02T09:59:00.000000Z' }],
    answers: [],
    text_hash: sha256(text),
    pending: pending ? { origin: pending.origin, since: '2026-11-16T13:00:00.000000Z' } : null,
  }
  const record = recordOf(head, history, text, sha256)
  const signature = { keyId: KEY_ID, publicKey: '', value: '' }
  const pdf = await statementOf({ ...record, signature }, text, fault)
  const words = await wordsOfPdf(pdf)
  const lineOf = ({ page, top }: PrintedWord) => page * 1000 + Math.round(top * 20)
  const inOrder = words.toSorted((a, b) => lineOf(a) - lineOf(b) || a.left - b.left)
  return inOrder.map(({ text: word }) => word).join(' ')
}

test('the statement says in plain words what was recorded', async () => {
  const words = await statement('The Boats')
  expect(words).toContain('The Boats Made by Script Writer on 16 November 2026, 13:40 UTC.')
  expect(words).toContain('3 versions, made between 1 November 2026 and 3 November 2026.')
  expect(words).toContain('The script has 14 words that are printed.')
  expect(words).toMatch(/Typed by the writer 7 50% Written by a model 7 50%/)
  expect(words).toContain('test-model 1 2 November 2026 2 November 2026 15 7')
  expect(words).toMatch(/came in cut Typed by the writer 7 0 Written by a model 15 8/)
  expect(words).toContain('1 INT. BOAT HOUSE - NIGHT 6 100% 0% 0% 0%')
  expect(words).toContain('2 EXT. PIER - DAY 8 13% 88% 0% 0%')
  expect(words).toContain('verified: 3 versions, numbered without gaps')
  expect(words).toContain(versions[2]?.chain_hash ?? '')
  expect(words).toContain(`Signing key ${KEY_ID}`)
  expect(words).toContain('npm run -s ledger -- verify FILE --key KEY')
  expect(words).toContain('The words were not examined for signs of a model')
})

test('what the versions do not show is said in words', async () => {
  const add = (words: string) => `${steps[2].text}\n${words}\n`
  const merged = await statement('The Boats', undefined, { origin: 'merge', text: add('Nobody.') })
  expect(merged).toContain('1 word came in with a text that was merged, restored or moved.')
  const given = { origin: 'import', text: add('Nobody else.') } as const
  const imported = await statement('The Boats', undefined, given)
  expect(imported).toContain('2 words came in as a whole: from a file, with a save, or before')
  expect(imported).toContain('Who wrote it is not recorded.')
  expect(await statement('The Boats')).not.toContain('not recorded')
})

test('a chain that does not fit is named', async () => {
  expect(await statement('The Boats', { at: 1 })).toContain(
    'NOT verified: it does not fit from version 2 on',
  )
})

test('any title is printed, and the pages stay numbered', async () => {
  const words = await statement(`Ночной паром, Πλοίο, 夜 ${'and on '.repeat(25)}`)
  expect(words).toContain('Ночной паром, Πλοίο,')
  expect(words).toMatch(/Page 3 of 3\./)
})

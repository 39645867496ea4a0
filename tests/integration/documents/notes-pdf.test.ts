import { hash, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { wordsOfPdf } from '../../support/documents/printed-words.ts'
import { only, type SignedIn } from '../../support/rest/fixture.ts'
import { write } from '../generation/answers/answer-fixture.ts'
import { generationFixture, NO_WORKER } from '../generation/generation-fixture.ts'

const fixture = forFile(() => generationFixture(NO_WORKER))
const anna = forFile(() => fixture.person('anna'))
const bert = forFile(() => fixture.person('bert'))

const SCRIPT = `INT. HARBOUR - NIGHT

Rain on the boats.

EXT. PIER - DAY

ЛЕВ waits.
`

async function asked({ client }: SignedIn, query: string) {
  const { data, error, response } = await client.functions.invoke<Blob>(`notes-pdf?${query}`, {
    method: 'GET',
  })
  if (error) return { status: response?.status, text: '' }
  const words = await wordsOfPdf(new Uint8Array(await (data as Blob).arrayBuffer()))
  const inOrder = words.toSorted(
    (a, b) => a.page - b.page || Math.round(a.top * 20) - Math.round(b.top * 20) || a.left - b.left,
  )
  return { status: response?.status, text: inOrder.map(({ text }) => text).join(' ') }
}

async function addNote(person: SignedIn, workId: string, quote: string, body: string) {
  const start = SCRIPT.indexOf(quote)
  const text_hash = hash('sha256', SCRIPT, 'hex')
  const place = { work_id: workId, text_hash, start, end: start + quote.length }
  return only(await person.client.rpc('add_note', { ...place, body }))
}

test('notes are printed by scene below their quotes, for the owner of the script alone', async () => {
  const workId = randomUUID()
  await write(anna, { workId }, SCRIPT)
  await addNote(anna, workId, 'ЛЕВ waits', 'For whom?\nAnd why here?')
  await addNote(anna, workId, 'Rain', 'It <b>rains</b> a lot.')
  const dismissed = await addNote(anna, workId, 'boats', 'Too few boats.')
  only(
    await anna.client
      .from('script_notes')
      .update({ state: 'dismissed' })
      .eq('id', dismissed.id)
      .select(),
  )
  const { status, text } = await asked(anna, `workId=${workId}`)
  expect(status).toBe(200)
  expect(text).toContain(
    '2 notes 1. INT. HARBOUR - NIGHT “Rain” It <b>rains</b> a lot. Your own note 2. EXT. PIER - DAY “ЛЕВ waits” For whom? And why here? Your own note',
  )
  expect(text).not.toContain('Too few')
  expect(await asked(bert, `workId=${workId}`)).toMatchObject({ status: 404 })
  expect(await asked(anna, 'workId=x')).toMatchObject({ status: 400 })
})

test('five thousand long notes make a document of 150 pages, which says how many are missing', async () => {
  const workId = randomUUID()
  await write(anna, { workId }, SCRIPT)
  const { id } = await addNote(anna, workId, 'Rain', 'First of many.')
  await fixture.database.pool.query(
    `insert into public.script_notes (user_id, work_id, author, start, "end", quote, body)
     select user_id, work_id, author, start, "end", quote, repeat('Why? ', 790) || n
     from public.script_notes, generate_series(1, 4999) as n where id = $1`,
    [id],
  )
  await fixture.database.pool.query('update public.script_notes set "end" = start where id = $1', [
    id,
  ])
  const { status, text } = await asked(anna, `workId=${workId}`)
  expect(status).toBe(200)
  expect(text).toMatch(/ 4\d\d\d more notes are not printed\. Notes on .* 150 of 150/)
})

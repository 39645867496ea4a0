import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { runs } from '../../support/rounds.ts'
import { only } from '../../support/rest/fixture.ts'
import { openFixture, type Person } from '../auth/account-fixture.ts'

// What attachments are cut into, and which of it a prompt chooses from.

let fixture: Awaited<ReturnType<typeof openFixture>>
let anna: Person

beforeAll(async () => {
  fixture = await openFixture({})
  anna = await fixture.newPerson('anna')
})

const attach = async (work_id: string, name: string, text: string) =>
  only(await anna.client.rpc('add_attachment', { work_id, name, kind: 'text', text })).id

type File = {
  name: string
  passages: number
  found: { place: number; rank: number; text: string }[]
}

/** How many passages each file has, and those that a request chooses from, the best first. */
async function chosen(work_id: string, prompt: string, most: number) {
  const { rows: jobs } = await fixture.pool.query<{ id: string }>(
    `with chat as (
       insert into public.chat_conversations (user_id, title, work_id) values ($1, 'A chat', $2) returning id
     )
     insert into public.generation_jobs (user_id, conversation_id, prompt)
     select $1, chat.id, $3 from chat returning id`,
    [anna.id, work_id, prompt],
  )
  const { rows: files } = await fixture.pool.query<File>(
    'select * from private.passages_for_generation($1, $2)',
    [jobs[0]?.id, most],
  )
  return {
    files: files.map(({ name, passages }) => [name, passages]),
    best: files
      .flatMap(({ name, found }) => found.map((passage) => ({ name, ...passage })))
      .toSorted((a, b) => a.rank - b.rank),
  }
}

const HOSTILE = [
  '\n',
  '\n\n',
  '\r\n',
  'INT. A\n',
  'word ',
  'A sentence. ',
  ' ',
  '漢字かな',
  '🎬',
  '. ',
]

test('whatever a file contains, its passages joined are its text, of 600 to 1,200 characters but for the last', async () => {
  const part = fc.oneof(
    fc.constantFrom(...HOSTILE, 'x'.repeat(3_000)),
    fc.constantFrom(...HOSTILE).map((text) => text.repeat(400)),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 30 }), async (parts) => {
      const text = parts.join('')
      const { rows } = await fixture.pool.query<{ passage: string; place: number }>(
        'select * from private.passages_of($1) order by place',
        [text],
      )
      expect(rows.map(({ passage }) => passage).join('')).toBe(text)
      const lengths = rows.map(({ passage }) => Array.from(passage).length)
      expect(Math.max(...lengths)).toBeLessThanOrEqual(1_200)
      expect(Math.min(600, ...lengths.slice(0, -1))).toBe(600)
      expect(rows.map(({ place }) => place)).toEqual([...rows.keys()])
    }),
    runs('attachment-passages'),
  )
})

const filler = (n: number) =>
  `Paragraph ${n} is about rain, and the tram, and who is late. `.repeat(12)

test('passages that share rare words with a request come first, then the beginnings of files, the newest first', async () => {
  const work = randomUUID()
  const pages = Array.from({ length: 60 }, (_, n) =>
    n === 40 ? `${filler(n)} The keeper hides a VIOLÍN in the cellar.` : filler(n),
  ).join('\n\n')
  await attach(work, 'Treatment.pdf', pages)
  await attach(work, 'Notes.txt', 'Nora hates everything.\n\nShe never says why.')
  await attach(work, 'Sea.txt', '船長は嘘つきだ。誰も知らない。')
  const asked = async (prompt: string, most = 3) => (await chosen(work, prompt, most)).best
  const [first, ...next] = await asked('Where in the rain is the violín?')
  expect(first).toMatchObject({ name: 'Treatment.pdf', rank: 1 })
  expect(first?.text).toContain('The keeper hides')
  // Words that are nearly everywhere do not count.
  expect(next.map(({ name, place }) => [name, place])).toEqual([
    ['Sea.txt', 0],
    ['Notes.txt', 0],
  ])
  // The name of a file counts, and so do words without spaces between them.
  expect((await asked('Read the notes.'))[0]).toMatchObject({ name: 'Notes.txt' })
  expect((await asked('あの船長について書いて'))[0]).toMatchObject({ name: 'Sea.txt' })
  expect((await asked('Xyzzy')).map(({ name, place }) => [name, place])).toEqual([
    ['Sea.txt', 0],
    ['Notes.txt', 0],
    ['Treatment.pdf', 0],
  ])
  // Of a long request its longest words.
  const long = `${Array.from({ length: 60 }, (_, n) => `it${n}`).join(' ')} everything`
  expect((await asked(long))[0]).toMatchObject({ name: 'Notes.txt' })
  const { files, best } = await chosen(work, 'Rain', 1)
  expect(best).toHaveLength(1)
  expect(files).toMatchObject([
    ['Treatment.pdf', expect.any(Number) as number],
    ['Notes.txt', 1],
    ['Sea.txt', 1],
  ])
})

test('blank passages are not counted, and a file of nothing but signs has passages, too', async () => {
  const work = randomUUID()
  await attach(work, 'Gap.txt', `One.${'\n'.repeat(5_000)}Two.`)
  await attach(work, 'Signs.txt', '* * *')
  const { files, best } = await chosen(work, 'Two', 10)
  expect(files).toEqual([
    ['Gap.txt', 2],
    ['Signs.txt', 1],
  ])
  expect(best.map(({ text }) => text.trim())).toEqual(['Two.', '* * *', 'One.'])
})

import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { forFile } from '../../support/for-file.ts'
import { only, restFixture, untyped } from '../../support/rest/fixture.ts'
import { begin, draftOf, keep, pasted, sha256, type Step, typed } from './text-fixture.ts'

const fixture = forFile(restFixture)

const steps = (...splices: [start: number, end: number, text: string][]): Step[] => [
  { origin: 'typed', splices: splices.map(([start, end, text]) => ({ start, end, text })) },
]

test('a text begins with revision 0 and is read back byte for byte', async () => {
  const { client } = fixture.anna
  const text = 'INT. HÄUSCHEN - TAG\r\n\r\nEmoji 🎬 and a tab\t.\n\n\n.FORCED\n'
  const work = randomUUID()
  expect(await client.rpc('draft_text', { work_id: work })).toMatchObject({ data: [] })
  const kept = only(await keep(client, work, 0, typed(0, 0, text), text))
  expect(kept).toMatchObject({ work_id: work, revision: 1, text_hash: sha256(text) })
  expect(kept.changes).toEqual(typed(0, 0, text))
  expect(await draftOf(client, work)).toMatchObject({
    revision: 1,
    text,
    script_id: null,
    version_id: null,
    review_text: null,
  })
})

test('splices of a step refer to the text before it, those of the next step to the text between', async () => {
  const { client } = fixture.anna
  const work = await begin(client, 'one two three')
  const changes = [...steps([0, 3, '1'], [4, 7, '2'], [13, 13, '!']), ...pasted(0, 1, 'uno')]
  only(await keep(client, work, 1, changes, 'uno 2 three!'))
  expect(await draftOf(client, work)).toMatchObject({ revision: 2, text: 'uno 2 three!' })
})

test('offsets count UTF-16 units, as the browser does', async () => {
  const { client } = fixture.anna
  const work = await begin(client, '🎬a🎬b🎬c')
  only(await keep(client, work, 1, steps([2, 3, 'A'], [5, 6, 'B'], [6, 9, '😀']), '🎬A🎬B😀'))
  expect((await draftOf(client, work))?.text).toBe('🎬A🎬B😀')
})

describe('refused, without a trace:', () => {
  const text = 'a🎬b'
  const tooMany = steps(
    ...Array.from({ length: 1001 }, () => [0, 0, ''] as [number, number, string]),
  )
  test.each<[string, unknown, string]>([
    ['no list', {}, 'changes_are_invalid'],
    ['no splices', [{ origin: 'typed' }], 'changes_are_invalid'],
    ['a step that is no object', ['typed'], 'changes_are_invalid'],
    ['too many steps', Array(101).fill(steps()[0]), 'changes_are_invalid'],
    ['too many splices', tooMany, 'changes_are_invalid'],
    ['no origin', [{ splices: [] }], 'changes_are_invalid'],
    ['the origin of an answer', [{ origin: 'answer', splices: [] }], 'changes_are_invalid'],
    ['a negative start', steps([-1, 0, '']), 'changes_are_invalid'],
    ['half a start', steps([0.5, 1, '']), 'changes_are_invalid'],
    ['a huge start', steps([1e30, 1e30, '']), 'changes_are_invalid'],
    ['an end before the start', steps([1, 0, '']), 'changes_are_invalid'],
    ['an end beyond the text', steps([0, 5, '']), 'changes_are_invalid'],
    ['overlapping splices', steps([0, 3, ''], [1, 3, '']), 'changes_are_invalid'],
    ['splices out of order', steps([3, 4, ''], [0, 1, '']), 'changes_are_invalid'],
    ['a start inside a character', steps([2, 3, '']), 'changes_are_invalid'],
    ['an end inside a character', steps([0, 2, '']), 'changes_are_invalid'],
    ['a text that is none', steps([0, 0, 7 as unknown as string]), 'changes_are_invalid'],
    ['another text than hashed', steps([0, 0, 'x']), 'text_hash_differs'],
  ])('%s', async (_, changes, message) => {
    const { client } = fixture.anna
    const work = await begin(client, text)
    const { error, status } = await untyped(client).rpc('keep_draft', {
      work_id: work,
      revision: 1,
      changes,
      text_hash: sha256(text),
    })
    expect([status, error?.message]).toEqual([400, message])
    expect(await draftOf(client, work)).toMatchObject({ revision: 1, text })
  })

  test.each([
    ['half of a surrogate pair', '\ud83c'],
    ['a null character', '\u0000'],
  ])('%s', async (_, inserted) => {
    const { client } = fixture.anna
    const work = await begin(client, text)
    const answer = await keep(client, work, 1, typed(0, 0, inserted), `${inserted}${text}`)
    expect(answer.status).toBe(400)
    expect(await draftOf(client, work)).toMatchObject({ revision: 1, text })
  })

  test('more than 1 MB', async () => {
    const { client } = fixture.anna
    const full = 'ä'.repeat(524_288)
    const work = await begin(client, full)
    const { error, status } = await keep(client, work, 1, typed(0, 0, 'x'), `x${full}`)
    expect([status, error?.message]).toEqual([413, 'script_is_too_large'])
  })

  test('an older or newer revision', async () => {
    const { client } = fixture.anna
    const work = await begin(client, text)
    for (const revision of [0, 2]) {
      const { error, status } = await keep(client, work, revision, typed(0, 0, 'x'), `x${text}`)
      expect([status, error?.code, error?.message]).toEqual([409, 'PT409', 'draft_changed'])
    }
  })

  test('a text that never began or is gone, unless it begins anew', async () => {
    const { error, status } = await keep(fixture.anna.client, randomUUID(), 3, [], '')
    expect([status, error?.message]).toEqual([404, 'draft_not_found'])
  })
})

test('of twenty changes at once to one revision exactly one is kept', async () => {
  const { client } = fixture.anna
  const work = await begin(client, '')
  let text = ''
  for (let revision = 1; revision <= 3; revision += 1) {
    const before = text
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const line = `line ${n} of ${revision}\n`
        return keep(
          client,
          work,
          revision,
          typed(before.length, before.length, line),
          before + line,
        )
      }),
    )
    const refused = answers.filter(({ error }) => error?.message === 'draft_changed')
    expect(refused).toHaveLength(19)
    const draft = await draftOf(client, work)
    expect(draft).toMatchObject({ revision: revision + 1 })
    text = draft?.text ?? ''
    expect(text.split('\n')).toHaveLength(revision + 1)
  }
})

test('twenty beginnings of one text make one draft', async () => {
  const { client } = fixture.anna
  const work = randomUUID()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => keep(client, work, 0, typed(0, 0, `${n}`), `${n}`)),
  )
  expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
  const { data } = await client.from('script_drafts').select('revision').eq('work_id', work)
  expect(data).toEqual([{ revision: 1 }])
})

test('pieces that only a draft had are removed, those of versions stay', async () => {
  const { client } = fixture.anna
  const count = async () =>
    (
      await fixture.database.pool.query(
        `select from private.script_pieces as pieces
         join public.script_drafts as drafts on drafts.id = pieces.draft_id where drafts.work_id = $1`,
        [work],
      )
    ).rowCount
  const work = await begin(client, 'a')
  let text = 'a'
  for (let revision = 1; revision < 6; revision += 1) {
    only(await keep(client, work, revision, typed(0, 0, 'b'), (text = `b${text}`)))
  }
  expect(await count()).toBe(1)
  only(await keep(client, work, 6, pasted(0, 0, 'c'), `c${text}`))
  expect(await count()).toBe(2)
})

import { beforeAll, expect, test } from 'vitest'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts'

let pool: TestDatabase['pool']
let anna: Person

beforeAll(async () => {
  pool = (await createTestDatabase()).pool
  await createAdmin(pool)
  anna = await createPerson(pool, 'anna')
})

async function saved(content: unknown) {
  const rows = await rpc(pool, anna, 'save_script', {
    title: 'A title',
    content: JSON.stringify(content),
  })
  return rows[0] as { id: string; preview: string }
}

const previewOf = async (content: unknown) => (await saved(content)).preview

test.each([
  ['a string', 'INT. KITCHEN', 'INT. KITCHEN'],
  ['an object with a value', { value: 'INT. KITCHEN', version: 2 }, 'INT. KITCHEN'],
  ['nothing', '', ''],
  ['only white space', ' \n\t\u00a0 ', ''],
  ['only tags', '<p><br/></p>', ''],
  ['tags', '<p class="a">One</p><p>two</p>', 'One two'],
  ['a tag over two lines', '<p\nclass="a">One</p>', 'One'],
  ['a script', '<script>alert(1)</script>Hello', 'alert(1) Hello'],
  ['a comparison, which is no tag', '1 < 2', '1 < 2'],
  ['entities', 'Tom&nbsp;&amp;&#160;Jerry&#x27;s', 'Tom Jerry s'],
  ['what only looks like one', 'R&D; a & b', 'R a & b'],
  ['white space of all kinds', 'A\n\n  B\t C\r\nD', 'A B C D'],
])('of %s it is plain text on one line', async (_what, content, preview) => {
  expect(await previewOf(content)).toBe(preview)
})

test('it keeps one character more than the 100 that are shown, and no more', async () => {
  expect(await previewOf('a'.repeat(100))).toHaveLength(100)
  expect(await previewOf('a'.repeat(101))).toHaveLength(101)
  expect(await previewOf('a'.repeat(50_000))).toHaveLength(101)
})

test('an emoji counts as one character and is never cut in half', async () => {
  const preview = await previewOf(`${'a'.repeat(100)}🎬🎬`)
  expect(preview).toBe(`${'a'.repeat(100)}🎬`)
})

test('it follows the text when that changes, and cannot be written itself', async () => {
  const { id } = await saved('before')
  await rpc(pool, anna, 'save_script', {
    title: 'A title',
    content: JSON.stringify({ value: '<b>after</b>' }),
    script_id: id,
    overwrite: true,
  })
  const { rows } = await pool.query('select preview from public.scripts where id = $1', [id])
  expect(rows).toEqual([{ preview: 'after' }])
  await expect(
    pool.query(`update public.scripts set preview = 'mine' where id = $1`, [id]),
  ).rejects.toThrow(/can only be updated to DEFAULT/)
})

import { beforeAll, expect, test } from 'vitest'
import { previewText } from '../../../web/features/scripts/collection/shown-scripts.ts'
import { forFile } from '../../support/for-file.ts'
import { createAdmin, createPerson } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

const { pool } = fileDatabase()

beforeAll(async () => {
  await createAdmin(pool)
})

const anna = forFile(() => createPerson(pool, 'anna'))

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
  ['a comment', 'One<!-- and\na half -->two', 'One two'],
  ['a tag over two lines', '<p\nclass="a">One</p>', 'One'],
  ['a tag with a long attribute', `<img src="${'a'.repeat(9_000)}">One`, 'One'],
  ['a script', '<script>alert(1)</script>Hello', 'alert(1) Hello'],
  ['a comparison, which is no tag', '1 < 2', '1 < 2'],
  ['entities', 'Tom&nbsp;&amp;&#160;Jerry&#x27;s', 'Tom Jerry s'],
  ['what only looks like one', 'R&D; a & b', 'R a & b'],
  ['spaces of all kinds', 'A  B\t C\u00a0D', 'A B C D'],
  ['lines, which tell what they are', 'A\r\n\r\n\r\n  B \rC', 'A\n\n B\nC'],
  ['centred lines, which are no tag', '> A <\n\nB\n\n> C <', '> A <\n\nB\n\n> C <'],
  ['marks, which the reader takes away', '.ATTIC #1#\n\n**Dust.**', '.ATTIC #1#\n\n**Dust.**'],
  [
    'a title page, as well',
    'Title:\n\tSalt\n\n[[Why?]] INT. ATTIC',
    'Title:\n Salt\n\n[[Why?]] INT. ATTIC',
  ],
])('the preview of %s is the beginning of the text', async (_what, content, preview) => {
  expect(await previewOf(content)).toBe(preview)
})

test('the preview keeps 501 characters, one more than are read, and 101 of a word, one more than are shown', async () => {
  expect(await previewOf('rain '.repeat(100))).toHaveLength(499)
  expect(await previewOf('rain '.repeat(101))).toHaveLength(501)
  expect(await previewOf(`${'a'.repeat(101)} b`)).toBe(`${'a'.repeat(101)} b`)
  expect(await previewOf('a'.repeat(50_000))).toHaveLength(101)
})

test.each([
  ['one line', (kept: string) => `Final Draft: ${kept}`],
  ['a line of its own', (kept: string) => `Final Draft:\r\n    ${kept}`],
])(
  'entries for programs hide neither story nor title, however long they are: %s',
  async (_, entry) => {
    const shown = async (text: string) => previewText(await previewOf(text))
    const kept = entry('aB3-'.repeat(12_000))
    const locked = `Page Setup: a4\n${kept}\nProduction Lock: scene numbers`
    expect(await shown(`Title: Salt\n${locked}\n\nINT. ATTIC #1#`)).toBe('INT. ATTIC')
    expect(await shown(`${locked}\n\nINT. ATTIC #1#`)).toBe('INT. ATTIC')
    expect(await shown(`Title: Salt\n${locked}\n`)).toBe('Salt')
  },
)

test('an emoji counts as one character and is never split', async () => {
  const words = 'rain '.repeat(100)
  expect(await previewOf(`${words}🎬🎬`)).toBe(`${words}🎬`)
})

test('the preview follows the text and cannot be written directly', async () => {
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

import { beforeAll, expect, test } from 'vitest'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { rpc } from '../../support/rpc.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'

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
  ['a comment', 'One<!-- and\na half -->two', 'One two'],
  ['a tag over two lines', '<p\nclass="a">One</p>', 'One'],
  ['a script', '<script>alert(1)</script>Hello', 'alert(1) Hello'],
  ['a comparison, which is no tag', '1 < 2', '1 < 2'],
  ['entities', 'Tom&nbsp;&amp;&#160;Jerry&#x27;s', 'Tom Jerry s'],
  ['what only looks like one', 'R&D; a & b', 'R a & b'],
  ['spaces of all kinds', 'A  B\t C\u00a0D', 'A B C D'],
  ['lines, which tell what they are', 'A\r\n\r\n\r\n  B \rC', 'A\n\n B\nC'],
  ['centred lines, which are no tag', '> A <\n\nB\n\n> C <', '> A <\n\nB\n\n> C <'],
  ['marks, which the reader takes away', '.ATTIC #1#\n\n**Dust.**', '.ATTIC #1#\n\n**Dust.**'],
  ['a title page', 'Title: Salt\nContact:\n\tHarbour 1\n\tPort\n\nINT. ATTIC', 'INT. ATTIC'],
  ['a title page alone', 'Title:\n\tSalt\nAuthor: Ann\n\n', 'Title:\n Salt\nAuthor: Ann'],
  ['what only begins like one', 'Notes: many\nand more\n\nDust.', 'Notes: many\nand more\n\nDust.'],
  ['an opening with a colon', 'FADE IN:\n\nINT. ATTIC', 'FADE IN:\n\nINT. ATTIC'],
  ['notes', 'A [[one]]B[[two\nlines]]', 'A B'],
  ['what is crossed out', '/* A\n\nB */C/* D */', 'C'],
  ['what nobody closed', 'A [[b\n\nc]] /* d', 'A [[b\n\nc]] /* d'],
  ['escaped marks', '\\[[a]] \\/* b */', '\\[[a]] \\/* b */'],
])('the preview of %s is the start of the story', async (_what, content, preview) => {
  expect(await previewOf(content)).toBe(preview)
})

test('the preview keeps 201 characters: one more than is shown', async () => {
  expect(await previewOf('a'.repeat(200))).toHaveLength(200)
  expect(await previewOf('a'.repeat(201))).toHaveLength(201)
  expect(await previewOf('a'.repeat(50_000))).toHaveLength(201)
})

test('a long title page does not crowd out the story', async () => {
  const contact = Array.from({ length: 60 }, (_, line) => `\tline ${line} of an address\n`).join('')
  expect(await previewOf(`Title: Salt\nContact:\n${contact}\nINT. ATTIC`)).toBe('INT. ATTIC')
})

test.each([
  ['one line', (kept: string) => `Final Draft: ${kept}`],
  ['a line of its own', (kept: string) => `Final Draft:\r\n    ${kept}`],
])('entries for programs are left out, however long they are: %s', async (_, entry) => {
  const kept = entry('aB3-'.repeat(12_000))
  const locked = `Page Setup: a4\n${kept}\nProduction Lock: scene numbers`
  expect(await previewOf(`Title: Salt\n${locked}\n\nINT. ATTIC #1#`)).toBe('INT. ATTIC #1#')
  expect(await previewOf(`${locked}\n\nINT. ATTIC #1#`)).toBe('INT. ATTIC #1#')
  expect(await previewOf(`Title: Salt\n${locked}\n`)).toBe('Title: Salt')
})

test('a line of the story that looks like such an entry is part of it', async () => {
  const story = 'INT. ATTIC\n\nOn the screen:\nFinal Draft: 12'
  expect(await previewOf(story)).toBe(story)
  expect(await previewOf('She types.\nPage Setup: A4')).toBe('She types.\nPage Setup: A4')
})

test('an emoji counts as one character and is never split', async () => {
  const preview = await previewOf(`${'a'.repeat(200)}🎬🎬`)
  expect(preview).toBe(`${'a'.repeat(200)}🎬`)
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

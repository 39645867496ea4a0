import { randomUUID } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { attempt, rolledBack } from '../../support/attempt.ts'
import { fileDatabase } from '../../support/database/test-database.ts'
import { createAdmin, createPerson, type Person } from '../../support/people.ts'
import { type PlantedRows, plantRows } from './rows.ts'

/** Calls with the id of something that a writer has, by what it is the id of. */
const calls: Record<string, string[]> = {
  work: [
    "add_note($1, '', 0, 4, 'Why?')",
    'draft_text($1)',
    "draft_texts($1, 0, '{}')",
    `import_bible($1, '[{"kind": "rule", "name": "Planted"}]')`,
    "keep_draft($1, 1, '[]', '')",
    'notes_of($1)',
    "place_notes($1, 1, '[]')",
    'script_history(work_id => $1)',
  ],
  // Of the same id, each writer has a text of their own.
  'a new work': [
    "add_attachment($1, 'A', 'text', 'x')",
    "save_script('Mine', '\"x\"', work_id => $1)",
    "start_conversation('Go', work_id => $1)",
  ],
  'an unsaved work': ['delete_unsaved_text($1)'],
  scripts: [
    'delete_script($1)',
    'delete_script($1, true)',
    'delete_scripts(array[$1]::uuid[])',
    'duplicate_script($1)',
    'open_text(script_id => $1)',
    "rename_script($1, 'Theirs')",
    "save_script('Theirs', '\"x\"', script_id => $1, overwrite => true)",
    'script_history(script_id => $1)',
    "start_conversation('Go', script_id => $1)",
  ],
  chat_conversations: [
    "add_message($1, 'Hello')",
    'branches_of($1)',
    'delete_conversation($1)',
    'open_text(conversation_id => $1)',
    "save_script('Theirs', '\"x\"', conversation_id => $1)",
  ],
  chat_messages: ['use_answer($1)', 'use_answer_for($1, gen_random_uuid())'],
  script_versions: [
    "name_version($1, 'Theirs')",
    'restore_version($1)',
    'restore_version_for($1, gen_random_uuid())',
    'version_text($1)',
  ],
  answer_reviews: ['review_changes($1, ended => true)'],
  attachments: ['attachment_text($1)'],
  story_proposals: ['accept_proposals(array[$1]::uuid[])', 'reject_proposals(array[$1]::uuid[])'],
}
const all = Object.entries(calls).flatMap(([of, list]) => list.map((call) => [call, of] as const))

/** Functions with another id, tested with their features. */
const others = ['choose_model', 'dismiss_notice', 'end_session', 'note_typed_words']

const { pool } = fileDatabase()
let owner: Person
let stranger: Person
let pending: Person
const rows = new Map<Person, PlantedRows>()

beforeAll(async () => {
  await createAdmin(pool)
  owner = await createPerson(pool, 'owner')
  stranger = await createPerson(pool, 'stranger')
  pending = await createPerson(pool, 'pending', { approved: false })
  for (const person of [owner, pending]) {
    rows.set(person, await plantRows(pool, person.id))
    await pool.query(
      "select private.replace_text((private.open_work($1, gen_random_uuid())).id, 'Unsaved', 'import')",
      [person.id],
    )
  }
})

async function idOf(person: Person, of: string): Promise<string> {
  const planted = rows.get(person) ?? {}
  if (!of.endsWith('work')) return planted[of]?.key[0] ?? ''
  const [where, value] =
    of === 'an unsaved work'
      ? ['public.script_drafts where script_id is null and user_id', person.id]
      : ['public.scripts where id', planted['scripts']?.key[0]]
  const found = await pool.query<{ id: string }>(`select work_id as id from ${where} = $1`, [value])
  return found.rows[0]?.id ?? ''
}

/** All that a writer has, in one text. */
async function belongings(client: Pool | PoolClient, person: Person): Promise<unknown> {
  const looks = Object.entries(rows.get(person) ?? {}).map(
    ([table, { where }]) => `select to_jsonb(t) as a from public.${table} as t where ${where}`,
  )
  const keys = Object.values(rows.get(person) ?? {}).flatMap(({ key }) => key)
  const numbered = looks.map((look, n) => look.replace('$1', `$${n + 1}`)).join(' union all ')
  return (
    await client.query(`select jsonb_agg(a)::text as has from (${numbered}) as all_of_it`, keys)
  ).rows
}

const MADE = /[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/g

/** What a call answers, but for the ids and times that it makes, and what its owner has after it. */
const tried = (person: Person, call: string, id: string, of: Person) =>
  rolledBack(pool, person.identity, async (client) => {
    try {
      const answer = await client.query(`select * from public.${call}`, [id])
      await client.query('reset role')
      return {
        answer: JSON.stringify(answer.rows).replace(MADE, ''),
        has: await belongings(client, of),
      }
    } catch (error) {
      const { code, message } = error as { code: string; message: string }
      return { answer: [code, message], has: await belongings(pool, of) }
    }
  })

test.each(all)("%s does not tell another writer's from none", async (call, of) => {
  const unknown = await tried(stranger, call, randomUUID(), owner)
  expect(unknown.has).toEqual(await belongings(pool, owner))
  expect(await tried(stranger, call, await idOf(owner, of), owner)).toEqual(unknown)
})

test.each(all.filter(([, of]) => of !== 'a new work'))(
  '%s finds what is one’s own',
  async (call, of) => {
    const unknown = await tried(owner, call, randomUUID(), owner)
    expect(await tried(owner, call, await idOf(owner, of), owner)).not.toEqual(unknown)
  },
)

test.each(all)('%s is refused, or finds nothing, for who is not approved', async (call, of) => {
  const { answer, has } = await tried(pending, call, await idOf(pending, of), pending)
  expect(answer).toBeOneOf(['[]', '[{"attachment_text":null}]', ['42501', expect.any(String)]])
  expect(has).toEqual(await belongings(pool, pending))
})

test.each([
  'generation_allowance()',
  'list_examples()',
  'my_models()',
  "search_conversations('Talk')",
  "search_scripts('Planted')",
  'unsaved_texts()',
])('%s finds nothing for who is not approved, but for who is', async (call) => {
  const found = async (person: Person) =>
    (await attempt(pool, person.identity, `select * from public.${call}`)).count
  expect(await found(pending)).toBe(0)
  expect(await found(owner)).toBeGreaterThan(0)
})

test('every function with an id is among them, or for admins', async () => {
  const known = [...all.map(([call]) => call.split('(')[0]), ...others]
  const found = await pool.query<{ name: string; nulls: string }>(
    `select proname as name, array_to_string(array_fill('null'::text, array[pronargs::integer]), ', ') as nulls
     from pg_proc
     where pronamespace = 'public'::regnamespace and has_function_privilege('authenticated', oid, 'execute')
       and pg_get_function_arguments(oid) ~ 'uuid' and proname <> all ($1)`,
    [known],
  )
  for (const { name, nulls } of found.rows) {
    const given = name === 'change_role' ? "null, 'admin'" : nulls
    const { refusal } = await attempt(pool, stranger.identity, `select public.${name}(${given})`)
    expect([name, refusal]).toEqual([name, '42501'])
  }
})

import type { BrowserContextOptions } from '@playwright/test'
import { hashPassword } from '../../server/auth/passwords.ts'
import { sql } from '../support/browser/people.ts'
import { newClient } from '../support/client.ts'
import { ANSWER, BIBLE, BOARD, NOTED, PROPOSALS, REVIEWED, SCRIPTS } from './texts.ts'

/** What the browser's clock says in every picture. */
export const NOW = new Date('2026-03-10T10:30:00Z')

const PASSWORD = 'a good long password'
const PEOPLE = [
  'admin',
  'waiting',
  'beginner',
  'writer',
  'generating',
  'forgetful',
  'reviewing',
] as const
const USERS = ['agnes', 'bruno', 'carla', 'dmitri', 'esther', 'farid', 'greta'] as const

export type Person = (typeof PEOPLE)[number]
type Signed = {
  storageState: Exclude<BrowserContextOptions['storageState'], string | undefined>
  accessToken: string
  refreshToken: string
}
export type Fixture = { url: string; sessions: ReadonlyMap<Person, Signed> }

const id = (kind: number, number: number) =>
  `${kind}0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const idOf = (person: Person): string => id(1, PEOPLE.indexOf(person) + 1)
export const REVIEWED_SCRIPT = id(2, 20)
export const BOARD_SCRIPT = id(2, 21)
export const NOTED_SCRIPT = id(2, 22)
export const scriptId = (number: number): string => id(2, number)

/** Runs a statement without the triggers that set times and write the audit log. */
async function withoutTriggers(
  table: string,
  statement: string,
  values: unknown[] = [],
): Promise<void> {
  await sql(`alter table public.${table} disable trigger user`)
  await sql(statement, values)
  await sql(`alter table public.${table} enable trigger user`)
}

async function createPeople(): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  const everyone = [...PEOPLE.map((name) => idOf(name)), ...USERS.map((_, at) => id(1, 100 + at))]
  const emails = [...PEOPLE, ...USERS].map((name) => `${name}@example.com`)
  await sql(
    `insert into auth.users (id, email, encrypted_password, email_confirmed_at)
     select unnest($1::uuid[]), unnest($2::text[]), $3, now()`,
    [everyone, emails, hash],
  )
  await withoutTriggers(
    'profiles',
    `update public.profiles set
       role = case when email like 'admin%' then 'admin' else 'scriptwriter' end,
       approved = email !~ '^(waiting|carla|farid)',
       learning_loop_access = email ~ '^(writer|bruno)',
       created_at = '2026-02-01T09:00Z'::timestamptz
         + array_position($1::uuid[], id) * interval '26 hours 7 minutes'`,
    [everyone],
  )
  await sql(
    `insert into public.api_usage (user_id, monthly_generations)
     select unnest($1::uuid[]), unnest(array[12, 100, 3])`,
    [[idOf('writer'), id(1, 101), id(1, 103)]],
  )
  await sql(
    `insert into public.audit_log (at, actor_id, actor_email, action, user_id, user_email)
     select '2026-03-01T08:00Z'::timestamptz + n * interval '5 hours', $1, 'admin@example.com',
       (array['approved', 'learning_loop_granted', 'restricted', 'learning_loop_revoked'])[n % 4 + 1],
       p.id, p.email
     from generate_series(0, 11) as n
     join public.profiles p on p.id = ($2::uuid[])[n % 7 + 1]`,
    [idOf('admin'), USERS.map((_, at) => id(1, 100 + at))],
  )
}

async function createScripts(): Promise<void> {
  await withoutTriggers(
    'scripts',
    `insert into public.scripts (id, work_id, user_id, title, content, created_at, updated_at)
     select i, i, $1, t, to_jsonb(c), at, at from unnest($2::uuid[], $3::text[], $4::text[]) with ordinality
       as given (i, t, c, n), lateral (select '2026-03-09T18:20Z'::timestamptz - n * interval '31 hours' as at) as time`,
    [
      idOf('writer'),
      SCRIPTS.map((_, at) => scriptId(at + 1)),
      SCRIPTS.map(([title]) => title),
      SCRIPTS.map(([, content]) => content),
    ],
  )
  await withoutTriggers(
    'saved_scripts',
    `insert into public.saved_scripts (user_id, script_id, saved_at)
     select user_id, id, updated_at from public.scripts`,
  )
}

/** Lengths and tags of scripts. */
async function createTags(): Promise<void> {
  await withoutTriggers(
    'saved_scripts',
    `update public.saved_scripts as saved
     set pages = 112 / n, scenes = 84 / n, measured_at = scripts.updated_at
     from (select *, row_number() over (order by id)::int as n from public.scripts) as scripts
     where scripts.id = saved.script_id and scripts.preview <> ''`,
  )
  await sql(
    `with made as (
       insert into public.tags (user_id, name, color)
       select $1, name, color from unnest(array['feature', 'pilot', 'short'], array['red', 'blue', 'green'])
         as given (name, color)
       returning id, name
     )
     insert into public.script_tags (user_id, script_id, tag_id)
     select $1, tagged.script, made.id from made
     join (values ('feature', $2::uuid), ('pilot', $3), ('short', $4), ('pilot', $2)) as tagged (name, script)
       on tagged.name = made.name`,
    [idOf('writer'), scriptId(1), scriptId(2), scriptId(5)],
  )
}

async function createConversations(): Promise<void> {
  const titles = [
    'Chat: The Last Tram',
    'A lighthouse keeper who is afraid of the sea, and...',
    'Notes',
  ]
  await withoutTriggers(
    'chat_conversations',
    `insert into public.chat_conversations (id, user_id, script_id, title, created_at, updated_at)
     select i, $1, case when n = 1 then $2::uuid end, t, at, at
     from unnest($3::uuid[], $4::text[]) with ordinality as given (i, t, n),
       lateral (select '2026-03-09T19:00Z'::timestamptz - n * interval '40 hours' as at) as time`,
    [idOf('writer'), scriptId(1), titles.map((_, at) => id(3, at + 1)), titles],
  )
  const messages = [
    ['user', 'text', 'A heist on the last tram of the night. Two thieves who used to be married.'],
    ['ai', 'text', ANSWER],
    ['ai', 'stopped', 'Generation stopped by user.'],
    ['user', 'text', 'Make the conductor suspicious.'],
  ]
  for (const [at, [type, kind, content]] of messages.entries())
    await withoutTriggers(
      'chat_messages',
      `insert into public.chat_messages (id, user_id, conversation_id, type, kind, content, created_at)
       values ($1, $2, $3, $4, $5, $6, '2026-03-07T10:00Z'::timestamptz + $7 * interval '1 minute')`,
      [id(4, at + 1), idOf('writer'), id(3, 1), type, kind, content, at],
    )
}

async function createExamples(): Promise<void> {
  await sql(
    `insert into public.golden_examples (user_id, content, created_at)
     select $1, c, '2026-03-08T20:00Z'::timestamptz - n * interval '19 hours'
     from unnest($2::text[]) with ordinality as given (c, n)`,
    [idOf('writer'), SCRIPTS.map(([, content]) => content).filter((content) => content !== '')],
  )
}

/** Does what the triggers would have done for the saved scripts. */
async function createWorkingTexts(): Promise<void> {
  await withoutTriggers(
    'chat_conversations',
    `update public.chat_conversations as chats set work_id = scripts.work_id
     from public.scripts where scripts.id = chats.script_id`,
  )
  await sql(
    `select private.replace_text((private.open_work(user_id, work_id)).id, private.text_of(content), 'import')
     from public.scripts`,
  )
  for (const part of ['script_drafts', 'script_versions'])
    await sql(
      `update public.${part} as part set script_id = scripts.id
       from public.scripts where scripts.work_id = part.work_id and scripts.user_id = part.user_id`,
    )
  await withoutTriggers(
    'script_drafts',
    `update public.script_drafts as drafts set updated_at = scripts.updated_at
     from public.scripts where scripts.id = drafts.script_id`,
  )
}

/** A script of the person who reviews. */
const addScript = (script: string, title: string, content: string) =>
  sql(
    `insert into public.scripts (id, work_id, user_id, title, content) values ($1, $1, $2, $3, to_jsonb($4::text))`,
    [script, idOf('reviewing'), title, content],
  )

/** An answer under review, with the conversation that led to it. */
async function createReview(): Promise<void> {
  const person = idOf('reviewing')
  await addScript(REVIEWED_SCRIPT, REVIEWED.title, REVIEWED.before)
  await sql(
    `insert into public.chat_conversations (id, user_id, script_id, title) values ($1, $2, $3, $4)`,
    [id(3, 20), person, REVIEWED_SCRIPT, `Chat: ${REVIEWED.title}`],
  )
  await sql(
    `insert into public.generation_jobs (id, user_id, conversation_id, prompt, status, result, finished_at)
     values ($1, $2, $3, $4, 'completed', $5, now())`,
    [id(5, 1), person, id(3, 20), REVIEWED.prompt, REVIEWED.answer],
  )
  const messages = [
    ['user', REVIEWED.first, null],
    ['ai', REVIEWED.before, null],
    ['user', REVIEWED.prompt, null],
    ['ai', REVIEWED.answer, id(5, 1)],
  ]
  for (const [at, [type, content, job]] of messages.entries())
    await withoutTriggers(
      'chat_messages',
      `insert into public.chat_messages (id, user_id, conversation_id, type, content, job_id, created_at)
       values ($1, $2, $3, $4, $5, $6, '2026-03-09T10:00Z'::timestamptz + $7 * interval '1 minute')`,
      [id(4, 20 + at), person, id(3, 20), type, content, job, at],
    )
  await sql(`select private.apply_answer_text($1, $2, $3, '{}')`, [
    REVIEWED_SCRIPT,
    id(5, 1),
    REVIEWED.after,
  ])
}

/** A script with a board, entries and proposals. */
async function createBoard(): Promise<void> {
  await addScript(BOARD_SCRIPT, 'The Lisbon Job', BOARD)
  const person = idOf('reviewing')
  for (const [at, { kind, name, aliases, body, pinned, quotes }] of BIBLE.entries())
    await sql(
      `insert into public.story_entries (id, user_id, work_id, kind, name, aliases, body, pinned, sources)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [
        id(6, at + 1),
        person,
        BOARD_SCRIPT,
        kind,
        name,
        aliases,
        body,
        pinned,
        JSON.stringify(quotes),
      ],
    )
  for (const [at, { kind, name, body, quotes }] of PROPOSALS.entries())
    await sql(
      `insert into public.story_proposals (id, user_id, work_id, entry_id, kind, name, body, sources)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        id(7, at + 1),
        person,
        BOARD_SCRIPT,
        name === 'Rui' ? id(6, 1) : null,
        kind,
        name,
        body,
        JSON.stringify(quotes),
      ],
    )
}

/** A script with notes by everybody, and a reading that has ended. */
async function createNotes(): Promise<void> {
  const person = idOf('reviewing')
  await addScript(NOTED_SCRIPT, NOTED.title, NOTED.text)
  await sql(
    `insert into public.generation_jobs (id, user_id, prompt, status, result, finished_at)
     values ($1, $2, 'Story editor', 'completed', '', now())`,
    [id(5, 2), person],
  )
  await sql(
    `insert into public.readings
       (id, user_id, work_id, reader, name, scenes, parts, parts_read, found, dropped, summary, finished_at)
     values ($1, $2, $3, 'story-editor', 'Story editor', 3, 1, 1, 2, 1, $4, now())`,
    [id(5, 2), person, NOTED_SCRIPT, NOTED.summary],
  )
  for (const [at, { author, reader, quote, body, state }] of NOTED.notes.entries()) {
    const start = NOTED.text.indexOf(quote)
    await sql(
      `insert into public.script_notes (id, user_id, work_id, author, reader, start, "end", quote, body, state)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      [
        id(8, at + 1),
        person,
        NOTED_SCRIPT,
        author,
        reader,
        Math.max(0, start),
        start < 0 ? 0 : start + quote.length,
        quote,
        body,
        state,
      ],
    )
  }
}

/** A real session, kept where the web app keeps it, and valid by the browser's fixed clock. */
async function signIn(url: string, person: Person): Promise<Signed> {
  const client = await newClient(url)
  const { data, error } = await client.auth.signInWithPassword({
    email: `${person}@example.com`,
    password: PASSWORD,
  })
  if (error) throw error
  const stored = { ...data.session, expires_at: NOW.getTime() / 1000 + 86_400 }
  return {
    storageState: {
      cookies: [],
      origins: [
        {
          origin: url,
          localStorage: [{ name: 'script-writer-session', value: JSON.stringify(stored) }],
        },
      ],
    },
    accessToken: data.session.access_token,
    refreshToken: data.session.refresh_token,
  }
}

/** Fixed people, scripts and conversations with fixed times. */
export async function createFixture(url: string): Promise<Fixture> {
  await createPeople()
  await createScripts()
  await createConversations()
  await createExamples()
  await createWorkingTexts()
  await createTags()
  await createReview()
  await createBoard()
  await createNotes()
  const sessions = new Map<Person, Signed>()
  for (const person of PEOPLE) sessions.set(person, await signIn(url, person))
  return { url, sessions }
}

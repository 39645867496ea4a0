import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { readTables } from '../../../server/backup/catalogue.ts'
import { fileDatabase } from '../../support/database/test-database.ts'

/**
 * What the product does with the rows of a table: `true`, or why it does nothing with them. Backups have all tables but
 * those of `notBackedUp`. `live`: changes are announced. `download`: a person's rows are in the download of their data. `account`: they go with the
 * account.
 */
type Treatment = { live: true | string; download: true | string; account: true | string }

const secret = 'A secret, or a trace of one, that is of no use elsewhere.'
const derived = 'Computed from what is in the download.'
const server = 'Only the server reads it.'
const ofNobody = 'It is about the installation, not about a person.'
const administrators = 'Administrators keep it about people, and it outlives accounts.'
const asked = 'Pages ask for it when they show it.'
const followed = 'The row of its text is announced.'

const all: Treatment = { live: true, download: true, account: true }
const part = (of: string): Treatment => ({ live: followed, download: `In ${of}.`, account: true })
const session: Treatment = { live: server, download: secret, account: true }
const installation: Treatment = { live: server, download: ofNobody, account: ofNobody }

const limits: Treatment = { live: server, download: secret, account: 'Forgotten soon.' }

const tables: Record<string, Treatment> = {
  'auth.mail_requests': limits,
  'auth.mfa_challenges': session,
  'auth.mfa_factors': session,
  'auth.mfa_recovery_codes': session,
  'auth.one_time_tokens': session,
  'auth.rate_limits': limits,
  'auth.refresh_tokens': session,
  'auth.sessions': { live: asked, download: 'In account.json, by list_sessions.', account: true },
  'auth.users': { live: 'Its profile is announced.', download: 'Its profile is.', account: true },
  'private.ai_connections': installation,
  'private.ai_models': installation,
  'private.answers_about_texts': { live: server, download: derived, account: true },
  'private.attachment_pieces': part('attachments/'),
  'private.attachment_texts': part('attachments/'),
  'private.authorship_states': { live: server, download: derived, account: true },
  'private.backups': installation,
  'private.device_notices': session,
  'private.draft_changes': { live: server, download: derived, account: true },
  'private.draft_texts': part('working texts/'),
  'private.message_counts': {
    live: server,
    download: 'Counted again from the messages.',
    account: true,
  },
  'private.generation_inputs': { live: server, download: 'Gone when the job ends.', account: true },
  'private.invitation_tokens': session,
  'private.known_devices': session,
  'private.mail_outbox': { live: server, download: 'In the mailbox.', account: 'Gone when sent.' },
  'private.model_choices': { live: asked, download: ofNobody, account: true },
  'private.model_prices': installation,
  'private.notice_dismissals': {
    live: asked,
    download: 'A notice that was closed.',
    account: true,
  },
  'private.requested_changes': { live: server, download: derived, account: true },
  'private.script_memories': { live: server, download: derived, account: true },
  'private.script_pieces': part('histories/'),
  'private.settings': installation,
  'private.stored_texts': { live: server, download: derived, account: true },
  'private.text_steps': { live: server, download: derived, account: true },
  'private.usage_by_day': { live: asked, download: derived, account: true },
  'private.version_texts': part('histories/'),
  'public.answer_reviews': {
    live: true,
    download: 'What is left to look at; both texts are in histories/.',
    account: true,
  },
  'public.api_usage': { live: asked, download: true, account: true },
  'public.attachments': all,
  'public.audit_log': { live: asked, download: administrators, account: administrators },
  'public.chat_conversations': all,
  'public.chat_messages': {
    live: true,
    download: 'In conversations/, by branches_of.',
    account: true,
  },
  'public.generation_jobs': {
    live: true,
    download: 'What was asked and answered is in conversations/.',
    account: true,
  },
  'public.golden_examples': all,
  'public.invitations': { live: true, download: administrators, account: true },
  'public.notices': { live: true, download: ofNobody, account: ofNobody },
  'public.profiles': all,
  'public.prompts': all,
  'public.readings': all,
  'public.saved_scripts': { live: 'The scripts are announced.', download: derived, account: true },
  'public.script_drafts': all,
  'public.script_notes': { live: true, download: 'In notes/, by notes_of.', account: true },
  'public.script_tags': all,
  'public.script_versions': { live: followed, download: true, account: true },
  'public.scripts': all,
  'public.story_entries': all,
  'public.story_proposals': all,
  'public.tags': all,
  'public.writing_goals': { live: asked, download: true, account: true },
  'script_writer_meta.migrations': installation,
}

/** They begin anew: counts of the last minutes. */
const notBackedUp = new Set(['auth.rate_limits'])

let found: {
  name: string
  schema: string
  isSecured: boolean
  isAnnounced: boolean
  goes: boolean
}[]

const database = fileDatabase()

beforeAll(async () => {
  const { rows } = await database.pool.query<(typeof found)[number]>(
    `with recursive goes (oid) as (
       select 'auth.users'::regclass::oid
       union
       select conrelid from pg_constraint join goes on confrelid = goes.oid
       where contype = 'f' and confdeltype = 'c'
     )
     select nspname || '.' || relname as name, nspname as schema, relrowsecurity as "isSecured",
       exists (
         select from pg_trigger where tgrelid = pg_class.oid and tgfoid = 'private.announce'::regproc
       ) as "isAnnounced",
       pg_class.oid in (select oid from goes) as goes
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname !~ '^pg_' and nspname <> 'information_schema'
       and not exists (
         select from pg_depend
         where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e'
       )
     order by 1`,
  )
  found = rows
})

const namesOf = (wanted: (table: (typeof found)[number]) => boolean) =>
  found.filter(wanted).map(({ name }) => name)
const treated = (how: keyof Treatment) =>
  Object.keys(tables)
    .filter((name) => tables[name]?.[how] === true)
    .toSorted()

test('every table of the database is in the list above', () => {
  const listed = Object.keys(tables)
  const names = found.map(({ name }) => name)
  expect(
    names.filter((name) => !listed.includes(name)),
    'New tables: add each to `tables` in this file. Say whether its changes are announced (a trigger `announce`), whether it is in the download (server/functions/own-data/own-data.ts) and whether it goes with the account (a foreign key with `on delete cascade` that leads to auth.users), or why not. A table of `public` also belongs into expectations.ts, rows.ts and column-values.ts.',
  ).toEqual([])
  expect(
    listed.filter((name) => !names.includes(name)),
    'tables that are gone',
  ).toEqual([])
})

test('exactly the tables that are said to be live announce their changes', () => {
  expect(namesOf(({ isAnnounced }) => isAnnounced)).toEqual(treated('live'))
})

test('exactly the tables that are said to be in the download are read for it', () => {
  const source = readFileSync(
    path.join(import.meta.dirname, '../../../server/functions/own-data/own-data.ts'),
    'utf8',
  )
  const reads = (name: string) =>
    new RegExp(String.raw`\b${name.replace('.', String.raw`\.`)}\b`).test(source)
  expect(namesOf(({ name }) => reads(name))).toEqual(treated('download'))
})

test('exactly the tables that are said to go with an account do', () => {
  expect(namesOf(({ goes }) => goes)).toEqual(treated('account'))
})

test('a backup has every table', async () => {
  const client = await database.pool.connect()
  try {
    const backedUp = (await readTables(client)).map(({ schema, name }) => `${schema}.${name}`)
    expect(backedUp.toSorted()).toEqual(namesOf(({ name }) => !notBackedUp.has(name)).toSorted())
  } finally {
    client.release()
  }
})

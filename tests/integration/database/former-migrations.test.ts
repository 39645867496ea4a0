import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { loadBackup } from '../../../server/backup/load-backup.ts'
import { knownMigrations, migrate, readApplied } from '../../../server/database/migrate.ts'
import { schemaOf } from '../../support/database/schema-of.ts'
import { createTestDatabase, type TestDatabase } from '../../support/database/test-database.ts'
import { createAdmin } from '../../support/people.ts'
import { backUp, contentOf } from '../backup/backup-files.ts'

/** The names of all files that were replaced. They had led to the schema of today, so only the records differ. */
const FORMER = readFileSync(
  path.join(import.meta.dirname, '../../support/database/former-migrations.txt'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => {
    const [part = '', file = ''] = line.split(' ')
    const checksum = createHash('sha256').update(file).digest('hex')
    return { part, file, version: file.slice(0, 14), checksum }
  })

/** Stand-ins for functions that the former files had made otherwise, or for processes of an even earlier version. */
const FORMER_FUNCTIONS = `
  -- Made by later migrations, which run again.
  drop table private.draft_changes;
  drop function private.has_answers(uuid), private.keep_changes(uuid, text, jsonb), private.kept_changes(uuid),
    private.branch_history(uuid, uuid), private.note_moves(uuid, uuid, text, jsonb);
  drop index public.script_versions_of_answers;
  alter table private.version_texts drop column changes;
  drop trigger answer_as_the_first on public.generation_jobs;
  drop function private.answer_as(uuid, text), private.answer_as_the_first(), private.speaker_of(uuid);
  alter table public.generation_jobs drop column answer_as;
  drop function private.notes_to_read(uuid), private.text_of_reading(uuid),
    public.add_note(uuid, text, integer, integer, text), public.notes_of(uuid),
    private.check_count_of_notes(uuid, uuid, integer), private.has_notes(uuid), private.follow_text(uuid, jsonb, text),
    private.place_of(text, text, integer, int4multirange, integer), private.splices_between(bigint[], bigint[]),
    private.common_start(text, text), private.in_units(text),
    private.store_notes(
      uuid, integer, integer, text[], jsonb, integer, text, text, jsonb, text, integer, integer, integer, interval
    );
  drop table public.script_notes;
  drop function private.keep_words_of_others();
  drop function private.set_text(uuid, bigint[], text, text, jsonb);
  create function private.set_text(
    draft_id uuid, pieces bigint[], origin text default null, written text default null
  ) returns void
    language sql as '';
  drop function public.accept_proposals(uuid[]), public.reject_proposals(uuid[], boolean), public.import_bible(uuid, jsonb), private.bible_to_read(uuid),
    private.store_proposals(
      uuid, integer, integer, text[], jsonb, integer, jsonb, text, integer, integer, integer, interval
    ),
    private.was_proposed(public.readings, public.story_entries, jsonb, jsonb), private.joined_sources(jsonb, jsonb),
    private.bible_for_generation(uuid);
  drop table public.story_proposals, public.story_entries;
  drop function private.begin_bible(), private.are_names(text[], integer, integer);
  alter table private.script_memories drop constraint notes_are_at_most_1_mb,
    add column characters jsonb not null default '[]';
  alter table private.script_memories add constraint notes_are_at_most_1_mb
    check (octet_length(synopses::text) + octet_length(characters::text) <= 1048576);
  drop function private.request_second(uuid, uuid), private.unapplied(jsonb), private.answer_to_use(uuid),
    private.cancel_generations(uuid, text);
  alter table public.generation_jobs drop column compared;
  drop trigger finish_reading on public.generation_jobs;
  drop function private.finish_reading_row(), private.text_to_read(uuid, text), private.claim_reading(interval),
    private.request_reading(uuid, text, text, text, jsonb, uuid, text, jsonb), private.lock_count_of(uuid),
    private.refund_calls(uuid), private.stop_reading(uuid, text), private.complete_reading(uuid, integer, text),
    private.note_part(
      uuid, integer, integer, text[], integer, integer, jsonb, text, integer, integer, integer, interval
    );
  drop table public.readings;
  drop function private.attachments_for_generation(uuid), public.attachment_text(uuid),
    public.add_attachment(uuid, text, text, text), public.open_text(uuid, uuid);
  create function public.open_text(script_id uuid default null, conversation_id uuid default null)
    returns table (work_id uuid, revision integer, saved_at timestamptz, text text)
    language sql as 'select null::uuid, 0, null::timestamptz, null::text';
  drop table private.attachment_texts, private.attachment_pieces, public.attachments;
  drop function private.drop_attachment_pieces(), private.text_of_attachment(bigint[]);
  drop table public.prompts;
  drop function private.limit_prompts();
  alter table private.generation_inputs drop column parts;
  alter table public.generation_jobs drop column calls, drop column calls_used;
  drop function private.record_context(uuid, integer, uuid[], jsonb);
  create function private.record_examples(a uuid, b integer, c uuid[]) returns boolean language sql as 'select true';
  alter table public.generation_jobs drop column context;
  drop trigger place_message on public.chat_messages;
  drop trigger show_message on public.chat_messages;
  drop trigger mend_branches on public.chat_messages;
  drop function public.branches_of(uuid), private.place_message(), private.show_message(), private.mend_branches(),
    private.path_to(uuid), private.end_of_branch(uuid), private.shown_leaf(uuid), private.set_leaf(uuid, uuid),
    private.change_of(public.chat_messages, uuid), private.branch_steps(uuid, uuid),
    private.leave_answers(uuid, uuid, uuid, text), private.plan_branch(uuid, uuid, boolean, uuid),
    private.follow_branch(uuid, jsonb), private.show_branch(uuid, jsonb), private.replaced_answers(uuid);
  alter policy "writers read their own messages" on public.chat_messages
    using (user_id = (select auth.uid()) and (select private.is_approved()));
  alter table public.chat_messages drop column parent_id, drop column shown, drop column left_version,
    drop column next_version;
  alter table public.chat_conversations drop column leaf_id;
  drop index public.one_generation_at_a_time_in_a_conversation;
  alter table public.generation_jobs drop column parent_id, drop column branches, drop column version_id,
    drop column target_start, drop column target_end, drop column alternatives;
  create unique index one_generation_at_a_time_in_a_conversation
    on public.generation_jobs (conversation_id) where status in ('pending', 'processing');
  alter table private.generation_inputs drop column kept_lines;
  alter table public.answer_reviews drop column shown;
  drop function public.set_writing_goal(date, integer, text), public.note_typed_words(date, uuid, integer),
    private.check_writing_day(date);
  drop table public.writing_goals;
  alter table public.generation_jobs drop column mode;
  drop function public.rename_script(uuid, text), public.duplicate_script(uuid),
    public.delete_scripts(uuid[], boolean);
  drop trigger keep_text_times on public.script_drafts;
  drop function private.keep_text_times();
  drop trigger keep_times on public.script_drafts;
  create trigger keep_times before insert or update on public.script_drafts
    for each row execute function private.keep_times();
  -- keep_saved_at names the columns, and no row is written before it is made again.
  alter table public.saved_scripts drop column pages, drop column scenes, drop column measured_at;
  drop table public.script_tags, public.tags;
  drop function private.limit_tags();
  alter table private.generation_inputs drop column version_id, alter column current_script set not null;
  drop function private.check_target(text, integer, integer);
  drop function private.request_generation(
    text, text, uuid, text, uuid, integer, integer, text, integer, uuid, uuid, integer, uuid, text, boolean, jsonb
  );
  drop function private.text_at(uuid, integer);
  drop function public.save_script(text, jsonb, uuid, uuid, timestamptz, boolean, uuid, uuid, integer);
  create function public.save_script(
    a text, b jsonb, c uuid, d uuid, e timestamptz, f boolean, g uuid, h uuid
  ) returns public.scripts language sql as 'select null::public.scripts';
  drop trigger give_one_id on public.scripts;
  drop function private.give_one_id();
  drop function public.unsaved_texts(), public.delete_unsaved_text(uuid);
  drop function private.check_parts(text, boolean), private.store_texts(uuid, text[], boolean, boolean);
  drop function private.count_added_pieces(), private.count_removed_pieces(), private.count_version(),
    private.check_text_quota() cascade;
  drop function private.piece_bytes(text), private.version_bytes(bigint[]), private.set_text_quota(integer),
    private.has_new_version(uuid);
  drop table private.stored_texts;
  -- Dropped by a later migration.
  create table private.unreachable_texts (
    user_id uuid not null, work_id uuid not null, primary key (user_id, work_id),
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade
  );
  create function private.claim_generation(lease interval) returns integer language sql as 'select 0';
  create function private.end_overdue_generations(a text, b text) returns integer language sql as 'select 0';
  create function private.complete_generation(
    a uuid, b integer, c text, d text, e text, f text, g text, h text, i boolean, j uuid[], k text, l integer,
    m integer
  ) returns text language sql as 'select null';
  create function private.request_generation(a text, b text, c uuid, d text, e uuid) returns uuid
    language sql as 'select null::uuid';
  create or replace function private.preview_of(content jsonb) returns text
    language sql immutable as 'select ''former''';`

const silent = pino({ level: 'silent' })
const records = async (pool: Pool) => {
  const client = await pool.connect()
  try {
    return await readApplied(client)
  } finally {
    client.release()
  }
}
const inOrder = () =>
  knownMigrations().toSorted((a, b) => (a.part + a.version < b.part + b.version ? -1 : 1))

/** A database with an account and a script, as the former files left it, without the migrations named. */
async function formerDatabase(without: readonly string[] = []): Promise<TestDatabase> {
  const database = await createTestDatabase()
  const { pool } = database
  await createAdmin(pool, 'anna')
  await pool.query(`insert into public.scripts (user_id, title, content)
    select id, 'One', to_jsonb('INT. ROOM - DAY'::text) from public.profiles`)
  await pool.query(FORMER_FUNCTIONS)
  await pool.query('delete from script_writer_meta.migrations')
  await pool.query(
    `insert into script_writer_meta.migrations (part, version, file, checksum)
     select part, version, file, checksum
     from json_populate_recordset(null::script_writer_meta.migrations, $1)`,
    [JSON.stringify(FORMER.filter(({ version }) => !without.includes(version)))],
  )
  return database
}

/** Records of migrations, and what later migrations count, add to and drop. */
const OTHERS = new Set<unknown>([
  'migrations',
  'answer_reviews',
  'attachment_pieces',
  'attachment_texts',
  'attachments',
  'chat_conversations',
  'chat_messages',
  'prompts',
  'readings',
  'saved_scripts',
  'script_tags',
  'tags',
  'generation_inputs',
  'generation_jobs',
  'script_memories',
  'script_notes',
  'stored_texts',
  'story_entries',
  'story_proposals',
  'unreachable_texts',
  'writing_goals',
])

/** The rows of all tables that the former files had made. */
async function rowsOf({ url }: TestDatabase) {
  const { tables, sequences } = contentOf(await backUp({ connectionString: url }))
  return {
    tables: tables.filter((table) => !('name' in table && OTHERS.has(table.name))),
    sequences: sequences.filter(
      (one) => !('name' in one && OTHERS.has(String(one.name).replace(/_id_seq$/, ''))),
    ),
  }
}

/** How many texts the later migration has counted. */
const counted = async ({ pool }: TestDatabase) =>
  (await pool.query('select from private.stored_texts where bytes > 0')).rowCount

test('a database at the last former migration continues with the files of today and the same data', async () => {
  const former = await formerDatabase()
  const before = await rowsOf(former)
  await migrate({ connectionString: former.url }, silent)
  expect(await records(former.pool)).toEqual(inOrder())
  expect(await rowsOf(former)).toEqual(before)
  expect(await counted(former)).toBe(1)
  expect(await schemaOf(former.pool)).toEqual(await schemaOf((await createTestDatabase()).pool))
  await migrate({ connectionString: former.url }, silent)
  expect(await records(former.pool)).toEqual(inOrder())
})

test.for([
  ['product', '20261118005000'],
  ['platform', '20261115000820'],
])(
  'a database before the last former migration of the %s is refused, unchanged',
  async ([, last = '']) => {
    const former = await formerDatabase([last])
    const before = await records(former.pool)
    await expect(migrate({ connectionString: former.url }, silent)).rejects.toThrow(
      `The database lacks the migration ${last}, from which on this version upgrades: first start a version whose migrations end with that number, once; nothing was changed`,
    )
    expect(await records(former.pool)).toEqual(before)
  },
)

test('a backup from the last former migration is restored with the same data', async () => {
  const former = await formerDatabase()
  const backup = await backUp({ connectionString: former.url })
  expect(backup.manifest.migrations).toHaveLength(FORMER.length)
  const empty = await createTestDatabase('empty')
  await loadBackup({ connectionString: empty.url }, backup)
  expect(await records(empty.pool)).toEqual(inOrder())
  expect(await rowsOf(empty)).toEqual(await rowsOf(former))
  expect(await counted(empty)).toBe(1)
  expect(await schemaOf(empty.pool)).toEqual(await schemaOf((await createTestDatabase()).pool))
})

test('a backup from before the last former migration is refused, and nothing is changed', async () => {
  const former = await formerDatabase(['20261118003000', '20261118005000'])
  const backup = await backUp({ connectionString: former.url })
  const empty = await createTestDatabase('empty')
  await expect(loadBackup({ connectionString: empty.url }, backup)).rejects.toThrow(
    `${backup.file} lacks the migration 20261118005000, from which on this version restores: restore it with a version whose migrations end with that number, and make a backup there; nothing was changed`,
  )
  expect(await records(empty.pool)).toEqual([])
})

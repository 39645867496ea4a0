-- What a database needs to reach the present files of migrations/, besides their functions and grants, which are always
-- made again first (server/database/continue.ts). It begins with any state since 20261122000800_answer_as.sql, so each
-- statement may find its work done. A change of a table, a policy, a trigger or stored data goes here too; gone with the
-- first tagged release.

-- Answers are followed character by character (20261123000100).
alter table private.version_texts add column if not exists changes jsonb;
comment on column private.version_texts.changes is
  'What led from the version before to this one, if it is known: [{origin, splices, revision}], the revision of the text on '
  'which a request began; [{parts}] of an answer; or [{moves, since}] of the parts of answers.';
do $$
begin
  if to_regclass('private.draft_changes') is null then
    create table private.draft_changes (
      id bigint generated always as identity primary key,
      draft_id uuid not null references public.script_drafts (id) on delete cascade,
      revision integer,
      origin text,
      splices jsonb,
      bytes integer not null
    );
    create index draft_changes_of_a_text on private.draft_changes (draft_id, id);
    create index script_versions_of_answers on public.script_versions (user_id, work_id) where job_id is not null;
  end if;
end
$$;
-- What was written before is not known.
insert into private.draft_changes (draft_id, bytes)
  select id, 0 from public.script_drafts
  where pending_origin is not null and private.has_answers(id)
    and not exists (select from private.draft_changes where draft_id = script_drafts.id);

-- Requests that changes name (20261123000150).
create table if not exists private.requested_changes (
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  revision integer not null,
  request text not null,
  before_version uuid,
  primary key (draft_id, revision)
);
comment on table private.requested_changes is 'The last 20 of each text.';
create or replace trigger note_request before update of revision on public.script_drafts
  for each row
  when (new.revision <> old.revision and coalesce(current_setting('script_writer.request', true), '') <> '')
  execute function private.note_request();

-- Bounded work (20261123000210 to 20261123000320).
alter table public.chat_messages
  drop constraint if exists withheld_is_a_known_reason,
  add constraint withheld_is_a_known_reason check (withheld in (
    'cut_off', 'stopped', 'placeholder', 'refusal', 'conversation', 'missing_scenes', 'empty',
    'overlap', 'too_large', 'script_deleted', 'question', 'unknown_scene', 'unseen_scene', 'duplicate_scene',
    'lost_heading', 'outside_target', 'missing_text', 'bad_tag', 'compared', 'too_slow'
  ));
alter table private.attachment_pieces add column if not exists terms integer[];
do $$
declare
  attached record;
begin
  -- Files that were attached whole are cut into passages.
  for attached in
    select texts.attachment_id, drafts
    from private.attachment_texts as texts join public.script_drafts as drafts on drafts.id = texts.draft_id
    where not exists (
      select from private.attachment_pieces where id = any (texts.pieces) and terms is not null
    )
  loop
    update private.attachment_texts as texts
      set pieces = private.store_attachment(attached.drafts, private.text_of_attachment(texts.pieces))
      where texts.attachment_id = attached.attachment_id;
  end loop;
  delete from private.attachment_pieces where id not in (select unnest(pieces) from private.attachment_texts);
end
$$;
alter table public.generation_jobs add column if not exists calls_sent integer
  constraint no_more_calls_are_sent_than_counted check (calls_sent between 0 and calls);
comment on column public.generation_jobs.calls_sent is
  'Of a reading: how many of its calls were sent to the model, each once, however often a worker had to repeat it. Null for a prompt.';
comment on column public.generation_jobs.calls_used is 'Of a reading: how many of its calls yielded something.';
update public.generation_jobs as jobs set calls_sent = readings.parts_read
  from public.readings
  where readings.id = jobs.id and jobs.status in ('pending', 'processing') and jobs.calls_sent is null;
create or replace trigger count_from_the_start after insert on public.readings
  for each row execute function private.count_from_the_start();
create or replace trigger count_read_part after update of parts_read on public.readings
  for each row execute function private.count_read_part();
drop trigger if exists show_message on public.chat_messages;
create table if not exists private.message_counts (
  conversation_id uuid primary key references public.chat_conversations (id) on delete cascade,
  messages integer not null
);
insert into private.message_counts
  select conversation_id, count(*) from public.chat_messages group by conversation_id
  on conflict do nothing;
create or replace trigger number_added after insert on public.chat_messages
  referencing new table as added
  for each statement execute function private.count_added_messages();
create or replace trigger number_gone after delete on public.chat_messages
  referencing old table as gone
  for each statement execute function private.count_gone_messages();
create or replace trigger limit_answers before insert on public.generation_jobs
  for each row when (new.branches and new.conversation_id is not null)
  execute function private.limit_answers();

-- Names without what turns the direction of writing (20261123000330). One that is empty then, or taken, gets the end of its
-- row's id.
do $$
declare
  kept record;
begin
  for kept in
    select * from (values
      ('tags', 'name', 40, 'a_tag_name_is_one_line_of_1_to_40_characters'),
      ('prompts', 'name', 80, 'a_prompt_name_is_one_line_of_1_to_80_characters'),
      ('story_entries', 'name', 100, 'an_entry_name_is_one_line_of_1_to_100_characters'),
      ('story_proposals', 'name', 100, 'a_proposed_name_is_one_line_of_1_to_100_characters'),
      ('script_notes', 'reader', 100, 'note_reader_is_a_name'),
      ('script_versions', 'label', 200, 'label_is_one_line_of_1_to_200_characters'),
      ('generation_jobs', 'answer_as', 100, 'answer_as_is_a_name')
    ) as columns (of_table, named, longest, rule)
  loop
    execute format('alter table public.%I disable trigger user', kept.of_table);
    execute format(
      $update$
        update public.%1$I set %2$I = private.trimmed(
            left(regexp_replace(%2$I, '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]', '', 'g'), %3$s - 13)
              || ' ' || right(id::text, 12)
          )
          where not private.is_name(%2$I, %3$s)
      $update$,
      kept.of_table, kept.named, kept.longest
    );
    execute format(
      'alter table public.%1$I drop constraint if exists %2$I, add constraint %2$I check (private.is_name(%3$I, %4$s))',
      kept.of_table, kept.rule, kept.named, kept.longest
    );
  end loop;
  update public.story_entries set aliases = '{}' where not private.are_names(aliases, 20, 100);
  update public.story_proposals set aliases = '{}' where not private.are_names(aliases, 20, 100);
  update public.script_notes
    set body = coalesce(nullif(private.without_turns(body), ''), '?') where body <> private.without_turns(body);
  alter table public.script_notes
    drop constraint if exists a_note_has_1_to_4000_characters,
    add constraint a_note_has_1_to_4000_characters check (
      private.trimmed(body) <> '' and char_length(body) <= 4000
      and body !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]' and body = private.without_turns(body)
    );
  -- A stored generated column keeps what the function of that day made of it.
  alter table public.scripts disable trigger user;
  update public.scripts set content = content where preview is distinct from private.preview_of(content);
  for kept in
    select * from unnest(array[
      'scripts', 'tags', 'prompts', 'story_entries', 'story_proposals', 'script_notes', 'script_versions',
      'generation_jobs'
    ]) as of_table
  loop
    execute format('alter table public.%I enable trigger user', kept.of_table);
  end loop;
end
$$;

-- What a template or a model's note brought is in the record as that (20261123000400).
alter table public.script_versions
  drop constraint if exists origin_is_known,
  add constraint origin_is_known
    check (origin in ('typed', 'pasted', 'template', 'answer', 'import', 'restore', 'merge'));
alter table public.script_drafts
  drop constraint if exists pending_origin_is_known,
  add constraint pending_origin_is_known
    check (pending_origin in ('typed', 'pasted', 'template', 'restore', 'import', 'merge'));
drop policy if exists "writers delete notes on their own scripts" on public.script_notes;
drop policy if exists "writers delete what no model noted on their own scripts" on public.script_notes;
create policy "writers delete what no model noted on their own scripts" on public.script_notes
  for delete to authenticated
  using (author <> 'model' and user_id = (select auth.uid()) and (select private.is_approved()));
create or replace trigger keep_what_is_read after insert on public.readings
  for each row execute function private.keep_what_is_read();

-- A note remembers what its words became (20261123000410).
alter table public.script_notes add column if not exists held text;
with texts as materialized (
  select drafts.user_id, drafts.work_id, private.in_units(private.text_of_pieces(texts.pieces)) as written
  from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
  where private.has_notes(drafts.id)
),
places as (
  select notes.id, notes.quote,
    replace(substr(texts.written, notes.start + 1, notes."end" - notes.start), E'\uFFFF', '') as there
  from texts join public.script_notes as notes on notes.user_id = texts.user_id and notes.work_id = texts.work_id
  where notes."end" > notes.start and notes."end" - notes.start <= 2000 and notes.held is null
)
update public.script_notes as notes set held = places.there from places
  where notes.id = places.id and places.there <> places.quote;

-- The words of a version are those that print (20261123000420).
create or replace trigger count_printed_words before insert on private.script_pieces
  for each row when (new.text ~* '\[\[|/\*|(^|\n)[ \t]*[#=]|(^|\n)(page setup|final draft|production lock)[ \t]*:')
  execute function private.count_printed_words();
update private.script_pieces set words = private.count_words(private.printed_part(text))
  where text ~* '\[\[|/\*|(^|\n)[ \t]*[#=]|(^|\n)(page setup|final draft|production lock)[ \t]*:';
update private.version_texts as texts set words = counted.words
from (
  select listed.version_id, coalesce(sum(stored.words), 0)::integer as words
  from (select version_id, unnest(pieces) as piece from private.version_texts) as listed
  join private.script_pieces as stored on stored.id = listed.piece
  group by listed.version_id
) as counted
where counted.version_id = texts.version_id and texts.words <> counted.words;

-- An account has a largest number of everything that a list or a search goes through (20261124000150).
create or replace trigger limit_added after insert on public.chat_conversations
  for each row execute function private.limit_conversations();
create or replace trigger limit_moved after update of script_id on public.chat_conversations
  for each row when (new.work_id <> old.work_id) execute function private.limit_conversations();
create or replace trigger limit_of_a_writer after insert on public.chat_conversations
  referencing new table as added
  for each statement execute function private.limit_rows_of_a_writer('10000', 'too_many_conversations');
create or replace trigger limit_of_a_writer after insert on public.scripts
  referencing new table as added
  for each statement execute function private.limit_rows_of_a_writer('10000', 'too_many_scripts');
create or replace trigger limit_of_a_writer after insert on public.golden_examples
  referencing new table as added
  for each statement execute function private.limit_rows_of_a_writer('500', 'too_many_examples');
create index if not exists chat_conversations_by_words on public.chat_conversations
  using gin (private.words_of(user_id, title)) with (gin_pending_list_limit = 1024);

-- A note keeps its place in a known text, and whoever reads it follows what has changed since (20261125002500).
alter table private.draft_texts add column if not exists steps_from integer not null default 0;
alter table public.script_notes add column if not exists revision integer not null default 0;
update public.script_notes as notes set revision = drafts.revision
  from public.script_drafts as drafts
  where notes.user_id = drafts.user_id and notes.work_id = drafts.work_id and notes.revision = 0;
alter table public.script_notes
  drop constraint if exists held_has_1_to_2000_characters,
  add constraint held_has_1_to_2000_characters check (held <> '' and char_length(held) <= 2000);
create table if not exists private.text_steps (
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  n integer not null,
  revision integer not null,
  step jsonb not null,
  bytes_before bigint not null,
  bytes bigint not null,
  primary key (draft_id, n)
);
create or replace trigger place_in_text before insert on public.script_notes
  for each row execute function private.place_in_text();

-- Rows in place of many parameters (20261125).
do $$
begin
  if to_regtype('private.connection_given') is null then
    create type private.connection_given as (
      id uuid, seen integer, name text, kind text, base_url text, new_key bytea, removes_key boolean
    );
  end if;
  if to_regtype('private.generation_request') is null then
    create type private.generation_request as (
      prompt text, current_script text, conversation_id uuid, idempotency_key text, continues uuid,
      target_start integer, target_end integer, mode text, alternatives integer, model_id uuid,
      script_id uuid, revision integer, message_id uuid, scope text, begins boolean, branch jsonb
    );
  end if;
  if to_regtype('private.written_answer') is null then
    create type private.written_answer as (
      job_id uuid, attempt integer, result text, written text, withheld text, new_text text,
      judged_hash text, first_text text, partly_applied boolean, other_texts text[], script text,
      changes jsonb, model text, input_tokens integer, output_tokens integer, cached_input_tokens
      integer
    );
  end if;
  if to_regtype('private.failed_generation') is null then
    create type private.failed_generation as (
      job_id uuid, attempt integer, code text, sentence text, already integer, more text, model text
    );
  end if;
  if to_regtype('private.reading_request') is null then
    create type private.reading_request as (
      work_id uuid, reader text, name text, text_hash text, parts jsonb, model_id uuid,
      idempotency_key text, scope jsonb
    );
  end if;
  if to_regtype('private.part_read') is null then
    create type private.part_read as (
      job_id uuid, attempt integer, part integer, scenes text[], context jsonb, model text,
      input_tokens integer, output_tokens integer, cached_input_tokens integer, lease interval
    );
  end if;
  if to_regtype('private.authorship_progress') is null then
    create type private.authorship_progress as (
      algorithm integer, versions integer, chain_hash text, answers integer, answers_hash text
    );
  end if;
end
$$;

-- Summaries are stored as what other readings find (20261125002400).
drop type if exists private.noted_memory cascade;

-- A message does not name the texts between which another branch was shown: nothing read them.
alter table public.chat_messages drop column if exists left_version, drop column if exists next_version;

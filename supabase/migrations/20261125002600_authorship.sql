-- Who wrote which words is computed from the versions (docs/authorship.md). Kept are the answers about a text
-- and what was computed so far.

-- Text that was pasted is compared with these, also after such a chat was deleted.
create table private.answers_about_texts (
  job_id uuid primary key references public.generation_jobs (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null
);

create index answers_about_a_text on private.answers_about_texts (user_id, work_id);

-- Whether a text is exactly an answer in a chat about it, and of which job.
create function private.answer_equal_to(person uuid, work_id uuid, written text)
  returns table (job_id uuid)
  language sql stable set search_path = '' as $$
  select messages.job_id
  from public.chat_conversations as chats
  join public.chat_messages as messages
    on messages.conversation_id = chats.id and messages.user_id = chats.user_id
  where chats.user_id = person and chats.work_id = answer_equal_to.work_id
    and messages.type = 'ai' and messages.kind = 'text'
    -- The length is known without reading the text.
    and octet_length(messages.content) = octet_length(written)
    and messages.content = written
  order by messages.created_at desc
  limit 1
$$;

-- Remembers which answers a text got, also after their chat is deleted. Definer: nobody may write the table
-- directly.
create function private.remember_answer() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.answers_about_texts (job_id, user_id, work_id)
    select new.job_id, chats.user_id, chats.work_id
    from public.chat_conversations as chats
    where chats.id = new.conversation_id
    on conflict do nothing;
  return null;
end
$$;

create trigger remember_answer after insert on public.chat_messages
  for each row when (new.type = 'ai' and new.kind = 'text' and new.job_id is not null)
  execute function private.remember_answer();

-- What was computed so far, so that only new versions are read. It says what it was computed from and by
-- which rules; anything else is computed again.
create table private.authorship_states (
  draft_id uuid primary key references public.script_drafts (id) on delete cascade,
  algorithm integer not null,
  versions integer not null,
  chain_hash text not null,
  answers integer not null,
  answers_hash text not null,
  state bytea not null
);

-- Everything about a text but its older versions' words, as of one moment; what a model noted counts as its
-- answers do. No row if it does not exist or is somebody else's. Definer: the texts are in tables that nobody
-- may read.
create function private.authorship_head(script_id uuid, work_id uuid)
  returns table (head jsonb, text text, known jsonb)
  language sql stable security definer set search_path = '' as $$
  with drafts as (
    select all_drafts.* from public.script_drafts as all_drafts
    where (select private.is_approved())
      and all_drafts.user_id = (select auth.uid())
      and all_drafts.work_id = case
        when authorship_head.script_id is null then authorship_head.work_id
        else (
          select scripts.work_id from public.scripts
          where scripts.id = authorship_head.script_id and scripts.user_id = (select auth.uid())
        )
      end
  ),
  versions as (
    select all_versions.* from drafts
    join public.script_versions as all_versions
      on all_versions.user_id = drafts.user_id and all_versions.work_id = drafts.work_id
  ),
  answers as (
    select jobs.id, jobs.finished_at, private.text_hash(jobs.partial_text) as text_hash
    from drafts
    join public.generation_jobs as jobs on jobs.user_id = drafts.user_id
    where jobs.finished_at is not null and jobs.partial_text <> ''
      and (
        jobs.id in (
          select about.job_id from private.answers_about_texts as about
          where about.user_id = drafts.user_id and about.work_id = drafts.work_id
        )
        or jobs.conversation_id in (
          select chats.id from public.chat_conversations as chats
          where chats.user_id = drafts.user_id and chats.work_id = drafts.work_id
        )
      )
    union all
    -- What a reading says is there when the note is, long before the reading ends.
    select notes.job_id, notes.created_at, private.text_hash(readings.name || ': ' || notes.body)
    from drafts
    join public.script_notes as notes on notes.user_id = drafts.user_id and notes.work_id = drafts.work_id
    join public.readings on readings.id = notes.job_id
    where notes.author = 'model'
  )
  select
    jsonb_build_object(
      'createdAt', private.exact_time(clock_timestamp()),
      'userId', drafts.user_id, 'workId', drafts.work_id,
      'script', (
        select jsonb_build_object('id', scripts.id, 'title', scripts.title) from public.scripts
        where scripts.user_id = drafts.user_id and scripts.work_id = drafts.work_id
      ),
      'versions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', versions.id, 'number', versions.number,
          'created_at', private.exact_time(versions.created_at),
          'origin', versions.origin, 'label', versions.label, 'job_id', versions.job_id,
          'text_hash', versions.text_hash, 'chain_hash', versions.chain_hash
        ) order by versions.number), '[]') from versions
      ),
      'jobs', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', jobs.id, 'model', jobs.model, 'created_at', private.exact_time(jobs.created_at)
        )), '[]')
        from public.generation_jobs as jobs
        where jobs.user_id = drafts.user_id
          and jobs.id in (select answers.id from answers union select versions.job_id from versions)
      ),
      'answers', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'job_id', answers.id,
          'created_at', private.exact_time(answers.finished_at),
          'text_hash', answers.text_hash
        ) order by answers.finished_at, answers.id, answers.text_hash), '[]') from answers
      ),
      'text_hash', drafts.text_hash,
      'pending', case when drafts.pending_origin is not null then
        jsonb_build_object('origin', drafts.pending_origin, 'since', private.exact_time(drafts.pending_since))
      end
    ),
    private.text_of_pieces(texts.pieces),
    (
      select to_jsonb(states) - 'draft_id' - 'state' from private.authorship_states as states
      where states.draft_id = drafts.id
    )
  from drafts
  join private.draft_texts as texts on texts.draft_id = drafts.id
$$;
grant execute on function private.authorship_head(uuid, uuid) to authenticated;

-- What was computed so far. Definer: see above.
create function private.authorship_state(work_id uuid, chain_hash text, answers_hash text)
  returns table (state bytea)
  language sql stable security definer set search_path = '' as $$
  select states.state
  from public.script_drafts as drafts
  join private.authorship_states as states on states.draft_id = drafts.id
  where (select private.is_approved())
    and drafts.user_id = (select auth.uid()) and drafts.work_id = authorship_state.work_id
    and states.chain_hash = authorship_state.chain_hash
      and states.answers_hash = authorship_state.answers_hash
$$;
grant execute on function private.authorship_state(uuid, text, text) to authenticated;

-- How much of a text's history was computed.
create type private.authorship_progress as (
  algorithm integer, versions integer, chain_hash text, answers integer, answers_hash text
);

-- Keeps what was computed so far. Definer: nobody may write the table directly.
create function private.keep_authorship_state(
  known private.authorship_progress, work_id uuid, state bytea
) returns void
  language sql security definer set search_path = '' as $$
  insert into private.authorship_states (draft_id, algorithm, versions, chain_hash, answers, answers_hash,
    state)
    select drafts.id, known.algorithm, known.versions, known.chain_hash, known.answers, known.answers_hash,
      keep_authorship_state.state
    from public.script_drafts as drafts
    where (select private.is_approved())
      and drafts.user_id = (select auth.uid()) and drafts.work_id = keep_authorship_state.work_id
    on conflict (draft_id) do update set
      algorithm = excluded.algorithm,
      versions = excluded.versions,
      chain_hash = excluded.chain_hash,
      answers = excluded.answers,
      answers_hash = excluded.answers_hash,
      state = excluded.state
$$;
grant execute on function private.keep_authorship_state(private.authorship_progress, uuid, bytea)
  to authenticated;

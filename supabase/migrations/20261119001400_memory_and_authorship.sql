-- What the model noted about a long text, for the outline in its prompts: a synopsis of each scene, by the hash of
-- the scene's text, so that a scene keeps it from version to version, and who the characters are. Only the server
-- reads and writes it. It goes with its text, and so with the account.
create table private.script_memories (
  user_id uuid not null,
  work_id uuid not null,
  -- The text that the notes are about; null until they are finished.
  text_hash text,
  synopses jsonb not null default '{}',
  characters jsonb not null default '[]',
  tried_at timestamptz not null default clock_timestamp(),
  -- Since notes were last finished.
  tries integer not null default 0,
  -- What it cost: not part of the writer's use.
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (user_id, work_id),
  foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade,
  constraint notes_are_at_most_1_mb
    check (octet_length(synopses::text) + octet_length(characters::text) <= 1048576)
);

-- When a text may be looked at again: after ten minutes, and after failures later and later.
create function private.memory_is_due(memory private.script_memories) returns boolean
  language sql stable set search_path = ''
as $$
  select memory.tried_at < clock_timestamp() - interval '10 minutes' * power(2, least(greatest(memory.tries - 1, 0), 7))
$$;

-- A text whose notes may be out of date, for one process; no row if there is none. Only texts that their writer has
-- asked the model about, and that changed today.
create function private.claim_script_memory()
  returns table (user_id uuid, work_id uuid, text_hash text, text text, synopses jsonb, characters jsonb)
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
  claimed private.script_memories;
begin
  select drafts.* into draft
    from public.script_drafts as drafts
    join public.profiles on profiles.id = drafts.user_id and profiles.approved
    join private.draft_texts as texts on texts.draft_id = drafts.id
    left join private.script_memories as memories
      on memories.user_id = drafts.user_id and memories.work_id = drafts.work_id
    where drafts.updated_at > clock_timestamp() - interval '1 day'
      -- A text of 40 KB or 20 scenes has more.
      and cardinality(texts.pieces) >= 10
      and memories.text_hash is distinct from drafts.text_hash
      and (memories.user_id is null or private.memory_is_due(memories))
      and exists (
        select from public.chat_conversations as chats
        join public.generation_jobs as jobs on jobs.conversation_id = chats.id
        where chats.user_id = drafts.user_id and chats.work_id = drafts.work_id
      )
    order by drafts.updated_at
    limit 1;
  if not found then
    return;
  end if;
  -- No row if another process was faster.
  insert into private.script_memories as memories (user_id, work_id, tries) values (draft.user_id, draft.work_id, 1)
    on conflict (user_id, work_id) do update set tried_at = clock_timestamp(), tries = memories.tries + 1
      where private.memory_is_due(memories)
    returning * into claimed;
  if not found then
    return;
  end if;
  return query
    select draft.user_id, draft.work_id, draft.text_hash, private.text_of_pieces(texts.pieces),
        claimed.synopses, claimed.characters
      from private.draft_texts as texts where texts.draft_id = draft.id;
end
$$;

-- Without a hash the notes are not finished, and the text is claimed again. Nothing if the text was deleted.
create function private.store_script_memory(
  person uuid,
  work uuid,
  text_hash text,
  synopses jsonb,
  characters jsonb,
  model text,
  input_tokens bigint,
  output_tokens bigint,
  cached_input_tokens bigint
) returns void
  language sql set search_path = ''
as $$
  -- The person first, as everywhere.
  select private.lock_person(person);
  update private.script_memories as memories
    set text_hash = store_script_memory.text_hash,
      synopses = store_script_memory.synopses,
      characters = store_script_memory.characters,
      tries = case when store_script_memory.text_hash is null then memories.tries else 0 end,
      input_tokens = memories.input_tokens + store_script_memory.input_tokens,
      output_tokens = memories.output_tokens + store_script_memory.output_tokens
    where memories.user_id = person and memories.work_id = work;
  -- Notes are no generation.
  select private.add_usage(
      (clock_timestamp() at time zone 'utc')::date,
      id,
      store_script_memory.model,
      0,
      0,
      store_script_memory.input_tokens,
      store_script_memory.output_tokens,
      store_script_memory.cached_input_tokens
    )
    from public.profiles
    -- Not if the account was deleted meanwhile.
    where id = person and store_script_memory.input_tokens + store_script_memory.output_tokens > 0
$$;

-- The notes on the text that a generation is about.
create function private.memory_for_generation(job_id uuid) returns table (synopses jsonb, characters jsonb)
  language sql stable set search_path = ''
as $$
  select memories.synopses, memories.characters
  from public.generation_jobs as jobs
  join public.chat_conversations as chats on chats.id = jobs.conversation_id
  join private.script_memories as memories on memories.user_id = jobs.user_id and memories.work_id = chats.work_id
  where jobs.id = memory_for_generation.job_id
$$;

-- Who wrote which words is computed from the versions (docs/authorship.md). Text that was pasted is compared
-- with the answers in the chats about a text, also after such a chat was deleted.
create table private.answers_about_texts (
  job_id uuid primary key references public.generation_jobs (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null
);

create index answers_about_a_text on private.answers_about_texts (user_id, work_id);

-- Definer: nobody may write the table directly.
create function private.remember_answer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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

-- Everything about a text but its older versions' words, as of one moment. No row if it does not exist or is
-- somebody else's. Definer: the texts are in tables that nobody may read.
create function private.authorship_head(script_id uuid, work_id uuid)
  returns table (head jsonb, text text, known jsonb)
  language sql stable security definer set search_path = ''
as $$
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
  )
  select
    jsonb_build_object(
      'createdAt', private.exact_time(clock_timestamp()),
      'userId', drafts.user_id,
      'workId', drafts.work_id,
      'script', (
        select jsonb_build_object('id', scripts.id, 'title', scripts.title) from public.scripts
        where scripts.user_id = drafts.user_id and scripts.work_id = drafts.work_id
      ),
      'versions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', versions.id,
          'number', versions.number,
          'created_at', private.exact_time(versions.created_at),
          'origin', versions.origin,
          'label', versions.label,
          'job_id', versions.job_id,
          'text_hash', versions.text_hash,
          'chain_hash', versions.chain_hash
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
        ) order by answers.finished_at, answers.id), '[]') from answers
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
create function private.authorship_state(work_id uuid, chain_hash text, answers_hash text) returns table (state bytea)
  language sql stable security definer set search_path = ''
as $$
  select states.state
  from public.script_drafts as drafts
  join private.authorship_states as states on states.draft_id = drafts.id
  where (select private.is_approved())
    and drafts.user_id = (select auth.uid()) and drafts.work_id = authorship_state.work_id
    and states.chain_hash = authorship_state.chain_hash and states.answers_hash = authorship_state.answers_hash
$$;
grant execute on function private.authorship_state(uuid, text, text) to authenticated;

-- Definer: nobody may write the table directly.
create function private.keep_authorship_state(
  work_id uuid, algorithm integer, versions integer, chain_hash text, answers integer, answers_hash text, state bytea
) returns void
  language sql security definer set search_path = ''
as $$
  insert into private.authorship_states (draft_id, algorithm, versions, chain_hash, answers, answers_hash, state)
    select drafts.id, keep_authorship_state.algorithm, keep_authorship_state.versions, keep_authorship_state.chain_hash,
      keep_authorship_state.answers, keep_authorship_state.answers_hash, keep_authorship_state.state
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
grant execute on function private.keep_authorship_state(uuid, integer, integer, text, integer, text, bytea) to authenticated;

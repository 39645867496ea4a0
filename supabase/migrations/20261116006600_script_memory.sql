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
  input_tokens bigint,
  output_tokens bigint
) returns void
  language sql set search_path = ''
as $$
  update private.script_memories as memories
    set text_hash = store_script_memory.text_hash,
      synopses = store_script_memory.synopses,
      characters = store_script_memory.characters,
      tries = case when store_script_memory.text_hash is null then memories.tries else 0 end,
      input_tokens = memories.input_tokens + store_script_memory.input_tokens,
      output_tokens = memories.output_tokens + store_script_memory.output_tokens
    where memories.user_id = person and memories.work_id = work
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

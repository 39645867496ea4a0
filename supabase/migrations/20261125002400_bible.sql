-- What a script's world consists of: entries of the writer, what a reading proposes, and what the model noted
-- about long texts.

create table public.story_entries (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  work_id uuid not null,
  kind text not null
    constraint entry_kind_is_known check (kind in ('character', 'place', 'thing', 'rule', 'thread')),
  name text not null
    constraint an_entry_name_is_one_line_of_1_to_100_characters check (private.is_name(name, 100)),
  aliases text[] not null default '{}'
    constraint aliases_are_at_most_20_names check (private.are_names(aliases, 20, 100)),
  body text not null default ''
    constraint an_entry_has_at_most_4000_characters check (char_length(body) <= 4000),
  pinned boolean not null default false,
  origin text not null default 'typed'
    constraint origin_is_typed_or_proposed check (origin in ('typed', 'proposed')),
  -- Quotes of the script as it was when they were stored: [{ "scene": "heading", "quote": "words" }].
  sources jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint story_entries_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade
);

create unique index an_entry_is_named_once on public.story_entries (user_id, work_id, kind, lower(name));

create trigger keep_times before insert or update on public.story_entries
  for each row execute function private.keep_times();

alter table public.story_entries enable row level security;
grant select, delete on public.story_entries to authenticated;
grant insert (user_id, work_id, kind, name, aliases, body, pinned), update (kind, name, aliases, body, pinned)
  on public.story_entries to authenticated;
create policy "writers read their own bible" on public.story_entries
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers add to their own bible" on public.story_entries
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers change their own bible" on public.story_entries
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers delete from their own bible" on public.story_entries
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- A text that was opened and has no letter yet may have a bible already. Definer: nobody writes drafts
-- directly.
create function private.begin_bible() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- As another person than the caller it is refused by the policy.
  if new.user_id = auth.uid() then
    perform private.open_work(new.user_id, new.work_id);
    if (select count(*) from public.story_entries where user_id = new.user_id
      and work_id = new.work_id) >= 500 then
      raise sqlstate 'PT400' using message = 'too_many_entries', hint = 'At most 500 entries in a bible.';
    end if;
  end if;
  return new;
end
$$;

create trigger begin_bible before insert on public.story_entries
  for each row execute function private.begin_bible();

-- Adds the entries of a file, as [{ kind, name, aliases, body, pinned }], or makes those of the same kind and
-- name as they are there; all of them or none, and at most as many as a bible has. With the rights of the
-- caller.
create function public.import_bible(work_id uuid, entries jsonb)
  returns table (added integer, changed integer, kept integer)
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  filed record;
  known public.story_entries;
begin
  added := 0;
  changed := 0;
  kept := 0;
  if jsonb_typeof(import_bible.entries) = 'array' then
    perform private.require_few(jsonb_array_length(import_bible.entries), 500, 'too_many_entries');
  end if;
  for filed in
    select kind, name, coalesce(aliases, '{}') as aliases, coalesce(body, '') as body,
      coalesce(pinned, false) as pinned
    from jsonb_to_recordset(import_bible.entries)
      as listed (kind text, name text, aliases text[], body text, pinned boolean)
  loop
    select * into known from public.story_entries as those
      where those.user_id = auth.uid() and those.work_id = import_bible.work_id
        and those.kind = filed.kind and lower(those.name) = lower(filed.name)
      for update;
    if not found then
      insert into public.story_entries (work_id, kind, name, aliases, body, pinned)
        values (import_bible.work_id, filed.kind, filed.name, filed.aliases, filed.body, filed.pinned);
      added := added + 1;
    elsif (known.name, known.aliases, known.body, known.pinned) = (filed.name, filed.aliases, filed.body,
      filed.pinned) then
      kept := kept + 1;
    else
      update public.story_entries
        set name = filed.name, aliases = filed.aliases, body = filed.body, pinned = filed.pinned
        where id = known.id;
      changed := changed + 1;
    end if;
  end loop;
  return next;
end
$$;
grant execute on function public.import_bible(uuid, jsonb) to authenticated;

-- What a reading proposes: a new entry, or another text for one. Rejected ones stay, so that they are not
-- proposed again.
create table public.story_proposals (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null,
  -- The reading; what it was given can be read there.
  job_id uuid,
  -- The entry to be changed; null for a new one.
  entry_id uuid references public.story_entries (id) on delete cascade,
  kind text not null
    constraint proposed_kind_is_known check (kind in ('character', 'place', 'thing', 'rule', 'thread')),
  name text not null
    constraint a_proposed_name_is_one_line_of_1_to_100_characters check (private.is_name(name, 100)),
  aliases text[] not null default '{}'
    constraint proposed_aliases_are_at_most_20_names check (private.are_names(aliases, 20, 100)),
  body text not null
    constraint a_proposal_has_at_most_4000_characters check (char_length(body) <= 4000),
  sources jsonb not null
    constraint a_proposal_cites_the_script check (jsonb_array_length(sources) between 1 and 20),
  state text not null default 'open'
    constraint state_is_open_or_rejected check (state in ('open', 'rejected')),
  created_at timestamptz not null default clock_timestamp(),
  constraint story_proposals_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade,
  constraint story_proposals_job_id_fkey
    foreign key (job_id, user_id) references public.generation_jobs (id, user_id) on delete set null (job_id)
);

create index story_proposals_of_a_text on public.story_proposals (user_id, work_id);
create index story_proposals_of_an_entry on public.story_proposals (entry_id);
create index story_proposals_of_a_job on public.story_proposals (job_id);
create unique index a_name_is_proposed_once on public.story_proposals (user_id, work_id, kind, lower(name))
  where state = 'open';

alter table public.story_proposals enable row level security;
grant select on public.story_proposals to authenticated;
grant update (name, aliases, body) on public.story_proposals to authenticated;
create policy "writers read what is proposed to them" on public.story_proposals
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers edit what is proposed to them" on public.story_proposals
  for update to authenticated
  using (user_id = (select auth.uid()) and state = 'open' and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and state = 'open' and (select private.is_approved()));

-- Quotes of two lists, each once, the newest 20.
create function private.joined_sources(older jsonb, newer jsonb) returns jsonb
  language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(source order by place), '[]') from (
    select source, place from (
      select source, max(place) as place
      from jsonb_array_elements(older || newer) with ordinality as listed (source, place)
      group by source
    ) as once
    order by place desc limit 20
  ) as newest
$$;

-- Puts proposals of the caller's into the bible, all of them or none. A new entry whose name the bible has by
-- now changes that one. Definer: where an entry comes from, and what it cites, is not for anybody to write.
create function public.accept_proposals(ids uuid[]) returns setof public.story_entries
  language plpgsql security definer set search_path = '' as $$
declare
  proposal public.story_proposals;
  entry public.story_entries;
begin
  perform private.require_approved();
  perform private.require_few(cardinality(ids), 500, 'too_many_ids');
  perform private.lock_person(auth.uid());
  for proposal in
    select * from public.story_proposals
    where id = any(ids) and user_id = auth.uid() and state = 'open'
    order by created_at, id for update
  loop
    perform private.lock_work(proposal.user_id, proposal.work_id);
    select * into entry from public.story_entries as entries
      where entries.user_id = proposal.user_id and entries.work_id = proposal.work_id
        and (entries.id = proposal.entry_id or entries.kind = proposal.kind
          and lower(entries.name) = lower(proposal.name))
      order by entries.id = proposal.entry_id desc limit 1
      for update;
    if found then
      update public.story_entries set
          aliases = coalesce((select array_agg(alias) from (
            select distinct on (lower(alias)) alias from unnest(entry.aliases || proposal.aliases) as alias
            where lower(alias) <> lower(entry.name) limit 20
          ) as listed), '{}'),
          body = proposal.body,
          sources = private.joined_sources(entry.sources, proposal.sources)
        where id = entry.id returning * into entry;
    else
      insert into public.story_entries (user_id, work_id, kind, name, aliases, body, origin, sources)
        values (
          proposal.user_id, proposal.work_id, proposal.kind, proposal.name, proposal.aliases, proposal.body,
            'proposed',
          proposal.sources
        )
        returning * into entry;
    end if;
    delete from public.story_proposals where id = proposal.id;
    return next entry;
  end loop;
end
$$;
grant execute on function public.accept_proposals(uuid[]) to authenticated;

-- Rejects proposals of the caller's. `undo` proposes again what was rejected by mistake, unless the same was
-- proposed since.
create function public.reject_proposals(ids uuid[], undo boolean default false) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  decided integer;
begin
  perform private.require_approved();
  perform private.require_few(cardinality(ids), 500, 'too_many_ids');
  perform private.lock_person(auth.uid());
  if undo then
    update public.story_proposals as refused set state = 'open'
      where id = any(ids) and user_id = auth.uid() and state = 'rejected'
        and not exists (
          select from public.story_proposals as open
          where open.user_id = refused.user_id and open.work_id = refused.work_id and open.kind = refused.kind
            and lower(open.name) = lower(refused.name) and open.state = 'open'
        );
  else
    update public.story_proposals set state = 'rejected'
      where id = any(ids) and user_id = auth.uid() and state = 'open';
  end if;
  get diagnostics decided = row_count;
  return decided;
end
$$;
grant execute on function public.reject_proposals(uuid[], boolean) to authenticated;

-- What a reading is told of the bible: entries, what is proposed already, and the names that were rejected.
create function private.bible_to_read(job_id uuid) returns table (entries jsonb, rejected jsonb)
  language sql stable set search_path = '' as $$
  select
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', known.kind, 'name', known.name, 'aliases', known.aliases, 'body', known.body
      ) order by known.created_at), '[]')
      from (
        select kind, name, aliases, body, created_at from public.story_entries as entries
          where entries.user_id = readings.user_id and entries.work_id = readings.work_id
            -- A changed text is proposed for it.
            and not exists (
              select from public.story_proposals as open
              where open.entry_id = entries.id and open.state = 'open'
            )
        union all
        select kind, name, aliases, body, created_at from public.story_proposals as open
          where open.user_id = readings.user_id and open.work_id = readings.work_id and open.state = 'open'
      ) as known
    ),
    (
      select coalesce(jsonb_agg(distinct jsonb_build_object('kind', kind, 'name', name)), '[]')
      from public.story_proposals as refused
      where refused.user_id = readings.user_id and refused.work_id = readings.work_id
        and refused.state = 'rejected'
        and refused.entry_id is null
    )
  from public.readings where readings.id = bible_to_read.job_id
$$;

-- Nothing new: the writer has it already, also as a proposal, or has rejected it. A new entry that was
-- rejected never returns; another text for an entry returns only with a quote that was not there before.
create function private.was_proposed(
  reading public.readings, known public.story_entries, proposal jsonb, cited jsonb
) returns boolean
  language sql stable set search_path = '' as $$
  select exists (
    select from public.story_proposals as open
    where open.user_id = reading.user_id and open.work_id = reading.work_id and open.state = 'open'
      and open.kind = proposal ->> 'kind' and lower(open.name) = lower(coalesce(known.name,
        proposal ->> 'name'))
      and open.body = proposal ->> 'body' and open.sources @> cited
  ) or case
    when known.id is null then exists (
      select from public.story_proposals as refused
      where refused.user_id = reading.user_id and refused.work_id = reading.work_id
        and refused.state = 'rejected'
        and refused.entry_id is null and refused.kind = proposal ->> 'kind'
        and lower(proposal ->> 'name') in (
          select lower(refused.name) union all select lower(alias) from unnest(refused.aliases) as alias
        )
    )
    when known.body = proposal ->> 'body' then true
    else not exists (
      select from jsonb_array_elements(cited) as source
      where source ->> 'quote' not in (
        select listed ->> 'quote' from jsonb_array_elements(known.sources) as listed
        union all
        select listed ->> 'quote'
          from public.story_proposals as refused, jsonb_array_elements(refused.sources) as listed
          where refused.entry_id = known.id and refused.state = 'rejected'
      )
    )
  end
$$;

-- Stores the proposals of a part as [{ kind, name, aliases, body, sources }]: `placed` with a quote that is
-- in the working text, character for character, and `stored` of them.
create function private.store_proposals(
  reading public.readings, written text, proposals jsonb, out placed integer, out stored integer
)
  language plpgsql set search_path = '' as $$
declare
  proposal jsonb;
  cited jsonb;
  known public.story_entries;
  open_count integer;
begin
  placed := 0;
  stored := 0;
  select count(*) into open_count from public.story_proposals as open
    where open.user_id = reading.user_id and open.work_id = reading.work_id and open.state = 'open';
  for proposal in select value from jsonb_array_elements(store_proposals.proposals) loop
    select coalesce(jsonb_agg(source), '[]') into cited
      from jsonb_array_elements(proposal -> 'sources') as source
      where strpos(written, source ->> 'quote') > 0;
    continue when cited = '[]';
    placed := placed + 1;
    -- By its name or an alias.
    select * into known from public.story_entries as entries
      where entries.user_id = reading.user_id and entries.work_id = reading.work_id
        and entries.kind = proposal ->> 'kind'
        and lower(proposal ->> 'name') in (
          select lower(entries.name) union all select lower(alias) from unnest(entries.aliases) as alias
        )
      order by entries.created_at limit 1;
    continue when private.was_proposed(reading, known, proposal, cited) or open_count + stored >= 500;
    insert into public.story_proposals as open (
        user_id, work_id, job_id, entry_id, kind, name, aliases, body, sources
      )
      values (
        reading.user_id, reading.work_id, reading.id, known.id,
        proposal ->> 'kind',
        coalesce(known.name, proposal ->> 'name'),
        (select coalesce(array_agg(alias), '{}')
          from jsonb_array_elements_text(proposal -> 'aliases') as alias),
        proposal ->> 'body',
        cited
      )
      on conflict (user_id, work_id, kind, lower(name)) where state = 'open' do update set
        job_id = excluded.job_id,
        aliases = case when excluded.aliases = '{}' then open.aliases else excluded.aliases end,
        body = excluded.body,
        sources = private.joined_sources(open.sources, excluded.sources);
    stored := stored + 1;
  end loop;
end
$$;

-- The bible for a prompt: pinned entries first, then the order of the last changes.
create function private.bible_for_generation(job_id uuid) returns jsonb
  language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
      'kind', entries.kind, 'name', entries.name, 'aliases', entries.aliases, 'body', entries.body,
      'pinned', entries.pinned
    ) order by entries.pinned desc, entries.updated_at desc, entries.id), '[]')
  from public.generation_jobs as jobs
  join public.chat_conversations as chats on chats.id = jobs.conversation_id
  join public.story_entries as entries on entries.user_id = jobs.user_id and entries.work_id = chats.work_id
  where jobs.id = bible_for_generation.job_id
$$;

-- What the model noted about a long text, for the outline in its prompts: a synopsis of each scene, by the
-- hash of the scene's text, so that a scene keeps it from version to version. A reading in the background,
-- which its writer neither asked for nor sees: this row is its job. It goes with its text, and so with the
-- account.
create table private.script_memories (
  user_id uuid not null,
  work_id uuid not null,
  -- The text that the notes are about; null until they are finished.
  text_hash text,
  synopses jsonb not null default '{}',
  tried_at timestamptz not null default clock_timestamp(),
  -- Since notes were last finished.
  tries integer not null default 0,
  -- What it cost: not part of the writer's use.
  input_tokens bigint not null default 0,
  output_tokens bigint not null default 0,
  primary key (user_id, work_id),
  foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade,
  constraint notes_are_at_most_1_mb check (octet_length(synopses::text) <= 1048576)
);

-- When a text may be looked at again: after ten minutes, and after failures later and later.
create function private.memory_is_due(memory private.script_memories) returns boolean
  language sql stable set search_path = '' as $$
  select memory.tried_at < clock_timestamp() - interval '10 minutes' * power(2,
    least(greatest(memory.tries - 1, 0), 7))
$$;

-- The next long text that nobody looks at, by its draft's id, as a reading that is not planned yet.
create function private.claim_summaries() returns table (
  id uuid, user_id uuid, reader text, current_script text, text_hash text, synopses jsonb, parts_read integer,
  context jsonb, attempt integer
)
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
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
  return query
    -- No row if another process was faster.
    with claimed as (
      insert into private.script_memories as memories (user_id, work_id, tries)
        select draft.user_id, draft.work_id, 1 where draft.id is not null
        on conflict (user_id, work_id) do update set tried_at = clock_timestamp(), tries = memories.tries + 1
          where private.memory_is_due(memories)
        returning *
    )
    select draft.id, draft.user_id, 'summaries', private.text_of_pieces(texts.pieces), draft.text_hash,
        claimed.synopses, 0, null::jsonb, claimed.tries
      from claimed join private.draft_texts as texts on texts.draft_id = draft.id;
end
$$;

-- What is known of the scenes that are summarized.
create function private.synopses_to_read(draft_id uuid) returns table (synopses jsonb)
  language sql stable set search_path = '' as $$
  select memories.synopses from public.script_drafts as drafts
  join private.script_memories as memories on memories.user_id = drafts.user_id
    and memories.work_id = drafts.work_id
  where drafts.id = draft_id
$$;

-- Stores what is known of the scenes after one more part, which the writer pays nothing for, and keeps the
-- text for another ten minutes. 'ended' if it was deleted, or another process has claimed it.
create function private.store_synopses(part_read private.part_read, known jsonb) returns text
  language plpgsql set search_path = '' as $$
declare
  draft public.script_drafts;
begin
  select * into draft from public.script_drafts where id = part_read.job_id;
  -- The person first, as everywhere.
  perform private.lock_person(draft.user_id);
  update private.script_memories as memories set
      synopses = store_synopses.known,
      tried_at = clock_timestamp(),
      input_tokens = memories.input_tokens + coalesce(part_read.input_tokens, 0),
      output_tokens = memories.output_tokens + coalesce(part_read.output_tokens, 0)
    where memories.user_id = draft.user_id and memories.work_id = draft.work_id
      and memories.tries = part_read.attempt;
  if not found then
    return 'ended';
  end if;
  perform private.add_usage(row(
    (clock_timestamp() at time zone 'utc')::date, draft.user_id, part_read.model, 0, 0,
    part_read.input_tokens, part_read.output_tokens, part_read.cached_input_tokens
  ));
  return 'stored';
end
$$;

-- All parts of the text with this hash were summarized, or it needs no summaries.
create function private.complete_summaries(draft_id uuid, current_attempt integer, text_hash text)
  returns boolean
  language plpgsql set search_path = '' as $$
begin
  update private.script_memories as memories set text_hash = complete_summaries.text_hash, tries = 0
    from public.script_drafts as drafts
    where drafts.id = draft_id and memories.user_id = drafts.user_id and memories.work_id = drafts.work_id
      and memories.tries = current_attempt;
  return found;
end
$$;

-- What is known of the scenes of the text that a job is about, by their hash.
create function private.synopses_for_generation(job_id uuid) returns jsonb
  language sql stable set search_path = '' as $$
  select memories.synopses
  from public.generation_jobs as jobs
  join public.chat_conversations as chats on chats.id = jobs.conversation_id
  join private.script_memories as memories on memories.user_id = jobs.user_id
    and memories.work_id = chats.work_id
  where jobs.id = synopses_for_generation.job_id
$$;

-- A list that is sent has at most as many members as what it is about can have.

create function private.require_few(members integer, most integer, what text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if members > most then
    raise sqlstate 'PT400' using message = what, hint = format('At most %s at once.', most);
  end if;
end
$$;
grant execute on function private.require_few(integer, integer, text) to authenticated;

-- As before, of at most 500 entries: a bible has no more.
create or replace function public.import_bible(work_id uuid, entries jsonb)
  returns table (added integer, changed integer, kept integer)
  language plpgsql set search_path = ''
as $$
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
    select kind, name, coalesce(aliases, '{}') as aliases, coalesce(body, '') as body, coalesce(pinned, false) as pinned
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
    elsif (known.name, known.aliases, known.body, known.pinned) = (filed.name, filed.aliases, filed.body, filed.pinned) then
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

-- As before, of at most 500 proposals: a text has no more that are open.
create or replace function public.accept_proposals(ids uuid[]) returns setof public.story_entries
  language plpgsql security definer set search_path = ''
as $$
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
        and (entries.id = proposal.entry_id or entries.kind = proposal.kind and lower(entries.name) = lower(proposal.name))
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
          proposal.user_id, proposal.work_id, proposal.kind, proposal.name, proposal.aliases, proposal.body, 'proposed',
          proposal.sources
        )
        returning * into entry;
    end if;
    delete from public.story_proposals where id = proposal.id;
    return next entry;
  end loop;
end
$$;

-- As before, of at most 500.
create or replace function public.reject_proposals(ids uuid[], undo boolean default false) returns integer
  language plpgsql security definer set search_path = ''
as $$
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

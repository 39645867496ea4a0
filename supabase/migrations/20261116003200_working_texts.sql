-- Everything that changes a text locks in one order: the person, the month's count, the script, the draft,
-- the conversation, the job. The script is locked because its deletion takes the draft along.
create function private.lock_work(person uuid, work_id uuid) returns public.script_drafts
  language plpgsql set search_path = ''
as $$
declare
  locked public.script_drafts;
begin
  perform private.lock_person(person);
  perform from public.scripts
    where scripts.user_id = person and scripts.work_id = lock_work.work_id for key share;
  select * into locked from public.script_drafts as drafts
    where drafts.user_id = person and drafts.work_id = lock_work.work_id for no key update;
  return locked;
end
$$;

-- The same, for a text that may not have begun yet.
create function private.open_work(person uuid, work_id uuid) returns public.script_drafts
  language plpgsql set search_path = ''
as $$
declare
  opened public.script_drafts := private.lock_work(person, work_id);
begin
  if opened.id is null then
    insert into public.script_drafts (user_id, work_id) values (person, open_work.work_id)
      on conflict on constraint a_text_has_one_draft do nothing;
    opened := private.lock_work(person, open_work.work_id);
    insert into private.draft_texts (draft_id) values (opened.id) on conflict do nothing;
  end if;
  return opened;
end
$$;

-- Covers what never changes; 019 says how to compute it elsewhere.
create function private.chain_hash(previous text, version public.script_versions) returns text
  language sql stable set search_path = ''
as $$
  select private.text_hash(array_to_string(
    array[
      coalesce(previous, ''),
      version.id::text,
      version.work_id::text,
      version.user_id::text,
      version.number::text,
      to_char(version.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      version.origin,
      coalesce(version.job_id::text, ''),
      version.text_hash
    ],
    E'\n'
  ))
$$;

-- Makes the draft's present text a version. The draft is locked by the caller, so no number is left out.
create function private.cut_version(
  draft_id uuid, origin text, job_id uuid default null, at timestamptz default clock_timestamp()
) returns public.script_versions
  language plpgsql set search_path = ''
as $$
declare
  draft public.script_drafts;
  previous public.script_versions;
  version public.script_versions;
  list bigint[] := (select texts.pieces from private.draft_texts as texts where texts.draft_id = cut_version.draft_id);
begin
  select * into draft from public.script_drafts where id = cut_version.draft_id;
  select * into previous from public.script_versions as versions
    where versions.user_id = draft.user_id and versions.work_id = draft.work_id
    order by versions.number desc limit 1;
  version.id := private.new_id();
  version.work_id := draft.work_id;
  version.script_id := draft.script_id;
  version.user_id := draft.user_id;
  version.number := coalesce(previous.number, 0) + 1;
  version.created_at := cut_version.at;
  version.origin := cut_version.origin;
  version.job_id := cut_version.job_id;
  version.text_hash := draft.text_hash;
  version.chain_hash := private.chain_hash(previous.chain_hash, version);
  insert into public.script_versions select version.*;
  insert into private.version_texts (version_id, pieces, words)
    select version.id, list, coalesce(sum(stored.words), 0)
    from unnest(list) as listed (id) join private.script_pieces as stored on stored.id = listed.id;
  update private.script_pieces as stored set kept = true
    where stored.draft_id = cut_version.draft_id and not stored.kept and stored.id = any (list);
  update public.script_drafts
    set version_id = version.id, pending_origin = null, pending_since = null, pending_until = null
    where id = cut_version.draft_id;
  return version;
end
$$;

-- What was written since the last version becomes one of its own, if there is anything.
create function private.cut_pending(draft_id uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  pending text := (select pending_origin from public.script_drafts where id = cut_pending.draft_id);
begin
  if pending is not null then
    perform private.cut_version(cut_pending.draft_id, pending);
  end if;
end
$$;

-- Makes these pieces the draft's text: pending with an origin, or to be made a version by the caller. Pieces
-- that only the draft had, and has no more, are removed.
create function private.set_text(draft_id uuid, pieces bigint[], origin text default null) returns void
  language plpgsql set search_path = ''
as $$
declare
  written text := private.text_of_pieces(pieces);
begin
  if octet_length(written) > 1048576 then
    raise sqlstate 'PT413' using message = 'script_is_too_large', hint = 'At most 1 MB.';
  end if;
  update private.draft_texts as texts set pieces = set_text.pieces where texts.draft_id = set_text.draft_id;
  delete from private.script_pieces as stored
    where stored.draft_id = set_text.draft_id and not stored.kept and stored.id <> all (set_text.pieces);
  update public.script_drafts set
      text_hash = private.text_hash(written),
      pending_origin = set_text.origin,
      pending_since = case when set_text.origin is not null then coalesce(pending_since, clock_timestamp()) end,
      pending_until = case when set_text.origin is not null then clock_timestamp() end
    where id = set_text.draft_id;
end
$$;

-- Replaces the whole text, as a version of its own; the text before it is a version too.
create function private.replace_text(
  draft_id uuid, written text, origin text, job_id uuid default null, at timestamptz default clock_timestamp()
) returns public.script_versions
  language plpgsql set search_path = ''
as $$
begin
  perform private.cut_pending(replace_text.draft_id);
  perform private.set_text(replace_text.draft_id, private.store_pieces(replace_text.draft_id, written));
  update public.script_drafts set revision = revision + 1, changes = null where id = replace_text.draft_id;
  return private.cut_version(replace_text.draft_id, origin, job_id, at);
end
$$;

-- A version while somebody types: after 5 minutes without a change, or after 10 minutes of them.
create function private.is_due(draft public.script_drafts) returns boolean
  language sql volatile set search_path = ''
as $$
  select draft.pending_origin is not null and (
    draft.pending_until <= clock_timestamp() - interval '5 minutes'
    or draft.pending_since <= clock_timestamp() - interval '10 minutes'
  )
$$;

-- For the server, which calls it until it answers false: one draft in each transaction.
create function private.cut_due_version() returns boolean
  language plpgsql set search_path = ''
as $$
declare
  due public.script_drafts;
begin
  select * into due from public.script_drafts as drafts
    where drafts.pending_origin is not null and private.is_due(drafts)
    order by drafts.pending_since limit 1;
  if not found then
    return false;
  end if;
  due := private.lock_work(due.user_id, due.work_id);
  if private.is_due(due) then
    perform private.cut_pending(due.id);
  end if;
  return true;
end
$$;

-- A version is a text as it was at one moment, numbered and chained by hashes
-- (docs/decisions/019-working-text-and-versions.md).

create table public.script_versions (
  id uuid primary key default private.new_id(),
  work_id uuid not null,
  script_id uuid,
  user_id uuid not null references public.profiles (id) on delete cascade,
  number integer not null,
  created_at timestamptz not null default clock_timestamp(),
  origin text not null
    constraint origin_is_known
        check (origin in ('typed', 'pasted', 'template', 'answer', 'import', 'restore', 'merge')),
  label text
    constraint label_is_one_line_of_1_to_200_characters check (private.is_name(label, 200)),
  -- Not a foreign key: the chain hash covers it, so it must outlive the job.
  job_id uuid
    constraint only_answers_come_from_jobs check (job_id is null or origin = 'answer'),
  text_hash text not null,
  chain_hash text not null,
  constraint versions_are_numbered_once unique (user_id, work_id, number),
  constraint script_versions_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade,
  constraint script_versions_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete cascade
);

create index script_versions_of_a_script on public.script_versions (script_id, user_id, number);
create index script_versions_of_a_job on public.script_versions (job_id) where job_id is not null;
create index script_versions_of_answers on public.script_versions (user_id, work_id) where job_id is not null;

alter table public.script_versions enable row level security;
grant select on public.script_versions to authenticated;
create policy "writers read their own versions" on public.script_versions
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

create table private.version_texts (
  version_id uuid primary key references public.script_versions (id) on delete cascade,
  pieces bigint[] not null,
  words integer not null,
  changes jsonb
);
comment on column private.version_texts.changes is
  'What led from the version before to this one, if it is known: [{origin, splices, revision}], the '
  'revision of the text on '
  'which a request began; [{parts}] of an answer; or [{moves, since}] of the parts of answers.';

-- A label may be added and a first save attaches the script; all else is written once, by anyone.
create function private.keep_version() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using message = 'version_is_immutable';
end
$$;

create trigger keep_version before update on public.script_versions
  for each row when (
    old.id is distinct from new.id
    or old.work_id is distinct from new.work_id
    or old.user_id is distinct from new.user_id
    or old.number is distinct from new.number
    or old.created_at is distinct from new.created_at
    or old.origin is distinct from new.origin
    or old.job_id is distinct from new.job_id
    or old.text_hash is distinct from new.text_hash
    or old.chain_hash is distinct from new.chain_hash
    or old.script_id is distinct from new.script_id and old.script_id is not null
  )
  execute function private.keep_version();

-- Covers what never changes; 019 says how to compute it elsewhere.
create function private.chain_hash(previous text, version public.script_versions) returns text
  language sql stable set search_path = '' as $$
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

-- Whether something was made a version within the last second: then the next one waits.
create function private.has_new_version(draft_id uuid) returns boolean
  language sql volatile set search_path = '' as $$
  select exists (
    select from public.script_drafts as drafts
    join public.script_versions as versions on versions.id = drafts.version_id
    where drafts.id = has_new_version.draft_id
      and versions.origin in ('typed', 'pasted', 'template', 'restore')
      and versions.created_at > clock_timestamp() - interval '1 second'
  )
$$;

-- A version while somebody types: after 5 minutes without a change, or after 10 minutes of them.
create function private.is_due(draft public.script_drafts) returns boolean
  language sql volatile set search_path = '' as $$
  select draft.pending_origin is not null and (
    draft.pending_until <= clock_timestamp() - interval '5 minutes'
    or draft.pending_since <= clock_timestamp() - interval '10 minutes'
  )
$$;

-- The changes of a version count like its list of pieces; versions go only together with their text.
create function private.count_version() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into private.stored_texts as stored (draft_id, user_id, bytes)
    select drafts.id, drafts.user_id,
      private.version_bytes(new.pieces) + coalesce(octet_length(new.changes::text), 0)
    from public.script_versions as versions
    join public.script_drafts as drafts on drafts.user_id = versions.user_id
      and drafts.work_id = versions.work_id
    where versions.id = new.version_id
    on conflict (draft_id) do update set bytes = stored.bytes + excluded.bytes;
  return null;
end
$$;

create trigger count_version after insert on private.version_texts
  for each row execute function private.count_version();

-- Makes the draft's present text a version, with what led to it. The draft is locked by the caller, so no
-- number is left out.
create function private.cut_version(
  draft_id uuid, origin text, job_id uuid default null, at timestamptz default clock_timestamp()
) returns public.script_versions
  language plpgsql set search_path = '' as $$
declare
  draft public.script_drafts;
  previous public.script_versions;
  version public.script_versions;
  list bigint[] := (select texts.pieces from private.draft_texts as texts
    where texts.draft_id = cut_version.draft_id);
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
  insert into private.version_texts (version_id, pieces, words, changes)
    select version.id, list, coalesce(sum(stored.words), 0),
      case
        when cut_version.job_id is null and private.has_answers(cut_version.draft_id)
          then private.kept_changes(cut_version.draft_id)
      end
    from unnest(list) as listed (id) join private.script_pieces as stored on stored.id = listed.id;
  delete from private.draft_changes as changes where changes.draft_id = cut_version.draft_id;
  -- A draft's other pieces are all in this list: set_text removed the ones that are not.
  update private.script_pieces as stored set kept = true
    where stored.draft_id = cut_version.draft_id and not stored.kept;
  update public.script_drafts
    set version_id = version.id, pending_origin = null, pending_since = null, pending_until = null
    where id = cut_version.draft_id;
  return version;
end
$$;

-- What was written since the last version becomes one of its own, if there is anything.
create function private.cut_pending(draft_id uuid) returns void language plpgsql set search_path = '' as $$
declare
  pending text := (select pending_origin from public.script_drafts where id = cut_pending.draft_id);
begin
  if pending is not null then
    perform private.cut_version(cut_pending.draft_id, pending);
  end if;
end
$$;

-- For the server, which calls it until it answers false: one draft in each transaction, in any order. A text
-- that somebody is changing is left for later.
create function private.cut_due_version() returns boolean
  language plpgsql set search_path = '' set lock_timeout = '200ms' as $$
declare
  due public.script_drafts;
begin
  for due in
    select * from public.script_drafts as drafts
    where drafts.pending_origin is not null and private.is_due(drafts)
    order by random()
    limit 30
  loop
    begin
      due := private.lock_work(due.user_id, due.work_id);
      if private.is_due(due) then
        perform private.cut_pending(due.id);
      end if;
      return true;
    exception when lock_not_available then
      -- The next round finds it.
    end;
  end loop;
  return false;
end
$$;

-- A version of the caller's. Somebody else's and a missing one get the same answer.
create function private.own_version(version_id uuid) returns public.script_versions
  language plpgsql stable set search_path = '' as $$
declare
  found_version public.script_versions;
begin
  perform private.require_approved();
  select * into found_version from public.script_versions
    where id = own_version.version_id and user_id = auth.uid();
  if not found then
    perform private.not_found('version');
  end if;
  return found_version;
end
$$;

-- The text of one of the caller's versions. Definer: the tables of texts are nobody's to read.
create function public.version_text(version_id uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  version public.script_versions := private.own_version(version_id);
begin
  return private.text_of_pieces(
    (select texts.pieces from private.version_texts as texts where texts.version_id = version.id)
  );
end
$$;
grant execute on function public.version_text(uuid) to authenticated;

-- Newest first, without text. A text that was never saved is found by its work_id.
create function public.script_history(script_id uuid default null, work_id uuid default null)
  returns table (
    id uuid, number integer, created_at timestamptz, origin text, label text, job_id uuid, words integer
  )
  language sql stable security definer set search_path = '' as $$
  select versions.id, versions.number, versions.created_at, versions.origin, versions.label, versions.job_id,
    texts.words
  from public.script_versions as versions
  join private.version_texts as texts on texts.version_id = versions.id
  where (select private.is_approved())
    and versions.user_id = (select auth.uid())
    and versions.work_id = coalesce(
      (
        select scripts.work_id from public.scripts
        where scripts.id = script_history.script_id and scripts.user_id = (select auth.uid())
      ),
      script_history.work_id
    )
  order by versions.number desc
$$;
grant execute on function public.script_history(uuid, uuid) to authenticated;

-- Null or an empty label removes it.
create function public.name_version(version_id uuid, label text) returns public.script_versions
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  version public.script_versions := private.own_version(version_id);
  wanted text := nullif(private.trimmed(name_version.label), '');
begin
  if char_length(wanted) > 200 then
    raise sqlstate 'PT400' using message = 'label_is_too_long', hint = 'At most 200 characters.';
  end if;
  update public.script_versions set label = wanted where id = version.id returning * into version;
  return version;
end
$$;
grant execute on function public.name_version(uuid, text) to authenticated;

-- A new version equal to an old one. What was written since the last version is kept as one, before it.
create function public.restore_version(version_id uuid) returns public.script_versions
  language plpgsql security definer set search_path = '' as $$
declare
  version public.script_versions := private.own_version(version_id);
  draft public.script_drafts := private.lock_work(version.user_id, version.work_id);
begin
  perform private.cut_pending(draft.id);
  perform private.set_text(
    draft.id, (select texts.pieces from private.version_texts as texts where texts.version_id = version.id)
  );
  update public.script_drafts set revision = revision + 1, changes = null where id = draft.id;
  return private.cut_version(draft.id, 'restore');
end
$$;
grant execute on function public.restore_version(uuid) to authenticated;

-- The next versions of a text, with the pieces of their texts, for the download of one's own data, which does
-- not hold a whole history in memory. Definer: the tables of texts are nobody's to read.
create function private.next_versions(work_id uuid, after integer)
  returns table (number integer, version jsonb, pieces bigint[])
  language sql stable security definer set search_path = '' as $$
  select versions.number, to_jsonb(versions) - 'user_id', texts.pieces
  from public.script_versions as versions
  join private.version_texts as texts on texts.version_id = versions.id
  where (select private.is_approved())
    and versions.user_id = (select auth.uid())
    and versions.work_id = next_versions.work_id
    and versions.number > next_versions.after
  order by versions.number
  limit 20
$$;
grant execute on function private.next_versions(uuid, integer) to authenticated;

-- The texts of these pieces, as far as they are the caller's. Definer, as next_versions.
create function private.own_pieces(ids bigint[]) returns table (id bigint, text text)
  language sql stable security definer set search_path = '' as $$
  select stored.id, stored.text
  from private.script_pieces as stored
  where (select private.is_approved())
    and stored.user_id = (select auth.uid())
    and stored.id = any (own_pieces.ids)
$$;
grant execute on function private.own_pieces(bigint[]) to authenticated;

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
    constraint origin_is_known check (origin in ('typed', 'pasted', 'answer', 'import', 'restore', 'merge')),
  label text
    constraint label_is_one_line_of_1_to_200_characters check (private.is_title(label, 200)),
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

-- A label may be added and a first save attaches the script; all else is written once, by anyone.
create function private.keep_version() returns trigger
  language plpgsql set search_path = ''
as $$
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

alter table public.script_versions enable row level security;

grant select on public.script_versions to authenticated;

create policy "writers read their own versions" on public.script_versions
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create table private.version_texts (
  version_id uuid primary key references public.script_versions (id) on delete cascade,
  pieces bigint[] not null,
  words integer not null
);

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

-- Replaces the whole text, as a version of its own; the text before it is a version too.
create function private.replace_text(
  draft_id uuid,
  written text,
  origin text,
  job_id uuid default null,
  at timestamptz default clock_timestamp(),
  saved boolean default false
) returns public.script_versions
  language plpgsql set search_path = ''
as $$
declare
  before bigint[] := (select texts.pieces from private.draft_texts as texts where texts.draft_id = replace_text.draft_id);
  after bigint[];
  made jsonb;
begin
  perform private.cut_pending(replace_text.draft_id);
  after := private.store_changes(replace_text.draft_id, written, true, replace_text.saved);
  -- Before the pieces that only the draft had are gone.
  made := private.changes_between(before, after, origin);
  perform private.set_text(replace_text.draft_id, after, null, written);
  update public.script_drafts set revision = revision + 1, changes = made where id = replace_text.draft_id;
  return private.cut_version(replace_text.draft_id, origin, job_id, at);
end
$$;

-- Applies changes to the stored text: a list of steps, each on the text that the one before it left,
--   [{ "origin": "typed", "splices": [{ "start": 3, "end": 5, "text": "new" }], "version": true }, ...]
-- with origin typed, pasted, import or merge, and offsets in UTF-16 units. "version" may be left out: true
-- makes a version after the step. Revision 0 begins a text. Definer: texts are written by functions only.
create function public.keep_draft(work_id uuid, revision integer, changes jsonb, text_hash text)
  returns public.script_drafts
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
  step jsonb;
  origin text;
  before bigint[];
  after bigint[];
begin
  perform private.require_approved();
  if keep_draft.work_id is null or keep_draft.revision is null or keep_draft.revision < 0 then
    raise sqlstate 'PT400' using
      message = 'changes_are_invalid', hint = 'A work_id and the revision that was read are needed.';
  elsif jsonb_typeof(keep_draft.changes) is distinct from 'array' or jsonb_array_length(keep_draft.changes) > 100 then
    raise sqlstate 'PT400' using message = 'changes_are_invalid', hint = 'Changes are a list of at most 100 steps.';
  end if;
  if keep_draft.revision = 0 then
    draft := private.open_work(auth.uid(), keep_draft.work_id);
  else
    draft := private.lock_work(auth.uid(), keep_draft.work_id);
  end if;
  if draft.id is null then
    perform private.not_found('draft');
  elsif draft.revision <> keep_draft.revision then
    raise sqlstate 'PT409' using
      message = 'draft_changed',
      hint = 'It was changed elsewhere since it was read: read it again and merge.';
  end if;

  for step in select one from jsonb_array_elements(keep_draft.changes) with ordinality as listed (one, place) order by place
  loop
    origin := step ->> 'origin';
    if jsonb_typeof(step) <> 'object' or origin is null or origin not in ('typed', 'pasted', 'import', 'merge') then
      raise sqlstate 'PT400' using
        message = 'changes_are_invalid', hint = 'A step has an origin: typed, pasted, import or merge.';
    end if;
    if draft.pending_origin <> origin or origin in ('import', 'merge') or private.is_due(draft) then
      perform private.cut_pending(draft.id);
    end if;
    before := (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id);
    after := private.splice(draft.id, before, step -> 'splices');
    if after <> before then
      perform private.set_text(draft.id, after, origin);
    end if;
    if origin in ('import', 'merge') or step -> 'version' = 'true' then
      perform private.cut_pending(draft.id);
    end if;
    select * into draft from public.script_drafts where id = draft.id;
  end loop;

  if draft.text_hash is distinct from keep_draft.text_hash then
    raise sqlstate 'PT400' using
      message = 'text_hash_differs',
      hint = 'The changes do not lead to the text that was hashed: read the draft again.';
  end if;
  update public.script_drafts set
      revision = draft.revision + 1,
      changes = case when octet_length(keep_draft.changes::text) <= 16384 then keep_draft.changes end
    where id = draft.id
    returning * into draft;
  return draft;
end
$$;
grant execute on function public.keep_draft(uuid, integer, jsonb, text) to authenticated;

-- However a script is saved, by save_script or by a plain insert or update, its text becomes the working
-- text and a version: with the draft's origin if the draft has the same text, as an answer if one has exactly
-- this text, else as an import. A text that is the latest version already gets no other one.
-- Definer: texts are written by functions only.
create function private.keep_saved_text() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  saved text := private.text_of(new.content);
  draft public.script_drafts := private.open_work(new.user_id, new.work_id);
  answer record;
begin
  if draft.script_id is null then
    update public.script_drafts set script_id = new.id where id = draft.id;
    update public.script_versions as versions set script_id = new.id
      where versions.user_id = new.user_id and versions.work_id = new.work_id;
  end if;
  if coalesce(draft.version_id::text, draft.pending_origin) is not null
    and draft.text_hash = private.text_hash(saved) then
    perform private.cut_pending(draft.id);
  else
    select * into answer from private.answer_equal_to(new.user_id, new.work_id, saved);
    perform private.replace_text(
      draft.id, saved, case when found then 'answer' else 'import' end, answer.job_id, saved => true
    );
  end if;
  perform private.mark_saved(
    draft.id, (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id)
  );
  return null;
end
$$;

create trigger keep_saved_text after insert or update of content on public.scripts
  for each row execute function private.keep_saved_text();

-- The texts are in tables that nobody may read, so the functions below are definer functions that name the owner
-- and ask for approval themselves. Somebody else's version and a missing one get the same answer.

-- No row if nothing has been written yet.
create function public.draft_text(work_id uuid)
  returns table (
    revision integer, text text, text_hash text, script_id uuid, version_id uuid, review_text text, updated_at timestamptz
  )
  language sql stable security definer set search_path = ''
as $$
  select drafts.revision, private.text_of_pieces(texts.pieces), drafts.text_hash, drafts.script_id, drafts.version_id,
    case when texts.review_pieces is not null then private.text_of_pieces(texts.review_pieces) end,
    drafts.updated_at
  from public.script_drafts as drafts
  join private.draft_texts as texts on texts.draft_id = drafts.id
  where (select private.is_approved())
    and drafts.user_id = (select auth.uid()) and drafts.work_id = draft_text.work_id
$$;
grant execute on function public.draft_text(uuid) to authenticated;

create function private.own_version(version_id uuid) returns public.script_versions
  language plpgsql stable set search_path = ''
as $$
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

create function public.version_text(version_id uuid) returns text
  language plpgsql stable security definer set search_path = ''
as $$
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
  language sql stable security definer set search_path = ''
as $$
  select versions.id, versions.number, versions.created_at, versions.origin, versions.label, versions.job_id, texts.words
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
  language plpgsql security definer set search_path = ''
as $$
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
  language plpgsql security definer set search_path = ''
as $$
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

-- For the download of one's own data, which reads a history without holding all of it in memory. Definer: the
-- texts are in tables that nobody may read. So they name the owner and ask for approval themselves.

-- The next versions of a text, with the pieces that their texts consist of, in order.
create function private.next_versions(work_id uuid, after integer)
  returns table (number integer, version jsonb, pieces bigint[])
  language sql stable security definer set search_path = ''
as $$
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

create function private.own_pieces(ids bigint[]) returns table (id bigint, text text)
  language sql stable security definer set search_path = ''
as $$
  select stored.id, stored.text
  from private.script_pieces as stored
  where (select private.is_approved())
    and stored.user_id = (select auth.uid())
    and stored.id = any (own_pieces.ids)
$$;
grant execute on function private.own_pieces(bigint[]) to authenticated;

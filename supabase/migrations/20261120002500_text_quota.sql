-- How much text each writer may keep, and how often it becomes a version (docs/decisions/019-working-text-and-versions.md).

-- What each text takes: its pieces and the lists of its versions. A row for each text instead of one for each writer,
-- so that writing one text never waits for another; a writer's sum reads one small row for each text.
create table private.stored_texts (
  draft_id uuid primary key references public.script_drafts (id) on delete cascade,
  user_id uuid not null,
  bytes bigint not null
);

create index stored_texts_of_a_writer on private.stored_texts (user_id);

-- With about what the row and its index entries take, so that tiny pieces are not free.
create function private.piece_bytes(piece text) returns bigint
  language sql immutable set search_path = ''
as $$ select octet_length(piece) + 200 $$;

create function private.version_bytes(pieces bigint[]) returns bigint
  language sql immutable set search_path = ''
as $$ select 8 * cardinality(pieces) + 800 $$;

create function private.count_added_pieces() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  insert into private.stored_texts as stored (draft_id, user_id, bytes)
    select added.draft_id, added.user_id, sum(private.piece_bytes(added.text))
    from added group by added.draft_id, added.user_id
    on conflict (draft_id) do update set bytes = stored.bytes + excluded.bytes;
  return null;
end
$$;

create trigger count_added_pieces after insert on private.script_pieces
  referencing new table as added
  for each statement execute function private.count_added_pieces();

create function private.count_removed_pieces() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  update private.stored_texts as stored set bytes = stored.bytes - gone.bytes
    from (
      select removed.draft_id, sum(private.piece_bytes(removed.text)) as bytes from removed group by removed.draft_id
    ) as gone
    where stored.draft_id = gone.draft_id;
  return null;
end
$$;

create trigger count_removed_pieces after delete on private.script_pieces
  referencing old table as removed
  for each statement execute function private.count_removed_pieces();

-- Versions go only together with their draft, and so with its row here.
create function private.count_version() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  insert into private.stored_texts as stored (draft_id, user_id, bytes)
    select drafts.id, drafts.user_id, private.version_bytes(new.pieces)
    from public.script_versions as versions
    join public.script_drafts as drafts on drafts.user_id = versions.user_id and drafts.work_id = versions.work_id
    where versions.id = new.version_id
    on conflict (draft_id) do update set bytes = stored.bytes + excluded.bytes;
  return null;
end
$$;

create trigger count_version after insert on private.version_texts
  for each row execute function private.count_version();

insert into private.stored_texts (draft_id, user_id, bytes)
  select drafts.id, drafts.user_id, coalesce(pieces.bytes, 0) + coalesce(versions.bytes, 0)
  from public.script_drafts as drafts
  left join (
    select draft_id, sum(private.piece_bytes(text)) as bytes from private.script_pieces group by draft_id
  ) as pieces on pieces.draft_id = drafts.id
  left join (
    select all_versions.user_id, all_versions.work_id, sum(private.version_bytes(texts.pieces)) as bytes
    from public.script_versions as all_versions
    join private.version_texts as texts on texts.version_id = all_versions.id
    group by all_versions.user_id, all_versions.work_id
  ) as versions on versions.user_id = drafts.user_id and versions.work_id = drafts.work_id;

-- For the server, which reads it from its environment.
create function private.set_text_quota(megabytes integer) returns void
  language sql set search_path = ''
as $$
  insert into private.settings (name, value) values ('text_quota_megabytes', megabytes::text)
    on conflict (name) do update set value = excluded.value
$$;

-- After set_text, when pieces that the text no longer has are gone. Making a version of a stored text is never refused.
create function private.check_text_quota() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  megabytes bigint := coalesce((select value::bigint from private.settings where name = 'text_quota_megabytes'), 500);
begin
  if (select sum(bytes) from private.stored_texts where user_id = new.user_id) > megabytes * 1048576 then
    raise sqlstate 'PT413' using
      message = 'stored_text_is_full',
      hint = format('Texts and their versions take up %s MB: delete scripts that are not needed.', megabytes);
  end if;
  return null;
end
$$;

create trigger check_text_quota after update of text_hash on public.script_drafts
  for each row when (old.text_hash is distinct from new.text_hash)
  execute function private.check_text_quota();

-- Versions of what somebody writes are at least a second apart: the text stays pending and is part of the next one.
create function private.has_new_version(draft_id uuid) returns boolean
  language sql volatile set search_path = ''
as $$
  select exists (
    select from public.script_drafts as drafts
    join public.script_versions as versions on versions.id = drafts.version_id
    where drafts.id = has_new_version.draft_id
      and versions.origin in ('typed', 'pasted')
      and versions.created_at > clock_timestamp() - interval '1 second'
  )
$$;

-- As before, but a version that a step asks for too soon after another one is left to the next.
create or replace function public.keep_draft(work_id uuid, revision integer, changes jsonb, text_hash text)
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
  -- The texts that lead to a merge are each kept; a step without splices keeps what somebody else wrote.
  merges boolean := jsonb_path_exists(keep_draft.changes, '$[*] ? (@.origin == "merge")');
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
    if origin in ('import', 'merge')
      or step -> 'version' = 'true'
        and (merges or step -> 'splices' = '[]' or not private.has_new_version(draft.id)) then
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

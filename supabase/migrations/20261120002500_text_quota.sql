-- How much text each writer may keep (docs/decisions/019-working-text-and-versions.md).

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

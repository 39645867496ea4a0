-- The texts are in tables that nobody may read, so these are definer functions that name the owner and ask
-- for approval themselves. Somebody else's version and a missing one get the same answer.

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

grant execute on function public.draft_text(uuid) to authenticated;
grant execute on function public.script_history(uuid, uuid) to authenticated;
grant execute on function public.version_text(uuid) to authenticated;
grant execute on function public.name_version(uuid, text) to authenticated;
grant execute on function public.restore_version(uuid) to authenticated;

-- Storing a text takes time in proportion to its pieces, and a text has no more parts than a script can have.

-- The limits of contract/script-parts.ts. A text that is too short for so many lines is not searched for headings.
create function private.check_parts(written text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  if octet_length(written) < 30000 then
    return;
  elsif octet_length(written) >= 200000 and regexp_count(written, '[^\r\n]+') > 100000 then
    raise sqlstate 'PT413' using message = 'many_lines', hint = 'The script has more than 100,000 lines.';
  elsif char_length(written) - char_length(translate(written, E'\r\n', '')) >= 10000
    and regexp_count(written, '(^|[\r\n])[^\S\r\n]*(\.[^.\s]|(int|ext|est|i/e)[. /])', 1, 'i') > 10000 then
    raise sqlstate 'PT413' using message = 'many_scenes', hint = 'The script has more than 10,000 scenes.';
  end if;
end
$$;

create or replace function private.store_pieces(
  draft_id uuid, written text, kept boolean default false, saved boolean default false
) returns bigint[]
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  list bigint[];
begin
  perform private.check_parts(store_pieces.written);
  with cut as materialized (
    select pieces.place, pieces.piece, sha256(convert_to(pieces.piece, 'UTF8')) as hash
    from private.pieces_of(store_pieces.written) as pieces
  ),
  known as materialized (
    select cut.place, cut.piece, cut.hash, stored.id
    from cut
    left join private.script_pieces as stored
      on stored.draft_id = store_pieces.draft_id and stored.hash = cut.hash
  ),
  added as (
    insert into private.script_pieces (draft_id, user_id, hash, text, units, words, kept, saved)
    select distinct on (known.hash)
      store_pieces.draft_id,
      (select drafts.user_id from public.script_drafts as drafts where drafts.id = store_pieces.draft_id),
      known.hash,
      known.piece,
      private.utf16_length(known.piece),
      private.count_words(known.piece),
      store_pieces.kept,
      store_pieces.saved
    from known
    -- A script of 1 MB has some 5,000 pieces; lines can be chosen so that each is one.
    where known.id is null and (select count(*) from known) <= 20000
    returning id, hash
  )
  select coalesce(array_agg(coalesce(known.id, added.id) order by known.place), '{}') into list
  from known left join added on added.hash = known.hash;
  if cardinality(list) > 20000 then
    raise sqlstate 'PT413' using message = 'many_pieces', hint = 'The script has far more parts than a screenplay.';
  end if;
  return list;
end
$$;

-- Comparing with an array looks through it for each row, and a join is only as good as the planner's guess of
-- the rows: `not in` with a subselect always looks up in a hash table.
create or replace function private.set_text(
  draft_id uuid, pieces bigint[], origin text default null, written text default null
) returns void
  language plpgsql set search_path = ''
as $$
begin
  written := coalesce(written, private.text_of_pieces(pieces));
  if octet_length(written) > 1048576 then
    raise sqlstate 'PT413' using message = 'script_is_too_large', hint = 'At most 1 MB.';
  elsif cardinality(set_text.pieces) > 20000 then
    raise sqlstate 'PT413' using message = 'many_pieces', hint = 'The script has far more parts than a screenplay.';
  end if;
  perform private.check_parts(written);
  update private.draft_texts as texts set pieces = set_text.pieces where texts.draft_id = set_text.draft_id;
  delete from private.script_pieces as stored
    where stored.draft_id = set_text.draft_id and not stored.kept
      and stored.id not in (select unnest(set_text.pieces));
  update public.script_drafts set
      text_hash = private.text_hash(written),
      pending_origin = set_text.origin,
      pending_since = case when set_text.origin is not null then coalesce(pending_since, clock_timestamp()) end,
      pending_until = case when set_text.origin is not null then clock_timestamp() end
    where id = set_text.draft_id;
end
$$;

create or replace function private.mark_saved(draft_id uuid, pieces bigint[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  update private.script_pieces as stored set saved = not stored.saved
    where stored.draft_id = mark_saved.draft_id
      and stored.saved <> (stored.id in (select unnest(mark_saved.pieces)));
end
$$;

create or replace function private.cut_version(
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
  -- A draft's other pieces are all in this list: set_text removed the ones that are not.
  update private.script_pieces as stored set kept = true
    where stored.draft_id = cut_version.draft_id and not stored.kept;
  update public.script_drafts
    set version_id = version.id, pending_origin = null, pending_since = null, pending_until = null
    where id = cut_version.draft_id;
  return version;
end
$$;

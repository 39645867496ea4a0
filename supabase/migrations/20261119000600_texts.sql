-- Working texts (docs/decisions/019-working-text-and-versions.md). The draft is the row that everything else of a
-- text hangs on, and the row that every writer locks.
create table public.script_drafts (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null,
  -- Null until the first save.
  script_id uuid,
  -- The latest version, from which the draft differs only while pending_origin is set. Not a foreign key:
  -- versions refer to their draft already, and go only together with it.
  version_id uuid,
  revision integer not null default 0,
  text_hash text not null default encode(sha256(''), 'hex'),
  -- What led from the previous revision to this one, so that another tab need not read the whole text.
  -- Null if it is long or was not a change by keep_draft.
  changes jsonb,
  pending_origin text
    constraint pending_origin_is_known check (pending_origin in ('typed', 'pasted', 'import', 'merge')),
  pending_since timestamptz,
  pending_until timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  constraint a_text_has_one_draft unique (user_id, work_id),
  constraint pending_text_has_its_times check (
    (pending_origin is null) = (pending_since is null) and (pending_origin is null) = (pending_until is null)
  ),
  constraint script_drafts_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete cascade
);

create index script_drafts_of_a_script on public.script_drafts (script_id, user_id);
create index script_drafts_pending on public.script_drafts (pending_since) where pending_origin is not null;

create trigger keep_times before insert or update on public.script_drafts
  for each row execute function private.keep_times();

alter table public.script_drafts enable row level security;

grant select on public.script_drafts to authenticated;

create policy "writers read their own drafts" on public.script_drafts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

-- Each distinct piece of a text, once. A text is a list of pieces, in order.
create table private.script_pieces (
  id bigint generated always as identity primary key,
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  hash bytea not null,
  text text not null,
  -- The length in UTF-16 units, which browsers count in.
  units integer not null,
  words integer not null,
  -- Part of a version. Others are removed when the draft no longer contains them.
  kept boolean not null default false,
  user_id uuid not null,
  -- Part of its script's saved text: the pieces that a search finds.
  saved boolean not null default false,
  constraint a_piece_is_stored_once unique (draft_id, hash)
);

create index script_pieces_not_kept on private.script_pieces (draft_id) where not kept;

create table private.draft_texts (
  draft_id uuid primary key references public.script_drafts (id) on delete cascade,
  pieces bigint[] not null default '{}',
  -- The text that the open review compares with; null if none is open.
  review_pieces bigint[]
);

-- A long line in parts that end between words. Where no spaces separate them, as in Chinese, punctuation does.
-- One pattern after the other, each for what the one before it left too long: all of them take linear time. The
-- number of rows keeps the cost of pieces_of below what starts the JIT compiler.
create function private.parts_of_line(line text) returns table (n bigint, part text)
  language sql immutable rows 10 set search_path = ''
as $$
  select row_number() over (order by words.n, runs.n, parts.n), parts.part[1]
  from regexp_matches(line, '.{0,254}\s|\S+', 'g') with ordinality as words (word, n),
    regexp_matches(
      words.word[1], case when char_length(words.word[1]) > 255 then '.{0,254}\W|\w+' else '.+' end, 'g'
    ) with ordinality as runs (run, n),
    regexp_matches(
      runs.run[1], case when char_length(runs.run[1]) > 255 then '.{1,255}' else '.+' end, 'g'
    ) with ordinality as parts (part, n)
$$;

-- A text as pieces: exact when joined in order, and cut where the text itself says so, so that a change
-- leaves the pieces around it as they were. A piece begins at a scene heading, or at about one in 32 lines,
-- chosen by the line's hash. A line of more than 4 KB is cut between words.
create function private.pieces_of(written text) returns table (place bigint, piece text)
  language sql immutable rows 100 set search_path = ''
as $$
  with lines as (
    select n, line || case
        when n <= (select char_length(written) - char_length(replace(written, E'\n', ''))) then E'\n' else ''
      end as text
    from string_to_table(written, E'\n') with ordinality as split (line, n)
  ),
  parts as (
    select n << 20 as n, text from lines where char_length(text) <= 4096 and text <> ''
    union all
    select (lines.n << 20) + parts.n, parts.part
    from lines, private.parts_of_line(lines.text) as parts
    where char_length(lines.text) > 4096
  ),
  grouped as (
    select n, text,
      count(*) filter (
        where case
          -- A line that cannot be a heading is not matched with both patterns.
          when text ~ '^[ \t]*[iIeE.]' then
            text ~* '^[ \t]*(int|ext|est|i/e)[./ ]' or text ~ '^\.[^.]'
          else false
        end
        or (hashtext(text) & 31 = 0 and char_length(text) >= 12)
      ) over (order by n rows unbounded preceding) as section
    from parts
  ),
  sized as (
    select n, text, section,
      (sum(octet_length(text)) over (partition by section order by n rows unbounded preceding)
        - octet_length(text)) / 4096 as slice
    from grouped
  )
  select min(n), string_agg(text, '' order by n)
  from sized
  group by section, slice
$$;

create function private.text_of_pieces(pieces bigint[]) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(string_agg(stored.text, '' order by listed.place), '')
  from unnest(pieces) with ordinality as listed (id, place)
  join private.script_pieces as stored on stored.id = listed.id
$$;

-- Stores what is not stored yet, already as part of a version or of the saved text if it is going to be: a row
-- that is written once is indexed once. The draft is locked by the caller.
create function private.store_pieces(
  draft_id uuid, written text, kept boolean default false, saved boolean default false
) returns bigint[]
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  list bigint[];
begin
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
    from known where known.id is null
    returning id, hash
  )
  select coalesce(array_agg(coalesce(known.id, added.id) order by known.place), '{}') into list
  from known left join added on added.hash = known.hash;
  return list;
end
$$;

-- The same for a text that replaces the draft's: the pieces that it begins and ends with are neither cut nor
-- hashed again, except the ones next to the change.
create function private.store_changes(
  draft_id uuid, written text, kept boolean default false, saved boolean default false
) returns bigint[]
  language plpgsql set search_path = ''
as $$
declare
  list bigint[];
  old bytea[];
  bytes bytea := convert_to(written, 'UTF8');
  -- The range that differs: places in the list and in the bytes.
  first integer := 1;
  last integer;
  first_byte integer := 1;
  last_byte integer := length(bytes);
begin
  select array_agg(stored.id order by listed.place), array_agg(convert_to(stored.text, 'UTF8') order by listed.place)
    into list, old
    from private.draft_texts as texts, unnest(texts.pieces) with ordinality as listed (id, place)
    join private.script_pieces as stored on stored.id = listed.id
    where texts.draft_id = store_changes.draft_id;
  last := coalesce(cardinality(list), 0);
  while first <= last and substring(bytes from first_byte for length(old[first])) = old[first] loop
    first_byte := first_byte + length(old[first]);
    first := first + 1;
  end loop;
  while first <= last and last_byte - length(old[last]) >= first_byte - 1
    and substring(bytes from last_byte - length(old[last]) + 1 for length(old[last])) = old[last] loop
    last_byte := last_byte - length(old[last]);
    last := last - 1;
  end loop;
  if first > 1 then
    first := first - 1;
    first_byte := first_byte - length(old[first]);
  end if;
  if last < cardinality(list) then
    last := last + 1;
    last_byte := last_byte + length(old[last]);
  end if;
  return list[:first - 1]
    || private.store_pieces(
      draft_id,
      convert_from(substring(bytes from first_byte for last_byte - first_byte + 1), 'UTF8'),
      kept,
      saved
    )
    || list[last + 1:];
end
$$;

-- Splices are [{ "start", "end", "text" }, ...]: UTF-16 offsets into the text before all of them, in order
-- and apart. Only the pieces they touch are read and cut again.
create function private.splice(draft_id uuid, pieces bigint[], splices jsonb) returns bigint[]
  language plpgsql set search_path = ''
as $$
declare
  total integer;
  wrong text;
  lowest integer;
  highest integer;
  -- The touched pieces: where they are in the list, where they begin in the text, and their text.
  first_place integer;
  last_place integer;
  at integer;
  rest text;
  spliced text := '';
  change record;
  skipped text;
begin
  if jsonb_typeof(splices) is distinct from 'array' or jsonb_array_length(splices) > 1000 then
    raise sqlstate 'PT400' using
      message = 'changes_are_invalid', hint = 'Splices are a list of at most 1,000.';
  elsif jsonb_array_length(splices) = 0 then
    return pieces;
  elsif exists (
    select from jsonb_array_elements(splices) as one
    where jsonb_typeof(one) <> 'object'
      or jsonb_typeof(one -> 'start') is distinct from 'number' or (one ->> 'start') !~ '^\d{1,8}$'
      or jsonb_typeof(one -> 'end') is distinct from 'number' or (one ->> 'end') !~ '^\d{1,8}$'
      or jsonb_typeof(one -> 'text') is distinct from 'string'
  ) then
    raise sqlstate 'PT400' using
      message = 'changes_are_invalid', hint = 'A splice has a start and an end, not negative, and a text.';
  end if;

  select coalesce(sum(stored.units), 0) into total
    from unnest(pieces) as listed (id) join private.script_pieces as stored on stored.id = listed.id;
  select
      case
        when bool_or(after_end > total) then 'A splice ends beyond the text.'
        when bool_or(after_end < start) then 'A splice ends before it starts.'
        when bool_or(start < previous_end) then 'Splices overlap or are not in order.'
      end,
      min(start), max(after_end)
    into wrong, lowest, highest
    from (
      select (one ->> 'start')::integer as start, (one ->> 'end')::integer as after_end,
        lag((one ->> 'end')::integer) over (order by place) as previous_end
      from jsonb_array_elements(splices) with ordinality as listed (one, place)
    ) as placed;
  if wrong is not null then
    raise sqlstate 'PT400' using message = 'changes_are_invalid', hint = wrong;
  end if;

  select coalesce(min(place), 1), coalesce(max(place), 0), coalesce(min(start), 0),
      coalesce(string_agg(text, '' order by place), '')
    into first_place, last_place, at, rest
    from (
      select listed.place, stored.text, stored.units,
        sum(stored.units) over (order by listed.place) - stored.units as start
      from unnest(pieces) with ordinality as listed (id, place)
      join private.script_pieces as stored on stored.id = listed.id
    ) as placed
    where start + units >= lowest and start <= highest;

  for change in
    select (one ->> 'start')::integer as start, (one ->> 'end')::integer as after_end, one ->> 'text' as text
    from jsonb_array_elements(splices) with ordinality as listed (one, place)
    order by place
  loop
    skipped := private.utf16_left(rest, change.start - at);
    rest := substr(rest, char_length(skipped) + 1);
    spliced := spliced || skipped || change.text;
    rest := substr(rest, char_length(private.utf16_left(rest, change.after_end - change.start)) + 1);
    at := change.after_end;
  end loop;

  return pieces[:first_place - 1]
    || private.store_pieces(draft_id, spliced || rest)
    || pieces[last_place + 1:];
end
$$;

-- The difference between two lists of pieces, as the changes of script_drafts. Null if it is long.
create function private.changes_between(before bigint[], after bigint[], origin text) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  same_first integer := 0;
  same_last integer := 0;
  most integer := least(cardinality(before), cardinality(after));
  start integer;
  units integer;
  inserted text;
begin
  while same_first < most and before[same_first + 1] = after[same_first + 1] loop
    same_first := same_first + 1;
  end loop;
  while same_last < most - same_first
    and before[cardinality(before) - same_last] = after[cardinality(after) - same_last] loop
    same_last := same_last + 1;
  end loop;
  inserted := private.text_of_pieces(after[same_first + 1:cardinality(after) - same_last]);
  if octet_length(inserted) > 16384 then
    return null;
  end if;
  select
      coalesce(sum(stored.units) filter (where listed.place <= same_first), 0),
      coalesce(sum(stored.units) filter (where listed.place > same_first), 0)
    into start, units
    from unnest(before[:cardinality(before) - same_last]) with ordinality as listed (id, place)
    join private.script_pieces as stored on stored.id = listed.id;
  return jsonb_build_array(jsonb_build_object(
    'origin', origin,
    'splices', jsonb_build_array(jsonb_build_object('start', start, 'end', start + units, 'text', inserted))
  ));
end
$$;

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

-- Makes these pieces the draft's text: pending with an origin, or to be made a version by the caller. Pieces
-- that only the draft had, and has no more, are removed. Whoever has the text already may give it.
create function private.set_text(draft_id uuid, pieces bigint[], origin text default null, written text default null)
  returns void
  language plpgsql set search_path = ''
as $$
begin
  written := coalesce(written, private.text_of_pieces(pieces));
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

-- Makes these pieces the ones that a search of scripts finds.
create function private.mark_saved(draft_id uuid, pieces bigint[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  update private.script_pieces as stored set saved = not stored.saved
    where stored.draft_id = mark_saved.draft_id and stored.saved <> (stored.id = any (mark_saved.pieces));
end
$$;

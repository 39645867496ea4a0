-- Working texts (docs/decisions/019-working-text-and-versions.md). The draft is the row that everything else
-- of a text hangs on, and that every writer locks; its text is a list of pieces, each stored once.

-- Working texts (docs/decisions/019-working-text-and-versions.md). The draft is the row that everything else
-- of a text hangs on, and the row that every writer locks.
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
    constraint pending_origin_is_known
        check (pending_origin in ('typed', 'pasted', 'template', 'restore', 'import', 'merge')),
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

create trigger keep_times before insert on public.script_drafts
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
  review_pieces bigint[],
  -- The first revision since which private.text_steps has every change.
  steps_from integer not null default 0
);

-- A draft's time is that of its text: becoming a version, or part of a script, does not change it.
create function private.keep_text_times() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (new.revision, new.text_hash) is distinct from (old.revision, old.text_hash) then
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  else
    new.updated_at := old.updated_at;
  end if;
  new.created_at := old.created_at;
  return new;
end
$$;

create trigger keep_text_times before update on public.script_drafts
  for each row execute function private.keep_text_times();

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

-- As lock_work, for a text that may not have begun yet: it begins.
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

-- A long line in parts that end between words. Where no spaces separate them, as in Chinese, punctuation
-- does. One pattern after the other, each for what the one before it left too long: all of them take linear
-- time. The number of rows keeps the cost of pieces_of below what starts the JIT compiler.
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

-- The text that pieces make, in their order.
create function private.text_of_pieces(pieces bigint[]) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(string_agg(stored.text, '' order by listed.place), '')
  from unnest(pieces) with ordinality as listed (id, place)
  join private.script_pieces as stored on stored.id = listed.id
$$;

-- The pieces of each of several texts, stored as far as the text has none like them. store_pieces is the same
-- for one.
create function private.store_texts(draft_id uuid, written text[], kept boolean, saved boolean)
  returns table (place bigint, pieces bigint[])
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with cut as materialized (
    select texts.place as text_place, pieces.place, pieces.piece,
      sha256(convert_to(pieces.piece, 'UTF8')) as hash
    from unnest(store_texts.written) with ordinality as texts (written, place),
      private.pieces_of(texts.written) as pieces
  ),
  known as materialized (
    select cut.*, stored.id
    from cut
    left join private.script_pieces as stored
      on stored.draft_id = store_texts.draft_id and stored.hash = cut.hash
  ),
  added as (
    insert into private.script_pieces (draft_id, user_id, hash, text, units, words, kept, saved)
    select distinct on (known.hash)
      store_texts.draft_id,
      (select drafts.user_id from public.script_drafts as drafts where drafts.id = store_texts.draft_id),
      known.hash,
      known.piece,
      private.utf16_length(known.piece),
      private.count_words(known.piece),
      store_texts.kept,
      store_texts.saved
    from known
    -- A script of 1 MB has some 5,000 pieces; lines can be chosen so that each is one.
    where known.id is null and (select count(*) from known) <= 20000
    returning id, hash
  )
  select known.text_place, array_agg(coalesce(known.id, added.id) order by known.place)
  from known left join added on added.hash = known.hash
  group by known.text_place;
end
$$;

-- The pieces of a text, as store_texts has them. Refuses far more than a screenplay has.
create function private.store_pieces(
  draft_id uuid, written text, kept boolean default false, saved boolean default false
) returns bigint[]
  language plpgsql set search_path = ''
as $$
declare
  list bigint[];
begin
  perform private.check_parts(written);
  list := coalesce((select pieces from private.store_texts(draft_id, array[written], kept, saved)), '{}');
  if cardinality(list) > 20000 then
    raise sqlstate 'PT413' using
      message = 'many_pieces', hint = 'The script has far more parts than a screenplay.';
  end if;
  return list;
end
$$;

-- Which pieces a search finds: those of the saved text.
create function private.mark_saved(draft_id uuid, pieces bigint[]) returns void
  language plpgsql set search_path = ''
as $$
begin
  update private.script_pieces as stored set saved = not stored.saved
    where stored.draft_id = mark_saved.draft_id
      and stored.saved <> (stored.id in (select unnest(mark_saved.pieces)));
end
$$;

-- Refuses a text with more lines or scenes than MOST in contract/limits.ts.
create function private.check_parts(written text, headings boolean default true) returns void
  language plpgsql immutable set search_path = ''
as $$
declare
  line_ends integer;
begin
  if octet_length(written) < 30000 then
    return;
  end if;
  -- Much faster than translate() or a pattern.
  line_ends := octet_length(written) - octet_length(replace(replace(written, E'\n', ''), E'\r', ''));
  if line_ends >= 100000 and regexp_count(written, '[^\r\n]+') > 100000 then
    raise sqlstate 'PT413' using message = 'many_lines', hint = 'The script has more than 100,000 lines.';
  elsif headings and line_ends >= 10000
    and regexp_count(written, '(^|[\r\n])[^\S\r\n]*(\.[^.\s]|(int|ext|est|i/e)[. /])', 1, 'i') > 10000 then
    raise sqlstate 'PT413' using message = 'many_scenes', hint = 'The script has more than 10,000 scenes.';
  end if;
end
$$;

-- The pieces of a text after splices, [{ "start", "end", "text" }, ...]: UTF-16 offsets into the text before
-- all of them, in order and apart. Only pieces that they touch are read and cut again, so many of them take
-- time in proportion to those, however far they are apart.
create function private.splice(draft_id uuid, pieces bigint[], splices jsonb) returns bigint[]
  language plpgsql set search_path = ''
as $$
declare
  wrong text;
  total integer;
  units integer[];
  change record;
  -- The pieces before this place are done, or the last of them is being changed.
  next_place integer := 1;
  -- What remains of a piece that a change touched, and its length; null if there is none.
  rest text;
  rest_units integer := 0;
  -- Where the rest begins in the text, or else the next piece.
  at integer := 0;
  taken text;
  -- Texts that replace touched pieces; in the list, -1 stands for the first of them.
  parts text[] := '{}';
  written text[] := '{}';
  list bigint[] := '{}';
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

  select coalesce(array_agg(stored.units order by listed.place), '{}'), coalesce(sum(stored.units), 0)
    into units, total
    from unnest(pieces) with ordinality as listed (id, place)
    join private.script_pieces as stored on stored.id = listed.id;
  select case
      when bool_or(after_end > total) then 'A splice ends beyond the text.'
      when bool_or(after_end < start) then 'A splice ends before it starts.'
      when bool_or(start < previous_end) then 'Splices overlap or are not in order.'
    end
    into wrong
    from (
      select (one ->> 'start')::integer as start, (one ->> 'end')::integer as after_end,
        lag((one ->> 'end')::integer) over (order by place) as previous_end
      from jsonb_array_elements(splices) with ordinality as listed (one, place)
    ) as placed;
  if wrong is not null then
    raise sqlstate 'PT400' using message = 'changes_are_invalid', hint = wrong;
  end if;

  for change in
    select (one ->> 'start')::integer as start, (one ->> 'end')::integer as after_end, one ->> 'text' as text,
      listed.n
    from jsonb_array_elements(splices) with ordinality as listed (one, n)
    union all
    -- The end of the text, so that the last changed piece is finished like any other.
    select total + 1, total + 1, null, null
    order by n
  loop
    -- What lies before the change: the rest of a touched piece, with the next one if the change reached its
    -- end, and then pieces that stay.
    while at + rest_units < change.start and (rest is not null or next_place <= cardinality(pieces)) loop
      if rest is null then
        exit when at + units[next_place] >= change.start;
        list := list || pieces[next_place];
        at := at + units[next_place];
        next_place := next_place + 1;
      elsif rest = '' and next_place <= cardinality(pieces) then
        rest := (select stored.text from private.script_pieces as stored
          where stored.id = pieces[next_place]);
        rest_units := units[next_place];
        next_place := next_place + 1;
      else
        written := written || array_to_string(parts || rest, '');
        list := list || -cardinality(written)::bigint;
        parts := '{}';
        at := at + rest_units;
        rest := null;
        rest_units := 0;
      end if;
    end loop;
    exit when change.text is null;
    if rest is null then
      rest := coalesce((select stored.text from private.script_pieces as stored
        where stored.id = pieces[next_place]), '');
      rest_units := coalesce(units[next_place], 0);
      next_place := next_place + 1;
    end if;
    taken := private.utf16_left(rest, change.start - at);
    -- One at a time: the array then grows in place.
    parts := parts || taken;
    parts := parts || change.text;
    rest := substr(rest, char_length(taken) + 1);
    rest_units := rest_units - (change.start - at);
    at := change.start;
    while at + rest_units < change.after_end loop
      at := at + rest_units;
      rest := (select stored.text from private.script_pieces as stored where stored.id = pieces[next_place]);
      rest_units := units[next_place];
      next_place := next_place + 1;
    end loop;
    rest := substr(rest, char_length(private.utf16_left(rest, change.after_end - at)) + 1);
    rest_units := rest_units - (change.after_end - at);
    at := change.after_end;
  end loop;

  perform private.check_parts(array_to_string(written, ''));
  return (
    with stored as materialized (
      select * from private.store_texts(draft_id, written, false, false)
    )
    select coalesce(array_agg(each.id order by listed.place, each.n), '{}')
    from unnest(list) with ordinality as listed (id, place)
    left join stored on stored.place = -listed.id,
      unnest(case when listed.id > 0
        then array[listed.id] else stored.pieces end) with ordinality as each (id, n)
  );
end
$$;

-- Makes these pieces the draft's text: pending with an origin, or to be made a version by the caller. Pieces
-- that only the draft had, and has no more, are removed. Whoever has the text or its splices already may give
-- them. Comparing with an array looks through it for each row, and a join is only as good as the planner's
-- guess of the rows: `not in` with a subselect always looks up in a hash table.
create function private.set_text(
  draft_id uuid, pieces bigint[], origin text default null, written text default null,
    splices jsonb default null
) returns void
  language plpgsql set search_path = ''
as $$
begin
  written := coalesce(written, private.text_of_pieces(pieces));
  if octet_length(written) > 1048576 then
    raise sqlstate 'PT413' using message = 'script_is_too_large', hint = 'At most 1 MB.';
  elsif cardinality(set_text.pieces) > 20000 then
    raise sqlstate 'PT413' using
      message = 'many_pieces', hint = 'The script has far more parts than a screenplay.';
  end if;
  -- A heading begins a piece, unless lines end with a carriage return alone.
  perform private.check_parts(written, cardinality(set_text.pieces) > 5000 or strpos(written, E'\r') > 0);
  if private.has_notes(set_text.draft_id) then
    -- Before the pieces that only the draft had are gone.
    perform private.note_step(set_text.draft_id, set_text.pieces, set_text.splices);
  end if;
  if private.has_answers(set_text.draft_id) then
    perform private.keep_changes(set_text.draft_id, set_text.origin, set_text.splices);
  end if;
  update private.draft_texts as texts set pieces = set_text.pieces where texts.draft_id = set_text.draft_id;
  delete from private.script_pieces as stored
    where stored.draft_id = set_text.draft_id and not stored.kept
      and stored.id not in (select unnest(set_text.pieces));
  update public.script_drafts set
      text_hash = private.text_hash(written),
      pending_origin = set_text.origin,
      pending_since = case when set_text.origin is not null
        then coalesce(pending_since, clock_timestamp()) end,
      pending_until = case when set_text.origin is not null then clock_timestamp() end
    where id = set_text.draft_id;
end
$$;

-- The working text and the one that an open review compares with; no row if nothing has been written yet.
-- Definer: the tables of texts are nobody's to read.
create function public.draft_text(work_id uuid)
  returns table (
    revision integer, text text, text_hash text, script_id uuid, version_id uuid, review_text text,
      updated_at timestamptz
  )
  language sql stable security definer set search_path = ''
as $$
  select drafts.revision, private.text_of_pieces(texts.pieces), drafts.text_hash, drafts.script_id,
    drafts.version_id,
    case when texts.review_pieces is not null then private.text_of_pieces(texts.review_pieces) end,
    drafts.updated_at
  from public.script_drafts as drafts
  join private.draft_texts as texts on texts.draft_id = drafts.id
  where (select private.is_approved())
    and drafts.user_id = (select auth.uid()) and drafts.work_id = draft_text.work_id
$$;
grant execute on function public.draft_text(uuid) to authenticated;

-- Counts words as screenplay/words.ts does (docs/screenplay.md): a run of letters and digits, an apostrophe
-- inside included, and each character of scripts that do not put spaces between words. PostgreSQL's own
-- classes depend on the database's locale, so these list the characters of Unicode 17.
create function private.count_words(written text) returns integer
  language sql immutable set search_path = ''
as $$
  select regexp_count(
    written,
      '[' || unspaced || ']|'
        || '[' || letter || '][' || letter || mark || ']*'
        || '(?:[''’ʼ][' || letter || '][' || letter || mark || ']*)*'
  )
  from (values (
    (
      '\u02bc\u0e01-\u0e30\u0e32\u0e33\u0e40-\u0e46\u0e50-\u0e59\u0e81-\u0eb0\u0eb2\u0eb3\u0ebd-\u0ec6'
      '\u0ed0-\u0edf'
      '\u1000-\u102a\u103f-\u1049\u1050-\u1055\u105a-\u105d\u1061\u1065\u1066\u106e-\u1070\u1075-\u1081\u108e'
      '\u1090-\u1099\u1780-\u17b3\u17d7\u17dc\u17e0-\u17f9\u3005-\u3007\u3021-\u3029\u3031-\u3035'
      '\u3038-\u303c'
      '\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3192-\u3195\u31f0-\u31ff\u3220-\u3229'
      '\u3280-\u3289'
      '\u3400-\u4dbf\u4e00-\u9fff\ua9e0-\ua9e4\ua9e6-\ua9fe\uaa60-\uaa76\uaa7a\uaa7e\uaa7f\uf900-\ufad9'
      '\uff66-\uff9f'
      '\U000116d0-\U000116e3\U00016fe3\U00016ff2-\U00016ff6\U0001aff0-\U0001b167\U0001d360-\U0001d371'
      '\U00020000-\U00033479'
    ),
    (
      '0-9A-Za-z\u00aa\u00b2\u00b3\u00b5\u00b9\u00ba\u00bc-\u00be\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u02bb'
      '\u02bd-\u02c1'
      '\u02c6-\u02d1\u02e0-\u02e4\u02ec\u02ee\u0370-\u0374\u0376-\u037d\u037f\u0386\u0388-\u03f5\u03f7-\u0481'
      '\u048a-\u0559\u0560-\u0588\u05d0-\u05f2\u0620-\u064a\u0660-\u0669\u066e\u066f\u0671-\u06d3\u06d5\u06e5'
      '\u06e6\u06ee-\u06fc\u06ff\u0710\u0712-\u072f\u074d-\u07a5\u07b1-\u07ea\u07f4\u07f5\u07fa\u0800-\u0815'
      '\u081a\u0824\u0828\u0840-\u0858\u0860-\u0887\u0889-\u088f\u08a0-\u08c9\u0904-\u0939\u093d\u0950'
      '\u0958-\u0961'
      '\u0966-\u096f\u0971-\u0980\u0985-\u09b9\u09bd\u09ce\u09dc-\u09e1\u09e6-\u09f1\u09f4-\u09f9\u09fc'
      '\u0a05-\u0a39'
      '\u0a59-\u0a6f\u0a72-\u0a74\u0a85-\u0ab9\u0abd\u0ad0-\u0ae1\u0ae6-\u0aef\u0af9\u0b05-\u0b39\u0b3d'
      '\u0b5c-\u0b61'
      '\u0b66-\u0b6f\u0b71-\u0b77\u0b83-\u0bb9\u0bd0\u0be6-\u0bf2\u0c05-\u0c39\u0c3d\u0c58-\u0c61'
      '\u0c66-\u0c6f'
      '\u0c78-\u0c7e\u0c80\u0c85-\u0cb9\u0cbd\u0cdc-\u0ce1\u0ce6-\u0cf2\u0d04-\u0d3a\u0d3d\u0d4e\u0d54-\u0d56'
      '\u0d58-\u0d61\u0d66-\u0d78\u0d7a-\u0d7f\u0d85-\u0dc6\u0de6-\u0def\u0f00\u0f20-\u0f33\u0f40-\u0f6c'
      '\u0f88-\u0f8c'
      '\u10a0-\u10fa\u10fc-\u135a\u1369-\u138f\u13a0-\u13fd\u1401-\u166c\u166f-\u167f\u1681-\u169a'
      '\u16a0-\u16ea'
      '\u16ee-\u1711\u171f-\u1731\u1740-\u1751\u1760-\u1770\u1810-\u1884\u1887-\u18a8\u18aa-\u191e'
      '\u1946-\u19da'
      '\u1a00-\u1a16\u1a20-\u1a54\u1a80-\u1a99\u1aa7\u1b05-\u1b33\u1b45-\u1b4c\u1b50-\u1b59\u1b83-\u1ba0'
      '\u1bae-\u1be5'
      '\u1c00-\u1c23\u1c40-\u1c7d\u1c80-\u1cbf\u1ce9-\u1cec\u1cee-\u1cf3\u1cf5\u1cf6\u1cfa-\u1dbf'
      '\u1e00-\u1fbc'
      '\u1fbe\u1fc2-\u1fcc\u1fd0-\u1fdb\u1fe0-\u1fec\u1ff2-\u1ffc\u2070-\u2079\u207f-\u2089\u2090-\u209c'
      '\u2102'
      '\u2107\u210a-\u2113\u2115\u2119-\u211d\u2124\u2126\u2128\u212a-\u212d\u212f-\u2139\u213c-\u213f'
      '\u2145-\u2149'
      '\u214e\u2150-\u2189\u2460-\u249b\u24ea-\u24ff\u2776-\u2793\u2c00-\u2ce4\u2ceb-\u2cee\u2cf2\u2cf3\u2cfd'
      '\u2d00-\u2d6f\u2d80-\u2dde\u2e2f\u3105-\u318e\u31a0-\u31bf\u3248-\u324f\u3251-\u325f\u32b1-\u32bf'
      '\ua000-\ua48c'
      '\ua4d0-\ua4fd\ua500-\ua60c\ua610-\ua66e\ua67f-\ua69d\ua6a0-\ua6ef\ua717-\ua71f\ua722-\ua788'
      '\ua78b-\ua801'
      '\ua803-\ua805\ua807-\ua80a\ua80c-\ua822\ua830-\ua835\ua840-\ua873\ua882-\ua8b3\ua8d0-\ua8d9'
      '\ua8f2-\ua8f7'
      '\ua8fb\ua8fd\ua8fe\ua900-\ua925\ua930-\ua946\ua960-\ua97c\ua984-\ua9b2\ua9cf-\ua9d9\uaa00-\uaa28'
      '\uaa40-\uaa42'
      '\uaa44-\uaa4b\uaa50-\uaa59\uaa80-\uaaaf\uaab1\uaab5\uaab6\uaab9-\uaabd\uaac0\uaac2-\uaadd\uaae0-\uaaea'
      '\uaaf2-\uaaf4\uab01-\uab5a\uab5c-\uab69\uab70-\uabe2\uabf0-\ud7fb\ufb00-\ufb1d\ufb1f-\ufb28'
      '\ufb2a-\ufbb1'
      '\ufbd3-\ufd3d\ufd50-\ufd8f\ufd92-\ufdc7\ufdf0-\ufdfb\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a'
      '\uff41-\uff5a'
      '\uffa0-\uffdc\U00010000-\U000100fa\U00010107-\U00010133\U00010140-\U00010178\U0001018a\U0001018b'
      '\U00010280-\U000102d0\U000102e1-\U00010375\U00010380-\U0001039d\U000103a0-\U000103cf'
      '\U000103d1-\U00010563'
      '\U00010570-\U00010855\U00010858-\U00010876\U00010879-\U0001091b\U00010920-\U00010939'
      '\U00010940-\U00010a00'
      '\U00010a10-\U00010a35\U00010a40-\U00010a48\U00010a60-\U00010a7e\U00010a80-\U00010ac7'
      '\U00010ac9-\U00010ae4'
      '\U00010aeb-\U00010aef\U00010b00-\U00010b35\U00010b40-\U00010b91\U00010ba9-\U00010d23'
      '\U00010d30-\U00010d65'
      '\U00010d6f-\U00010d85\U00010e60-\U00010ea9\U00010eb0-\U00010ec7\U00010f00-\U00010f45'
      '\U00010f51-\U00010f54'
      '\U00010f70-\U00010f81\U00010fb0-\U00010ff6\U00011003-\U00011037\U00011052-\U0001106f\U00011071'
      '\U00011072'
      '\U00011075\U00011083-\U000110af\U000110d0-\U000110f9\U00011103-\U00011126\U00011136-\U0001113f'
      '\U00011144'
      '\U00011147-\U00011172\U00011176\U00011183-\U000111b2\U000111c1-\U000111c4\U000111d0-\U000111da'
      '\U000111dc'
      '\U000111e1-\U0001122b\U0001123f\U00011240\U00011280-\U000112a8\U000112b0-\U000112de'
      '\U000112f0-\U000112f9'
      '\U00011305-\U00011339\U0001133d\U00011350\U0001135d-\U00011361\U00011380-\U000113b7\U000113d1'
      '\U000113d3'
      '\U00011400-\U00011434\U00011447-\U0001144a\U00011450-\U00011459\U0001145f-\U000114af\U000114c4'
      '\U000114c5'
      '\U000114c7-\U000115ae\U000115d8-\U000115db\U00011600-\U0001162f\U00011644-\U00011659'
      '\U00011680-\U000116aa'
      '\U000116b8\U000116c0-\U000116c9\U00011700-\U0001171a\U00011730-\U0001173b\U00011740-\U0001182b'
      '\U000118a0-\U0001192f'
      '\U0001193f\U00011941\U00011950-\U000119d0\U000119e1\U000119e3\U00011a00\U00011a0b-\U00011a32\U00011a3a'
      '\U00011a50\U00011a5c-\U00011a89\U00011a9d\U00011ab0-\U00011af8\U00011bc0-\U00011be0'
      '\U00011bf0-\U00011c2e'
      '\U00011c40\U00011c50-\U00011c6c\U00011c72-\U00011c8f\U00011d00-\U00011d30\U00011d46'
      '\U00011d50-\U00011d89'
      '\U00011d98-\U00011ef2\U00011f02\U00011f04-\U00011f33\U00011f50-\U00011f59\U00011fb0-\U00011fd4'
      '\U00012000-\U0001246e'
      '\U00012480-\U00012ff0\U00013000-\U0001342f\U00013441-\U00013446\U00013460-\U0001611d'
      '\U00016130-\U00016a69'
      '\U00016a70-\U00016aed\U00016b00-\U00016b2f\U00016b40-\U00016b43\U00016b50-\U00016d6c'
      '\U00016d70-\U00016e96'
      '\U00016ea0-\U00016f4a\U00016f50\U00016f93-\U00016fe1\U00017000-\U00018df2\U0001b170-\U0001bc99'
      '\U0001ccf0-\U0001ccf9'
      '\U0001d2c0-\U0001d2f3\U0001d372-\U0001d6c0\U0001d6c2-\U0001d6da\U0001d6dc-\U0001d6fa'
      '\U0001d6fc-\U0001d714'
      '\U0001d716-\U0001d734\U0001d736-\U0001d74e\U0001d750-\U0001d76e\U0001d770-\U0001d788'
      '\U0001d78a-\U0001d7a8'
      '\U0001d7aa-\U0001d7c2\U0001d7c4-\U0001d7ff\U0001df00-\U0001df2a\U0001e030-\U0001e06d'
      '\U0001e100-\U0001e12c'
      '\U0001e137-\U0001e14e\U0001e290-\U0001e2ad\U0001e2c0-\U0001e2eb\U0001e2f0-\U0001e2f9'
      '\U0001e4d0-\U0001e4eb'
      '\U0001e4f0-\U0001e5ed\U0001e5f0-\U0001e5fa\U0001e6c0-\U0001e6e2\U0001e6e4\U0001e6e5'
      '\U0001e6e7-\U0001e6ed'
      '\U0001e6f0-\U0001e6f4\U0001e6fe-\U0001e8cf\U0001e900-\U0001e943\U0001e94b-\U0001e959'
      '\U0001ec71-\U0001ecab'
      '\U0001ecad-\U0001ecaf\U0001ecb1-\U0001ed2d\U0001ed2f-\U0001eebb\U0001f100-\U0001f10c'
      '\U0001fbf0-\U0001fbf9'
    ),
    (
      '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f'
      '\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3'
      '\u07fd\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1'
      '\u08e3-\u0903'
      '\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3'
      '\u09fe-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc\u0abe-\u0acd\u0ae2\u0ae3\u0afa-\u0b03'
      '\u0b3c\u0b3e-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c56\u0c62\u0c63'
      '\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d\u0d57\u0d62\u0d63'
      '\u0d81-\u0d83\u0dca-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece'
      '\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e'
      '\u1056-\u1059\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d'
      '\u135d-\u135f'
      '\u1712-\u1715\u1732-\u1734\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885\u1886'
      '\u18a9\u1920-\u193b\u1a17-\u1a1b\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82'
      '\u1ba1-\u1bad'
      '\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff'
      '\u20d0-\u20f0'
      '\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0'
      '\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d'
      '\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0'
      '\uaab2-\uaab4'
      '\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea\uabec\uabed\ufb1e\ufe00-\ufe0f'
      '\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f'
      '\U00010ae5\U00010ae6\U00010d24-\U00010d27\U00010d69-\U00010d6d\U00010eab\U00010eac'
      '\U00010efa-\U00010eff'
      '\U00010f46-\U00010f50\U00010f82-\U00010f85\U00011000-\U00011002\U00011038-\U00011046\U00011070'
      '\U00011073'
      '\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102'
      '\U00011127-\U00011134'
      '\U00011145\U00011146\U00011173\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc'
      '\U000111ce'
      '\U000111cf\U0001122c-\U00011237\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303'
      '\U0001133b'
      '\U0001133c\U0001133e-\U0001134d\U00011357\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2'
      '\U000113e1'
      '\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc'
      '\U000115dd'
      '\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b\U0001182c-\U0001183a'
      '\U00011930-\U0001193e'
      '\U00011940\U00011942\U00011943\U000119d1-\U000119e0\U000119e4\U00011a01-\U00011a0a'
      '\U00011a33-\U00011a39'
      '\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99\U00011b60-\U00011b67'
      '\U00011c2f-\U00011c3f'
      '\U00011c92-\U00011cb6\U00011d31-\U00011d45\U00011d47\U00011d8a-\U00011d97\U00011ef3-\U00011ef6'
      '\U00011f00'
      '\U00011f01\U00011f03\U00011f34-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455'
      '\U0001611e-\U0001612f'
      '\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f92\U00016fe4-\U00016ff1'
      '\U0001bc9d'
      '\U0001bc9e\U0001cf00-\U0001cf46\U0001d165-\U0001d169\U0001d16d-\U0001d172\U0001d17b-\U0001d182'
      '\U0001d185-\U0001d18b'
      '\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75'
      '\U0001da84'
      '\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f\U0001e130-\U0001e136\U0001e2ae'
      '\U0001e2ec-\U0001e2ef'
      '\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6\U0001e6ee\U0001e6ef\U0001e6f5'
      '\U0001e8d0-\U0001e8d6'
      '\U0001e944-\U0001e94a\U000e0100-\U000e01ef'
    )
  )) as classes (unspaced, letter, mark)
$$;

-- What prints of a text, without knowing what is around it: no sections, synopses, notes and omitted text.
-- `printedPart` in screenplay/model does the same.
create function private.printed_part(written text) returns text
  language sql immutable set search_path = ''
as $$
  select regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(written, '\[\[(?:(?!\[\[).)*?\]\]', '', 'g'),
        '/\*(?:(?!/\*).)*?\*/', '', 'g'
      ),
      '(^|\n)[ \t]*(?:#|=(?!==))[^\n]*', '\1', 'g'
    ),
    '(^|\n)(?:page setup|final draft|production lock)[ \t]*:[^\n]*(?:\n[ \t]+[^\n]+)*', '\1', 'gi'
  )
$$;

-- The words of a piece are those that print.
create function private.count_printed_words() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.words := private.count_words(private.printed_part(new.text));
  return new;
end
$$;

-- Most pieces have nothing else.
create trigger count_printed_words before insert on private.script_pieces
  for each row when (
    new.text ~* '\[\[|/\*|(^|\n)[ \t]*[#=]|(^|\n)(page setup|final draft|production lock)[ \t]*:'
  )
  execute function private.count_printed_words();

-- What each text takes: its pieces and the lists of its versions. A row for each text instead of one for each
-- writer, so that writing one text never waits for another; a writer's sum reads one small row for each text.
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

-- What the list of a version's pieces takes.
create function private.version_bytes(pieces bigint[]) returns bigint
  language sql immutable set search_path = ''
as $$ select 8 * cardinality(pieces) + 800 $$;

-- Adds new pieces to what their texts take.
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

-- Takes removed pieces from what their texts take.
create function private.count_removed_pieces() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  update private.stored_texts as stored set bytes = stored.bytes - gone.bytes
    from (
      select removed.draft_id, sum(private.piece_bytes(removed.text)) as bytes
        from removed group by removed.draft_id
    ) as gone
    where stored.draft_id = gone.draft_id;
  return null;
end
$$;

create trigger count_removed_pieces after delete on private.script_pieces
  referencing old table as removed
  for each statement execute function private.count_removed_pieces();

-- For the server, which reads it from its environment.
create function private.set_text_quota(megabytes integer) returns void
  language sql set search_path = ''
as $$
  insert into private.settings (name, value) values ('text_quota_megabytes', megabytes::text)
    on conflict (name) do update set value = excluded.value
$$;

-- After set_text, when pieces that the text no longer has are gone. Making a version of a stored text is
-- never refused.
create function private.check_text_quota() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  megabytes bigint := coalesce((select value::bigint from private.settings
    where name = 'text_quota_megabytes'), 500);
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

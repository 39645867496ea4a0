-- Working texts (docs/decisions/019-working-text-and-versions.md). The draft is the row that everything else
-- of a text hangs on, and that every writer locks; its text is a list of pieces, each stored once.

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
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

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
create function private.keep_text_times() returns trigger language plpgsql set search_path = '' as $$
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
  language plpgsql set search_path = '' as $$
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
  language plpgsql set search_path = '' as $$
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
  language sql immutable rows 10 set search_path = '' as $$
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
  language sql immutable rows 100 set search_path = '' as $$
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
  language sql stable set search_path = '' as $$
  select coalesce(string_agg(stored.text, '' order by listed.place), '')
  from unnest(pieces) with ordinality as listed (id, place)
  join private.script_pieces as stored on stored.id = listed.id
$$;

-- The pieces of each of several texts, stored as far as the text has none like them. store_pieces is the same
-- for one.
create function private.store_texts(draft_id uuid, written text[], kept boolean, saved boolean)
  returns table (place bigint, pieces bigint[])
  language plpgsql set search_path = '' as $$
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
      known.hash, known.piece,
      private.utf16_length(known.piece),
      private.count_words(known.piece),
      store_texts.kept, store_texts.saved
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
  language plpgsql set search_path = '' as $$
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
  language plpgsql set search_path = '' as $$
begin
  update private.script_pieces as stored set saved = not stored.saved
    where stored.draft_id = mark_saved.draft_id
      and stored.saved <> (stored.id in (select unnest(mark_saved.pieces)));
end
$$;

-- Refuses a text with more lines or scenes than MOST in contract/limits.ts.
create function private.check_parts(written text, headings boolean default true) returns void
  language plpgsql immutable set search_path = '' as $$
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
  language plpgsql set search_path = '' as $$
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
  language plpgsql set search_path = '' as $$
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
  language sql stable security definer set search_path = '' as $$
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

-- Counts words as screenplay/model/words.ts does: a run of letters and digits, an apostrophe inside included,
-- and each character of scripts that do not put spaces between words. PostgreSQL's own classes depend on the
-- database's locale, so each start of the server stores the pattern (server/database/word-pattern.ts).
create function private.count_words(written text) returns integer
  language sql stable set search_path = '' as $$
  select regexp_count(written, (select value from private.settings where name = 'word_pattern'))
$$;

-- What prints of a text, without knowing what is around it: no sections, synopses, notes and omitted text.
-- `printedPart` in screenplay/model does the same.
create function private.printed_part(written text) returns text
  language sql immutable set search_path = '' as $$
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
create function private.count_printed_words() returns trigger language plpgsql set search_path = '' as $$
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
  language sql immutable set search_path = '' as $$ select octet_length(piece) + 200 $$;

-- What the list of a version's pieces takes.
create function private.version_bytes(pieces bigint[]) returns bigint
  language sql immutable set search_path = '' as $$ select 8 * cardinality(pieces) + 800 $$;

-- Adds new pieces to what their texts take.
create function private.count_added_pieces() returns trigger language plpgsql set search_path = '' as $$
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
create function private.count_removed_pieces() returns trigger language plpgsql set search_path = '' as $$
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
create function private.set_text_quota(megabytes integer) returns void language sql set search_path = '' as $$
  insert into private.settings (name, value) values ('text_quota_megabytes', megabytes::text)
    on conflict (name) do update set value = excluded.value
$$;

-- After set_text, when pieces that the text no longer has are gone. Making a version of a stored text is
-- never refused.
create function private.check_text_quota() returns trigger language plpgsql set search_path = '' as $$
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

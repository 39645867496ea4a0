-- Full-text search of scripts reads the pieces of the saved texts, so that a save indexes only what it changed
-- (docs/decisions/019-working-text-and-versions.md).
alter table private.script_pieces
  add column user_id uuid,
  -- Part of its script's saved text: the pieces that a search finds.
  add column saved boolean not null default false;
update private.script_pieces as stored set user_id = drafts.user_id
  from public.script_drafts as drafts where drafts.id = stored.draft_id;
alter table private.script_pieces alter column user_id set not null;

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

-- The same cuts as before, except that a line of more than 4 KB is cut between words instead of inside one.
create or replace function private.pieces_of(written text) returns table (place bigint, piece text)
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

-- Four times as fast as counting matches of \S+.
create function private.count_words(written text) returns integer
  language sql immutable set search_path = ''
as $$
  select cardinality(array_remove(string_to_array(
    replace(replace(replace(replace(written, E'\n', ' '), E'\t', ' '), E'\r', ' '), U&'\00A0', ' '), ' '
  ), ''))
$$;

drop function private.store_pieces(uuid, text);

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

drop function private.set_text(uuid, bigint[], text);

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

drop function private.replace_text(uuid, text, text, uuid, timestamptz);

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
begin
  perform private.cut_pending(replace_text.draft_id);
  perform private.set_text(
    replace_text.draft_id,
    private.store_changes(replace_text.draft_id, written, true, replace_text.saved),
    null,
    written
  );
  update public.script_drafts set revision = revision + 1, changes = null where id = replace_text.draft_id;
  return private.cut_version(replace_text.draft_id, origin, job_id, at);
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

create or replace function private.keep_saved_text() returns trigger
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

-- Texts that have been cut inside a word are cut again; then the pieces of each saved text are marked. It is
-- the draft's text or, if that has changed since, a version's.
do $$
declare
  text record;
  list bigint[];
begin
  for text in
    select texts.draft_id, texts.pieces from private.draft_texts as texts
    where exists (
      select from unnest(texts.pieces[:cardinality(texts.pieces) - 1]) as listed (id)
      join private.script_pieces as stored on stored.id = listed.id
      where right(stored.text, 1) <> E'\n'
    )
  loop
    update private.draft_texts set
        pieces = private.store_pieces(text.draft_id, private.text_of_pieces(text.pieces), true)
      where draft_id = text.draft_id;
  end loop;

  for text in
    select drafts.id as draft_id, drafts.text_hash, drafts.user_id, drafts.work_id, private.text_of(scripts.content) as saved
    from public.scripts
    join public.script_drafts as drafts on drafts.user_id = scripts.user_id and drafts.work_id = scripts.work_id
  loop
    select texts.pieces into list from private.draft_texts as texts
      where texts.draft_id = text.draft_id and text.text_hash = private.text_hash(text.saved);
    if not found then
      list := private.store_pieces(text.draft_id, text.saved, true);
    end if;
    perform private.mark_saved(text.draft_id, list);
  end loop;
end
$$;

drop index public.scripts_by_words;
-- A search reads the whole list of pending entries, and the planner counts that in, so it must stay short.
create index script_pieces_by_words on private.script_pieces
  using gin (private.words_of(user_id, text)) with (gin_pending_list_limit = 1024) where saved;
create index scripts_by_title on public.scripts
  using gin (private.words_of(user_id, title)) with (gin_pending_list_limit = 1024);
alter index public.chat_messages_by_words set (gin_pending_list_limit = 1024);

-- Each word as the beginning of one; nothing in it is read as search syntax.
create function private.words_wanted(owner uuid, query text) returns table (n bigint, word tsquery)
  language sql immutable rows 3 set search_path = ''
as $$
  select row_number() over (),
    (quote_literal(private.mark_of(owner) || replace(lexeme, '\', ' ')) || ':*')::tsquery
  from unnest(to_tsvector('pg_catalog.simple', left(query, 200)))
$$;

-- Finds scripts whose title and saved text together have every word. Definer: a policy keeps the planner from
-- using an index on words, and nobody may read pieces. So it names the owner and asks for approval itself. The
-- owner is asked for last: the words carry a mark of their owner, and by user_id the planner would read texts.
create or replace function public.search_scripts(query text, max_results integer default 50)
  returns table (id uuid, title text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  with wanted as materialized (
    select wanted.n, wanted.word from private.words_wanted((select auth.uid()), search_scripts.query) as wanted
  ),
  titled as (
    select wanted.n, scripts.id
    from wanted
    join public.scripts on private.words_of(scripts.user_id, scripts.title) @@ wanted.word
  ),
  written as (
    select distinct wanted.n, stored.draft_id
    from wanted
    join private.script_pieces as stored
      on stored.saved and private.words_of(stored.user_id, stored.text) @@ wanted.word
  ),
  matches as (
    select titled.n, titled.id from titled
    union
    select written.n, drafts.script_id
    from written
    join public.script_drafts as drafts on drafts.id = written.draft_id
    where drafts.user_id = (select auth.uid())
  )
  select found.id, found.title, found.updated_at
  from public.scripts as found
  join (
    select matches.id from matches group by matches.id having count(*) = (select count(*) from wanted)
  ) as complete on complete.id = found.id
  where (select private.is_approved())
    and found.user_id = (select auth.uid())
  order by
    (select count(*) from titled where titled.id = found.id) = (select count(*) from wanted) desc,
    found.updated_at desc
  limit least(greatest(search_scripts.max_results, 0), 200)
$$;

-- Many changes at once take time in proportion to the pieces that they touch, however far they are apart.

-- The pieces of each of several texts. store_pieces is the same for one.
create function private.store_texts(draft_id uuid, written text[], kept boolean, saved boolean)
  returns table (place bigint, pieces bigint[])
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
begin
  return query
  with cut as materialized (
    select texts.place as text_place, pieces.place, pieces.piece, sha256(convert_to(pieces.piece, 'UTF8')) as hash
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

create or replace function private.store_pieces(
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
    raise sqlstate 'PT413' using message = 'many_pieces', hint = 'The script has far more parts than a screenplay.';
  end if;
  return list;
end
$$;

-- As before, but pieces between two changes are left as they are.
create or replace function private.splice(draft_id uuid, pieces bigint[], splices jsonb) returns bigint[]
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
    select (one ->> 'start')::integer as start, (one ->> 'end')::integer as after_end, one ->> 'text' as text, listed.n
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
        rest := (select stored.text from private.script_pieces as stored where stored.id = pieces[next_place]);
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
      rest := coalesce((select stored.text from private.script_pieces as stored where stored.id = pieces[next_place]), '');
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
      unnest(case when listed.id > 0 then array[listed.id] else stored.pieces end) with ordinality as each (id, n)
  );
end
$$;

-- The same limits. Counting lines and looking for headings took most of the time of storing a change to a long text.
drop function private.check_parts(text);
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
  -- A heading begins a piece, unless lines end with a carriage return alone.
  perform private.check_parts(written, cardinality(set_text.pieces) > 5000 or strpos(written, E'\r') > 0);
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

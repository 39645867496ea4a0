-- A text as pieces: exact when joined in order, and cut where the text itself says so, so that a change
-- leaves the pieces around it as they were. A piece begins at a scene heading, or at about one in 32 lines,
-- chosen by the line's hash; none is much longer than 4 KB.
create function private.pieces_of(written text) returns table (place bigint, piece text)
  language sql immutable set search_path = ''
as $$
  with lines as (
    select n, line || case when n < count(*) over () then E'\n' else '' end as line
    from string_to_table(written, E'\n') with ordinality as split (line, n)
  ),
  parts as (
    select n, 0 as part, line as text from lines where char_length(line) <= 4096
    union all
    select n, part, substr(line, part * 2048 + 1, 2048)
    from lines, generate_series(0, (char_length(line) - 1) / 2048) as part
    where char_length(line) > 4096
  ),
  numbered as (
    select row_number() over (order by n, part) as n, text from parts where text <> ''
  ),
  grouped as (
    select n, text,
      count(*) filter (
        where text ~* '^[ \t]*(int|ext|est|i/e)[./ ]'
          or text ~ '^\.[^.]'
          or (char_length(text) >= 12 and hashtext(text) & 31 = 0)
      ) over (order by n) as section
    from numbered
  ),
  sized as (
    select n, text, section,
      (sum(octet_length(text)) over (partition by section order by n) - octet_length(text)) / 4096 as slice
    from grouped
  )
  select min(n), string_agg(text, '' order by n)
  from sized
  group by section, slice
$$;

create function private.utf16_length(written text) returns integer
  language sql immutable set search_path = ''
as $$
  select char_length(written) + case
    when octet_length(written) = char_length(written) then 0
    -- Characters beyond the basic plane are two units.
    else regexp_count(written, '[\U00010000-\U0010FFFF]')
  end
$$;

-- The beginning of a text that is so many UTF-16 units long.
create function private.utf16_left(written text, units integer) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  taken text := left(written, units);
  excess integer := private.utf16_length(taken) - units;
begin
  while excess > 0 loop
    -- Never too much, since a character is at most two units.
    taken := left(taken, -greatest(excess / 2, 1));
    excess := private.utf16_length(taken) - units;
  end loop;
  if excess < 0 then
    raise sqlstate 'PT400' using
      message = 'changes_are_invalid',
      hint = 'A splice begins or ends inside a surrogate pair.';
  end if;
  return taken;
end
$$;

create function private.text_of_pieces(pieces bigint[]) returns text
  language sql stable set search_path = ''
as $$
  select coalesce(string_agg(stored.text, '' order by listed.place), '')
  from unnest(pieces) with ordinality as listed (id, place)
  join private.script_pieces as stored on stored.id = listed.id
$$;

create function private.text_hash(written text) returns text
  language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(written, 'UTF8')), 'hex') $$;

-- Stores what is not stored yet. The draft is locked by the caller.
create function private.store_pieces(draft_id uuid, written text) returns bigint[]
  language plpgsql set search_path = ''
as $$
declare
  texts text[];
  hashes bytea[];
begin
  select array_agg(piece order by place), array_agg(sha256(convert_to(piece, 'UTF8')) order by place)
    into texts, hashes
    from private.pieces_of(written);
  insert into private.script_pieces (draft_id, hash, text, units, words)
    select distinct on (fresh.hash)
      store_pieces.draft_id, fresh.hash, fresh.text, private.utf16_length(fresh.text), regexp_count(fresh.text, '\S+')
    from unnest(hashes, texts) as fresh (hash, text)
    where not exists (
      select from private.script_pieces as stored
      where stored.draft_id = store_pieces.draft_id and stored.hash = fresh.hash
    );
  return array(
    select stored.id
    from unnest(hashes) with ordinality as wanted (hash, place)
    join private.script_pieces as stored
      on stored.draft_id = store_pieces.draft_id and stored.hash = wanted.hash
    order by wanted.place
  );
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

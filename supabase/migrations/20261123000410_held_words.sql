-- A note remembers what its words became, so that it follows them when they are moved (docs/decisions/052-readings-and-notes.md).

-- What stood at its place last, if that is not the quote any more and has at most 2,000 characters.
alter table public.script_notes add column held text;
with texts as materialized (
  select drafts.user_id, drafts.work_id, private.in_units(private.text_of_pieces(texts.pieces)) as written
  from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
  where private.has_notes(drafts.id)
),
places as (
  select notes.id, notes.quote,
    replace(substr(texts.written, notes.start + 1, notes."end" - notes.start), E'\uFFFF', '') as there
  from texts join public.script_notes as notes on notes.user_id = texts.user_id and notes.work_id = texts.work_id
  where notes."end" > notes.start and notes."end" - notes.start <= 2000
)
update public.script_notes as notes set held = places.there from places
  where notes.id = places.id and places.there <> places.quote;

-- Where the words of a note are that a change touched, by the rule of followNotes in screenplay/changes: all of them are left,
-- or else the nearest place with those that stood there last, then with those of the quote. Texts are as in_units has them,
-- but for what is held.
create function private.looked_for(
  words text, old_held text, near_text text, low integer, firsts integer[], lasts integer[],
  is_left boolean, left_start integer, left_end integer, expected integer
) returns table (start integer, "end" integer, held text)
  language plpgsql immutable set search_path = ''
as $$
declare
  last_words text := private.in_units(old_held);
  there text := case
    when is_left and left_start >= low and left_end - left_start <= 2000
      then substr(near_text, left_start - low + 1, left_end - left_start)
  end;
  place integer;
  wanted text;
begin
  held := old_held;
  if is_left then
    start := left_start;
    "end" := left_end;
  else
    start := expected;
    "end" := expected;
  end if;
  if there = words then
    held := null;
    return next;
    return;
  end if;
  foreach wanted in array array[last_words, words] loop
    -- Only an edge was touched: what was cut off there may be back.
    continue when wanted is null or wanted = there;
    place := case
      when strpos(near_text, wanted) > 0 then private.nearest_place(wanted, near_text, low, firsts, lasts, expected)
    end;
    exit when place is not null;
  end loop;
  if there = last_words and (place + char_length(wanted) <= left_start or place >= left_end) then
    place := null;
  end if;
  if place is not null then
    start := place;
    "end" := place + char_length(wanted);
  end if;
  if "end" > start and start >= low and "end" - start <= 2000 then
    wanted := substr(near_text, start - low + 1, "end" - start);
    held := case when wanted <> words then replace(wanted, E'\uFFFF', '') end;
  end if;
  return next;
end
$$;

-- As before, and what is there now is remembered.
create or replace function private.follow_text(draft_id uuid, splices jsonb, written text) returns void
  language plpgsql set search_path = ''
as $$
declare
  -- Of each splice: what it replaces, and where the text that it inserts lies afterwards.
  starts integer[];
  ends integer[];
  firsts integer[];
  lasts integer[];
  -- The changed part of the text, with as much around it as a quote can have.
  low integer;
  near_text text;
  -- How many notes are looked for: NOTE_SEARCH_CHARACTERS and NOTE_LOOK_CHARACTERS in contract/limits.ts.
  most integer;
begin
  select array_agg(start order by n), array_agg(after_end order by n), array_agg(first order by n),
      array_agg(first + units order by n)
    into starts, ends, firsts, lasts
    from (
      select n, start, after_end, units,
        (start + sum(units - (after_end - start)) over (order by n) - (units - (after_end - start)))::integer as first
      from (
        select n, (one ->> 'start')::integer as start, (one ->> 'end')::integer as after_end,
          private.utf16_length(one ->> 'text') as units
        from jsonb_array_elements(splices) with ordinality as listed (one, n)
      ) as counted
    ) as placed;
  if starts is null then
    return;
  end if;
  low := greatest(firsts[1] - 2000, 0);
  near_text := substr(private.in_units(written), low + 1, lasts[cardinality(lasts)] + 2000 - low);
  most := 20000000 / (char_length(near_text) + 1000);
  update public.script_notes as notes set start = followed.start, "end" = followed."end", held = followed.held
    from (
      select mapped.id, found.start, found."end", found.held
      from (
        select placed.*, new.start, new."end", new.expected,
          placed.old_end > placed.old_start and new."end" > new.start as is_left,
          is_touched and sum(is_touched::integer) over (order by placed.old_start, placed.id) <= most as is_looked_for
        from (
          select of_text.id, of_text.start as old_start, of_text."end" as old_end, of_text.held as old_held,
            -- Most quotes need no function call.
            case
              when octet_length(of_text.quote) = char_length(of_text.quote) then of_text.quote
              else private.in_units(of_text.quote)
            end as words,
            -- The last splice that begins at or before the note's start, before its end.
            width_bucket(of_text.start, starts) as at_start,
            width_bucket(of_text."end" - 1, starts) as before_end,
            not (
              of_text."end" > of_text.start
              and coalesce(ends[width_bucket(of_text."end", starts)] < of_text.start, true)
            ) as is_touched
          from public.script_drafts as drafts
          join public.script_notes as of_text on of_text.user_id = drafts.user_id and of_text.work_id = drafts.work_id
          where drafts.id = follow_text.draft_id
        ) as placed
        cross join lateral (
          select
            case
              when at_start = 0 then placed.old_start
              else greatest(placed.old_start, ends[at_start]) - ends[at_start] + lasts[at_start]
            end as start,
            case
              when before_end = 0 then placed.old_end
              when placed.old_end > ends[before_end] then placed.old_end - ends[before_end] + lasts[before_end]
              else firsts[before_end]
            end as "end",
            case
              when at_start = 0 then placed.old_start
              when placed.old_start >= ends[at_start] then placed.old_start - ends[at_start] + lasts[at_start]
              else least(firsts[at_start] + placed.old_start - starts[at_start], lasts[at_start])
            end as expected
        ) as new
      ) as mapped
      cross join lateral (
        select
          case when is_left or not is_touched then mapped.start else mapped.expected end as start,
          case when is_left or not is_touched then mapped."end" else mapped.expected end as "end",
          old_held as held
        where not is_looked_for
        union all
        select * from private.looked_for(
          words, old_held, near_text, low, firsts, lasts, is_left, mapped.start, mapped."end", mapped.expected
        )
        where is_looked_for
      ) as found
    ) as followed
    where notes.id = followed.id
      and (notes.start, notes."end", notes.held) is distinct from (followed.start, followed."end", followed.held);
end
$$;

-- As before, with what stood there last.
create or replace function public.find_note(note_id uuid) returns public.script_notes
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  note public.script_notes;
  draft public.script_drafts;
  written text;
  words text;
  place integer;
begin
  perform private.require_approved();
  select * into note from public.script_notes where id = find_note.note_id and user_id = auth.uid();
  draft := private.lock_work(note.user_id, note.work_id);
  select * into note from public.script_notes where id = find_note.note_id and user_id = auth.uid();
  if not found then
    perform private.not_found('note');
  elsif note."end" > note.start then
    return note;
  end if;
  written := private.in_units((
    select private.text_of_pieces(texts.pieces) from private.draft_texts as texts where texts.draft_id = draft.id
  ));
  foreach words in array array[private.in_units(note.held), private.in_units(note.quote)] loop
    place := case
      when words is not null
        then private.nearest_place(words, written, 0, array[0], array[char_length(written)], note.start)
    end;
    exit when place is not null;
  end loop;
  if place is not null then
    update public.script_notes set start = place, "end" = place + char_length(words),
        held = nullif(replace(words, E'\uFFFF', ''), quote)
      where id = note.id returning * into note;
  end if;
  return note;
end
$$;

-- Looking for the words of a note has a bound, whatever the text (docs/decisions/053-bounded-work.md).

-- Where a text has the quote nearest to a place, of the eight splices nearest to it; null if none of them touched it. Both as
-- in_units has them; the text begins at `low`, and `firsts` and `lasts` are where the splices lie in it.
create function private.nearest_place(
  quote text, near_text text, low integer, firsts integer[], lasts integer[], expected integer
) returns integer
  language plpgsql immutable set search_path = ''
as $$
declare
  units integer := char_length(quote);
  nearest integer := width_bucket(expected, firsts);
  best integer;
  -- Of the text in which each occurrence touches the splice.
  first integer;
  part text;
  -- How much of it begins before the place.
  before integer;
  found integer;
begin
  for n in greatest(nearest - 3, 1) .. least(nearest + 4, cardinality(firsts)) loop
    first := greatest(firsts[n] - units + 1, low);
    -- No nearer one begins behind this.
    exit when first - expected > abs(best - expected);
    part := substr(near_text, first - low + 1, greatest(lasts[n] + units - 1 - first, 0));
    before := greatest(least(expected - first, char_length(part)), 0);
    found := strpos(case when before = 0 then part else substr(part, before + 1) end, quote);
    if found > 0 and (best is null or first + before + found - 1 - expected < abs(best - expected)) then
      best := first + before + found - 1;
    end if;
    if before > 0 then
      part := left(part, before + units - 1);
      before := char_length(part);
      -- Only what is at least as near.
      part := right(part, greatest(before - greatest(expected - abs(best - expected) - first, 0), 0));
      found := strpos(reverse(part), reverse(quote));
      if found > 0 then
        best := first + before - found - units + 1;
      end if;
    end if;
  end loop;
  return best;
end
$$;

-- As before, but the words of notes are looked for only as long as that takes no more than a share of a second: of the notes
-- behind these it is only known where they would be.
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
  update public.script_notes as notes set start = followed.start, "end" = followed."end"
    from (
      select mapped.id, coalesce(found.place, case when is_left then mapped.start else mapped.expected end) as start,
        coalesce(
          found.place + char_length(mapped.words), case when is_left then mapped."end" else mapped.expected end
        ) as "end"
      from (
        select placed.*, new.start, new."end", new.expected,
          placed.old_end > placed.old_start and new."end" > new.start as is_left,
          is_touched and sum(is_touched::integer) over (order by placed.old_start, placed.id) <= most as is_looked_for
        from (
          select of_text.id, of_text.start as old_start, of_text."end" as old_end,
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
        select case
          when not is_looked_for then null
          -- They are all there.
          when is_left and mapped."end" - mapped.start = char_length(words) and mapped.start >= low
            and substr(near_text, mapped.start - low + 1, char_length(words)) = words then null
          when strpos(near_text, words) > 0
            then private.nearest_place(words, near_text, low, firsts, lasts, mapped.expected)
        end as place
      ) as found
      -- A function that is merged into what is around it is called for each use of its result.
      offset 0
    ) as followed
    where notes.id = followed.id and (notes.start, notes."end") <> (followed.start, followed."end");
end
$$;
drop function private.place_of(text, text, integer, int4multirange, integer);

-- Looks in the whole text for the words of a note that has lost them, nearest to where they were. The note as it is then.
-- Definer: nobody writes places.
create function public.find_note(note_id uuid) returns public.script_notes
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
  words := private.in_units(note.quote);
  place := private.nearest_place(words, written, 0, array[0], array[char_length(written)], note.start);
  if place is not null then
    update public.script_notes set start = place, "end" = place + char_length(words) where id = note.id returning * into note;
  end if;
  return note;
end
$$;
grant execute on function public.find_note(uuid) to authenticated;

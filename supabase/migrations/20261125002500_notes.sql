-- Notes on a script, each on the words that it is about (docs/decisions/052-readings-and-notes.md).

create table public.script_notes (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  work_id uuid not null,
  -- The reading; what it was given can be read there.
  job_id uuid,
  author text not null
    constraint note_author_is_known check (author in ('model', 'writer', 'reader')),
  -- Who the model read as, or a person's name.
  reader text
    constraint note_reader_is_a_name check (private.is_name(reader, 100)),
  -- Offsets in UTF-16 units into the working text. Nothing lies between them if the quoted words are gone.
  start integer not null,
  "end" integer not null,
  quote text not null
    constraint quote_has_1_to_2000_characters check (
      private.trimmed(quote) <> '' and char_length(quote) <= 2000
      and quote !~ '[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]'
    ),
  body text not null
    constraint a_note_has_1_to_4000_characters check (
        private.trimmed(body) <> '' and char_length(body) <= 4000
        and body !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]' and body = private.without_turns(body)
      ),
  state text not null default 'open'
    constraint note_state_is_known check (state in ('open', 'done', 'dismissed')),
  created_at timestamptz not null default clock_timestamp(),
  held text,
  constraint only_writers_have_no_reader check ((author = 'writer') = (reader is null)),
  constraint a_note_has_a_place check (start >= 0 and "end" >= start),
  constraint script_notes_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade,
  constraint script_notes_job_id_fkey
    foreign key (job_id, user_id) references public.generation_jobs (id, user_id) on delete set null (job_id)
  -- A key moves all notes behind it: room for the rows beside the old ones.
) with (fillfactor = 70);

create index script_notes_of_a_text on public.script_notes (user_id, work_id);
create index script_notes_of_a_job on public.script_notes (job_id);

alter table public.script_notes enable row level security;
grant select, delete on public.script_notes to authenticated;
grant update (body, state) on public.script_notes to authenticated;
create policy "writers read notes on their own scripts" on public.script_notes
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers settle notes on their own scripts" on public.script_notes
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers delete what no model noted on their own scripts" on public.script_notes
  for delete to authenticated
  using (author <> 'model' and user_id = (select auth.uid()) and (select private.is_approved()));

-- What others said stays as they said it.
create function private.keep_words_of_others() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT403' using message = 'not_your_note', hint = 'Only notes of your own can be rewritten.';
end
$$;

create trigger keep_words_of_others before update of body on public.script_notes
  for each row when (old.author <> 'writer' and new.body <> old.body)
  execute function private.keep_words_of_others();

-- Whether a text has notes.
create function private.has_notes(draft_id uuid) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.script_drafts as drafts
    join public.script_notes as notes on notes.user_id = drafts.user_id and notes.work_id = drafts.work_id
    where drafts.id = has_notes.draft_id
  )
$$;

-- The notes of a text and the state of it in which they are at these places, in one statement. No row if
-- nothing has been written yet.
create function public.notes_of(work_id uuid)
  returns table (revision integer, text_hash text, notes jsonb)
  language sql stable set search_path = ''
as $$
  select drafts.revision, drafts.text_hash, coalesce(
    (
      select jsonb_agg(to_jsonb(notes) order by notes.start, notes.created_at, notes.id)
      from public.script_notes as notes
      where notes.user_id = drafts.user_id and notes.work_id = drafts.work_id
    ),
    '[]'
  )
  from public.script_drafts as drafts
  where drafts.user_id = (select auth.uid()) and drafts.work_id = notes_of.work_id
$$;
grant execute on function public.notes_of(uuid) to authenticated;

-- Refuses more notes than MOST in contract/limits.ts allows.
create function private.check_count_of_notes(person uuid, work_id uuid, more integer) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if (
    select count(*) + more > 5000 from public.script_notes as notes
    where notes.user_id = person and notes.work_id = check_count_of_notes.work_id
  ) then
    raise sqlstate 'PT400' using message = 'too_many_notes', hint = 'At most 5,000 notes on a script.';
  end if;
end
$$;

-- A note of the writer's own on the words between two places of the text with this hash. Definer: a quote is
-- what stands there, whatever a client says.
create function public.add_note(work_id uuid, text_hash text, start integer, "end" integer, body text)
  returns public.script_notes
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
  said text := private.trimmed(replace(add_note.body, E'\r\n', E'\n'));
  written text;
  quoted text;
  added public.script_notes;
begin
  perform private.require_approved();
  draft := private.lock_work(auth.uid(), add_note.work_id);
  if draft.id is null then
    perform private.not_found('draft');
  elsif draft.text_hash is distinct from add_note.text_hash then
    raise sqlstate 'PT409' using
      message = 'draft_changed',
      hint = 'It was changed elsewhere since it was read: read it again and merge.';
  elsif coalesce(said, '') = '' or char_length(said) > 4000 then
    raise sqlstate 'PT400' using message = 'note_is_invalid', hint = 'A note has 1 to 4,000 characters.';
  end if;
  written := private.in_units((
    select private.text_of_pieces(texts.pieces) from private.draft_texts as texts
      where texts.draft_id = draft.id
  ));
  if (add_note.start >= 0 and add_note."end" > add_note.start and add_note."end" <= char_length(written))
    is not true then
    raise sqlstate 'PT400' using message = 'note_is_invalid', hint = 'A note is on a piece of the text.';
  elsif add_note."end" - add_note.start > 2000 then
    raise sqlstate 'PT400' using
      message = 'quote_is_too_long', hint = 'A note is on at most 2,000 characters.';
  end if;
  quoted := substr(written, add_note.start + 1, add_note."end" - add_note.start);
  if quoted ~ '^\uFFFF' or substr(written, add_note."end" + 1, 1) = E'\uFFFF' then
    raise sqlstate 'PT400' using message = 'note_is_invalid', hint = 'A place lies inside a surrogate pair.';
  end if;
  quoted := replace(quoted, E'\uFFFF', '');
  if private.trimmed(quoted) = '' then
    raise sqlstate 'PT400' using
      message = 'note_is_invalid', hint = 'There is nothing but space at this place.';
  end if;
  perform private.check_count_of_notes(draft.user_id, draft.work_id, 1);
  insert into public.script_notes (user_id, work_id, author, start, "end", quote, body)
    values (draft.user_id, draft.work_id, 'writer', add_note.start, add_note."end", quoted, said)
    returning * into added;
  return added;
end
$$;
grant execute on function public.add_note(uuid, text, integer, integer, text) to authenticated;

-- Stores what a part yielded: `notes` as [{ start, end, quote, body }], placed in the text with this hash,
-- and at last a summary. 'text_changed' if it is another text by now; without a hash, notes whose quote is
-- not at its place are dropped. 'ended' if the part is not to be stored: see note_part.
create function private.store_notes(
  part_read private.part_read, notes jsonb, dropped integer, summary text, judged_hash text
) returns text
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  reading public.readings;
  draft public.script_drafts;
  written text;
  placed integer;
  stored integer;
begin
  select * into reading from public.readings where id = part_read.job_id;
  if not found then
    return 'ended';
  end if;
  draft := private.lock_work(reading.user_id, reading.work_id);
  -- The job before its notes: another attempt may be storing the same part.
  perform from public.generation_jobs as jobs
    where jobs.id = part_read.job_id and jobs.attempt = part_read.attempt
      and jobs.status = 'processing'
    for update;
  if not found or not exists (
    select from public.readings where id = reading.id and parts_read = part_read.part
  ) then
    return 'ended';
  elsif draft.text_hash <> store_notes.judged_hash then
    return 'text_changed';
  end if;
  written := private.in_units((
    select private.text_of_pieces(texts.pieces) from private.draft_texts as texts
      where texts.draft_id = draft.id
  ));
  with given as materialized (
    select n, (note ->> 'start')::integer as start, (note ->> 'end')::integer as "end",
      note ->> 'quote' as quote,
      note ->> 'body' as body
    from jsonb_array_elements(store_notes.notes) with ordinality as listed (note, n)
  ),
  present as (
    select distinct on (start, "end") * from given
    where "end" > start and start >= 0
      and substr(written, start + 1, "end" - start) = private.in_units(quote)
    order by start, "end", n
  ),
  fresh as (
    -- What this reader has said about these words is not said again.
    select * from present
    where not exists (
      select from public.script_notes as known
      where known.user_id = reading.user_id and known.work_id = reading.work_id
        and known.reader = reading.reader
        and known.start = present.start and known.quote = present.quote
    )
    order by n
    limit greatest(5000 - (
      select count(*) from public.script_notes as known
      where known.user_id = reading.user_id and known.work_id = reading.work_id
    ), 0)
  ),
  added as (
    insert into public.script_notes (user_id, work_id, job_id, author, reader, start, "end", quote, body)
    select reading.user_id, reading.work_id, reading.id, 'model', reading.reader, start, "end", quote, body
    from fresh order by n
    returning id
  )
  select (select count(*) from present), (select count(*) from added) into placed, stored;
  if not private.note_part(
    part_read, stored, store_notes.dropped + jsonb_array_length(store_notes.notes) - placed
  ) then
    -- Nothing was stored.
    raise exception 'The part was read by another attempt.';
  end if;
  if store_notes.summary is not null then
    update public.readings set summary = store_notes.summary where id = reading.id;
    -- A call that found nothing to note was not in vain.
    update public.generation_jobs as jobs set calls_used = jobs.calls_used + 1
      where jobs.id = reading.id and stored = 0;
  end if;
  return 'stored';
end
$$;

-- What a part of a reading is told: the bible, what this reader has said already, how one of the writer's own
-- reads, and what is known of the scenes. No own reader if it was deleted.
create function private.notes_to_read(job_id uuid)
  returns table (entries jsonb, noted jsonb, own jsonb, synopses jsonb)
  language sql stable set search_path = ''
as $$
  select
    (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', entries.kind, 'name', entries.name, 'aliases', entries.aliases, 'body', entries.body
      ) order by entries.pinned desc, entries.updated_at desc, entries.id), '[]')
      from public.story_entries as entries
      where entries.user_id = readings.user_id and entries.work_id = readings.work_id
    ),
    (
      select coalesce(jsonb_agg(jsonb_build_object('quote', said.quote, 'body', said.body)
        order by said.start), '[]')
      from (
        select quote, body, start from public.script_notes as notes
        where notes.user_id = readings.user_id and notes.work_id = readings.work_id
          and notes.reader = readings.reader
          and notes.author = 'model'
        order by created_at desc, id desc limit 300
      ) as said
    ),
    (
      select jsonb_build_object('name', prompts.name, 'text', prompts.text) from public.prompts
      where prompts.id::text = readings.reader and prompts.kind = 'reader'
        and (prompts.user_id = readings.user_id or prompts.shared)
    ),
    (
      select memories.synopses from private.script_memories as memories
      where memories.user_id = readings.user_id and memories.work_id = readings.work_id
    )
  from public.readings where readings.id = notes_to_read.job_id
$$;

-- How many characters two texts have in common at their beginning.
create function private.common_start(one text, other text) returns integer
  language plpgsql immutable set search_path = ''
as $$
declare
  same integer := 0;
  most integer := least(char_length(one), char_length(other));
  tried integer;
begin
  -- As many as are known to be the same are cut off, so that each half is compared once.
  while most > 0 loop
    tried := (most + 1) / 2;
    if left(one, tried) = left(other, tried) then
      same := same + tried;
      most := most - tried;
      one := substr(one, tried + 1);
      other := substr(other, tried + 1);
    else
      most := tried - 1;
      one := left(one, most);
      other := left(other, most);
    end if;
  end loop;
  return same;
end
$$;

-- The splices that turn one list of pieces into another. What both have once, in the same order, stays;
-- between two such pieces, what differs is one splice.
create function private.splices_between(before bigint[], after bigint[]) returns jsonb
  language plpgsql stable set search_path = ''
as $$
declare
  -- Places of pieces that both lists have once, in the order of the first list.
  old_places integer[];
  new_places integer[];
  -- The longest ascending run of new places: the pair that ends the best run of each length, and the pair
  -- before each.
  ends integer[] := '{}';
  previous integer[] := '{}';
  low integer;
  high integer;
  middle integer;
  -- The pairs of that run, backwards.
  kept integer[] := '{}';
  pair integer;
  starts integer[];
  done_old integer := 0;
  done_new integer := 0;
  next_old integer;
  next_new integer;
  removed text;
  inserted text;
  same integer;
  at integer;
  list jsonb[] := '{}';
begin
  select coalesce(array_agg(old.place order by old.place), '{}'),
    coalesce(array_agg(new.place order by old.place), '{}')
    into old_places, new_places
    from (
      select id, min(place)::integer as place from unnest(before) with ordinality as listed (id, place)
      group by id having count(*) = 1
    ) as old
    join (
      select id, min(place)::integer as place from unnest(after) with ordinality as listed (id, place)
      group by id having count(*) = 1
    ) as new using (id);
  for n in 1 .. cardinality(new_places) loop
    low := 0;
    high := cardinality(ends);
    while low < high loop
      middle := (low + high + 1) / 2;
      if new_places[ends[middle]] < new_places[n] then
        low := middle;
      else
        high := middle - 1;
      end if;
    end loop;
    previous[n] := case when low > 0 then ends[low] end;
    ends[low + 1] := n;
  end loop;
  pair := ends[cardinality(ends)];
  while pair is not null loop
    kept := kept || pair;
    pair := previous[pair];
  end loop;
  -- Where each piece of the first list begins, and at last its end.
  select array_agg(place order by n) into starts from (
    select n, coalesce(sum(stored.units) over (order by n rows between unbounded preceding and 1 preceding),
      0) as place
    from unnest(before || null::bigint) with ordinality as listed (id, n)
    left join private.script_pieces as stored on stored.id = listed.id
  ) as placed;
  for n in reverse cardinality(kept) .. 0 loop
    next_old := coalesce(old_places[kept[n]], cardinality(before) + 1);
    next_new := coalesce(new_places[kept[n]], cardinality(after) + 1);
    if next_old > done_old + 1 or next_new > done_new + 1 then
      removed := private.text_of_pieces(before[done_old + 1:next_old - 1]);
      inserted := private.text_of_pieces(after[done_new + 1:next_new - 1]);
      same := private.common_start(removed, inserted);
      at := starts[done_old + 1] + private.utf16_length(left(removed, same));
      removed := substr(removed, same + 1);
      inserted := substr(inserted, same + 1);
      same := private.common_start(reverse(removed), reverse(inserted));
      removed := left(removed, char_length(removed) - same);
      inserted := left(inserted, char_length(inserted) - same);
      if removed <> inserted then
        list := list || jsonb_build_object('start', at, 'end', at + private.utf16_length(removed), 'text',
          inserted);
      end if;
    end if;
    done_old := next_old;
    done_new := next_new;
  end loop;
  return to_jsonb(list);
end
$$;

-- Where a text has the quote nearest to a place, of the eight splices nearest to it; null if none of them
-- touched it. Both as in_units has them; the text begins at `low`, and `firsts` and `lasts` are where the
-- splices lie in it. So the search has a bound, whatever the text.
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

-- Where the words of a note are that a change touched, by the rule of followNotes in screenplay/changes: all
-- of them are left, or else the nearest place with those that stood there last, then with those of the quote.
-- Texts are as in_units has them, but for what is held.
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
      when strpos(near_text, wanted) > 0 then private.nearest_place(wanted, near_text, low, firsts, lasts,
        expected)
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

-- Moves the notes of a text with a change of it, by the rule of followNotes in screenplay/changes. A place
-- moves with the text before it, and what is inserted at an edge stays outside. Words that the change
-- touched, or that were gone, are looked for where the text changed, as long as that takes no more than a
-- share of a second: of the notes behind these it is only known where they would be.
create function private.follow_text(draft_id uuid, splices jsonb, written text) returns void
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
        (
          start + sum(units - (after_end - start)) over (order by n) - (units - (after_end - start))
        )::integer as first
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
          is_touched and sum(is_touched::integer) over (order by placed.old_start,
            placed.id) <= most as is_looked_for
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
          join public.script_notes as of_text on of_text.user_id = drafts.user_id
            and of_text.work_id = drafts.work_id
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
              when placed.old_end > ends[before_end]
                then placed.old_end - ends[before_end] + lasts[before_end]
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
      and (notes.start, notes."end", notes.held) is distinct
        from (followed.start, followed."end", followed.held);
end
$$;

-- Looks in the whole text for the words of a note of the caller's that has lost them, nearest to where they
-- were. The note as it is then. Definer: nobody writes places.
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
    select private.text_of_pieces(texts.pieces) from private.draft_texts as texts
      where texts.draft_id = draft.id
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
grant execute on function public.find_note(uuid) to authenticated;

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
  -- The text that the place is in: private.text_steps says what has changed since.
  revision integer not null default 0,
  -- Offsets in UTF-16 units. Nothing lies between them if the quoted words are gone.
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
  -- What stood there last, if that is not the quote.
  held text
    constraint held_has_1_to_2000_characters check (held <> '' and char_length(held) <= 2000),
  constraint only_writers_have_no_reader check ((author = 'writer') = (reader is null)),
  constraint a_note_has_a_place check (start >= 0 and "end" >= start),
  constraint script_notes_work_id_fkey
    foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade,
  constraint script_notes_job_id_fkey
    foreign key (job_id, user_id) references public.generation_jobs (id, user_id) on delete set null (job_id)
  -- Places are stored for many notes at once: room for the rows beside the old ones.
) with (fillfactor = 70);

create index script_notes_of_a_text on public.script_notes (user_id, work_id);
create index script_notes_of_a_job on public.script_notes (job_id);

alter table public.script_notes enable row level security;
grant select, delete on public.script_notes to authenticated;
grant update (body, state) on public.script_notes to authenticated;
create policy "writers read notes on their own scripts" on public.script_notes
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers settle notes on their own scripts" on public.script_notes
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers delete what no model noted on their own scripts" on public.script_notes
  for delete to authenticated
  using (author <> 'model' and user_id = (select auth.uid()) and (select private.is_approved()));

-- What others said stays as they said it.
create function private.keep_words_of_others() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT403' using message = 'not_your_note', hint = 'Only notes of your own can be rewritten.';
end
$$;

create trigger keep_words_of_others before update of body on public.script_notes
  for each row when (old.author <> 'writer' and new.body <> old.body)
  execute function private.keep_words_of_others();

-- A note is placed in the text of the moment, which whoever adds it has locked.
create function private.place_in_text() returns trigger language plpgsql set search_path = '' as $$
begin
  new.revision := (
    select drafts.revision from public.script_drafts as drafts
    where drafts.user_id = new.user_id and drafts.work_id = new.work_id
  );
  return new;
end
$$;

create trigger place_in_text before insert on public.script_notes
  for each row execute function private.place_in_text();

-- What changed a text that has notes, from draft_texts.steps_from on: whoever reads the notes follows their
-- places with it (060-places.md). The last 500 steps, of at most 256 KB.
create table private.text_steps (
  draft_id uuid not null references public.script_drafts (id) on delete cascade,
  n integer not null,
  -- Of the text before the request.
  revision integer not null,
  -- { splices: [start, end, length, ...] }, or { before: [piece, length, ...], after: [...] } with the texts
  -- of the pieces that only one of both has, as { texts: { piece: text } }, up to 32 KB of them.
  step jsonb not null,
  -- Of all steps before this one, and with it.
  bytes_before bigint not null,
  bytes bigint not null,
  primary key (draft_id, n)
);

-- Whether a text has notes.
create function private.has_notes(draft_id uuid) returns boolean
  language sql stable set search_path = '' as $$
  select exists (
    select from public.script_drafts as drafts
    join public.script_notes as notes on notes.user_id = drafts.user_id and notes.work_id = drafts.work_id
    where drafts.id = has_notes.draft_id
  )
$$;

-- A list of pieces, each with its length after it.
create function private.pieces_with_units(pieces bigint[]) returns jsonb
  language sql stable set search_path = '' as $$
  select coalesce(jsonb_agg(value order by place, value_place), '[]')
  from unnest(pieces) with ordinality as listed (id, place)
  join private.script_pieces as stored on stored.id = listed.id,
    unnest(array[listed.id, stored.units]) with ordinality as parts (value, value_place)
$$;

-- Notes what changes the text of a draft, which is still the one before; the splices are null if not known.
create function private.note_step(draft_id uuid, pieces bigint[], splices jsonb) returns void
  language plpgsql set search_path = '' as $$
declare
  last private.text_steps;
  before bigint[];
  made jsonb;
begin
  if note_step.splices is not null then
    made := jsonb_build_object('splices', (
      select jsonb_agg(value order by n, value_place)
      from jsonb_array_elements(note_step.splices) with ordinality as listed (one, n),
        unnest(array[
          (one ->> 'start')::integer, (one ->> 'end')::integer, private.utf16_length(one ->> 'text')
        ]) with ordinality as parts (value, value_place)
    ));
  else
    before := (
      select texts.pieces from private.draft_texts as texts where texts.draft_id = note_step.draft_id
    );
    made := (
      select jsonb_build_object(
        'before', private.pieces_with_units(before),
        'after', private.pieces_with_units(note_step.pieces),
        'texts', case when sum(octet_length(stored.text)) <= 32768
          then jsonb_object_agg(stored.id, stored.text) else '{}' end
      )
      from private.script_pieces as stored
      where stored.id = any (
        array(select unnest(before) except select unnest(note_step.pieces))
          || array(select unnest(note_step.pieces) except select unnest(before))
      )
    );
  end if;
  select steps.* into last from private.text_steps as steps
    where steps.draft_id = note_step.draft_id order by steps.n desc limit 1;
  insert into private.text_steps (draft_id, n, revision, step, bytes_before, bytes)
    select drafts.id, coalesce(last.n, 0) + 1, drafts.revision, made, coalesce(last.bytes, 0),
      coalesce(last.bytes, 0) + octet_length(made::text)
    from public.script_drafts as drafts where drafts.id = note_step.draft_id
    returning * into last;
  with gone as (
    delete from private.text_steps as steps
      where steps.draft_id = note_step.draft_id
        and (steps.n <= last.n - 500 or steps.bytes_before < last.bytes - 262144)
      returning steps.revision
  )
  update private.draft_texts as texts set steps_from = lost.last + 1
    from (select max(gone.revision) as last from gone) as lost
    where texts.draft_id = note_step.draft_id and lost.last is not null;
end
$$;

-- The notes of a text at their stored places, each with the revision of the text that its place is in, or
-- null if the steps do not reach back to it; and the steps since the oldest of them, in one statement. No row
-- if nothing has been written yet. Definer: the steps are nobody's to read.
create function public.notes_of(work_id uuid)
  returns table (revision integer, text_hash text, notes jsonb, steps jsonb)
  language sql stable security definer set search_path = '' as $$
  with draft as (
    select drafts.id, drafts.user_id, drafts.work_id, drafts.revision, drafts.text_hash, texts.steps_from
    from public.script_drafts as drafts join private.draft_texts as texts on texts.draft_id = drafts.id
    where drafts.user_id = (select auth.uid()) and drafts.work_id = notes_of.work_id
      and (select private.is_approved())
  )
  select draft.revision, draft.text_hash,
    coalesce(
      (
        select jsonb_agg(
          case when notes.revision >= draft.steps_from then to_jsonb(notes)
            else to_jsonb(notes) || '{"revision": null}' end
          order by notes.start, notes.created_at, notes.id
        )
        from public.script_notes as notes
        where notes.user_id = draft.user_id and notes.work_id = draft.work_id
      ),
      '[]'
    ),
    coalesce(
      (
        select jsonb_agg(steps.step || jsonb_build_object('revision', steps.revision) order by steps.n)
        from private.text_steps as steps
        where steps.draft_id = draft.id and steps.revision >= (
          select min(notes.revision) from public.script_notes as notes
          where notes.user_id = draft.user_id and notes.work_id = draft.work_id
            and notes.revision >= draft.steps_from
        )
      ),
      '[]'
    )
  from draft
$$;
grant execute on function public.notes_of(uuid) to authenticated;

-- Stores where notes of the caller's are in the text with this revision, [{ id, start, end, held }, ...]: all
-- or none. Definer: nobody writes places otherwise.
create function public.place_notes(work_id uuid, revision integer, places jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  draft public.script_drafts;
  units bigint;
  placed integer;
begin
  perform private.require_approved();
  draft := private.lock_work(auth.uid(), place_notes.work_id);
  if draft.id is null then
    perform private.not_found('draft');
  elsif draft.revision is distinct from place_notes.revision then
    raise sqlstate 'PT409' using
      message = 'draft_changed',
      hint = 'It was changed elsewhere since it was read: read it again and merge.';
  elsif jsonb_typeof(places) is distinct from 'array' or jsonb_array_length(places) > 5000 then
    raise sqlstate 'PT400' using message = 'places_are_invalid', hint = 'Places are a list of at most 5,000.';
  end if;
  units := (
    select coalesce(sum(stored.units), 0)
    from private.draft_texts as texts, unnest(texts.pieces) as listed (id)
    join private.script_pieces as stored on stored.id = listed.id
    where texts.draft_id = draft.id
  );
  if exists (
    select from jsonb_array_elements(places) as one
    where case
      when jsonb_typeof(one -> 'start') = 'number' and jsonb_typeof(one -> 'end') = 'number'
        and (one ->> 'start') ~ '^\d{1,8}$' and (one ->> 'end') ~ '^\d{1,8}$'
        and coalesce(jsonb_typeof(one -> 'held'), 'null') in ('null', 'string')
        then (one ->> 'end')::integer < (one ->> 'start')::integer or (one ->> 'end')::integer > units
      else true
    end
  ) then
    raise sqlstate 'PT400' using
      message = 'places_are_invalid', hint = 'A place has a start and an end in the text.';
  end if;
  update public.script_notes as notes set
      revision = draft.revision, start = (one ->> 'start')::integer, "end" = (one ->> 'end')::integer,
      held = nullif(one ->> 'held', notes.quote)
    from jsonb_array_elements(places) as one
    where notes.user_id = draft.user_id and notes.work_id = draft.work_id
      and notes.id::text = one ->> 'id';
  get diagnostics placed = row_count;
  if placed < jsonb_array_length(places) then
    perform private.not_found('note');
  end if;
  delete from private.text_steps as steps where steps.draft_id = draft.id and steps.revision < (
    select min(notes.revision) from public.script_notes as notes
    where notes.user_id = draft.user_id and notes.work_id = draft.work_id
  );
end
$$;
grant execute on function public.place_notes(uuid, integer, jsonb) to authenticated;

-- Refuses more notes than MOST in contract/limits.ts allows.
create function private.check_count_of_notes(person uuid, work_id uuid, more integer) returns void
  language plpgsql stable set search_path = '' as $$
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
  language plpgsql security definer set search_path = '' as $$
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

-- Stores the notes of a part as [{ start, end, quote, body }]: `placed` whose quote is at its place in the
-- working text, and `stored` of them.
create function private.store_notes(
  reading public.readings, written text, notes jsonb, out placed integer, out stored integer
)
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  units text := private.in_units(written);
begin
  with given as materialized (
    select n, (note ->> 'start')::integer as start, (note ->> 'end')::integer as "end",
      note ->> 'quote' as quote,
      note ->> 'body' as body
    from jsonb_array_elements(store_notes.notes) with ordinality as listed (note, n)
  ),
  present as (
    select distinct on (start, "end") * from given
    where "end" > start and start >= 0
      and substr(units, start + 1, "end" - start) = private.in_units(quote)
    order by start, "end", n
  ),
  fresh as (
    -- What this reader has said about these words is not said again, wherever they are by now.
    select * from present
    where not exists (
      select from public.script_notes as known
      where known.user_id = reading.user_id and known.work_id = reading.work_id
        and known.reader = reading.reader and known.quote = present.quote
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
end
$$;

-- What a part of a reading is told: the bible, what this reader has said already, how one of the writer's own
-- reads, and what is known of the scenes. No own reader if it was deleted.
create function private.notes_to_read(job_id uuid)
  returns table (entries jsonb, noted jsonb, own jsonb, synopses jsonb)
  language sql stable set search_path = '' as $$
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

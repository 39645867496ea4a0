-- Scripts as they were saved last, and the collection of each writer. A text is known by its owner and a
-- work_id that the browser chose, from its first character on
-- (docs/decisions/019-working-text-and-versions.md).

-- Refuses more rows of a writer than the trigger names, as many as a list or a search goes through in time.
-- Definer: counting does not need the policies, one row after the other.
create function private.limit_rows_of_a_writer() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  person uuid;
  counted integer;
begin
  for person in select distinct user_id from added loop
    execute format(
      'select count(*) from (select from public.%I where user_id = $1 limit $2 + 1) as counted', tg_table_name
    ) into counted using person, tg_argv[0]::integer;
    if counted > tg_argv[0]::integer then
      raise sqlstate 'PT400' using
        message = tg_argv[1], hint = format('A writer has at most %s. Delete old ones first.', tg_argv[0]);
    end if;
  end loop;
  return null;
end
$$;

-- The text in a script's content, which is a string or an object with a value.
create function private.text_of(content jsonb) returns text
  language sql immutable set search_path = ''
as $$ select case jsonb_typeof(content) when 'object' then content ->> 'value' else content #>> '{}' end $$;
grant execute on function private.text_of(jsonb) to authenticated;

-- The beginning of a script, kept beside it: a list of a thousand need not read a thousand scripts. Without
-- tags and entities; lines and marks stay for the browser, which parses them and shows 100 characters. One
-- character more than it parses, so that it knows whether there is more. Of a word no more is kept than could
-- be shown: a title page may have one of 48,000 characters, with what an imported file had.
create function private.preview_of(content jsonb) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  whole text := private.text_of(content);
  opening text := left(whole, 4000);
begin
  if opening ~ '[^\s<>]{102}' then
    opening := left(regexp_replace(left(whole, 60000), '([^\s<>]{101})[^\s<>]+', '\1', 'g'), 4000);
  end if;
  opening := regexp_replace(opening, '</?[a-zA-Z][^<>]*>|<[!?][^<>]*>', ' ', 'g');
  opening := regexp_replace(opening, '&(#[0-9]+|#x[0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]*);', ' ', 'g');
  opening := regexp_replace(opening, '\r\n?', E'\n', 'g');
  opening := regexp_replace(opening, '[ \t\v\f\u00a0]*\n', E'\n', 'g');
  opening := regexp_replace(opening, '\n{3,}', E'\n\n', 'g');
  -- A single space stays what it is.
  opening := regexp_replace(opening, '[ \t\v\f\u00a0]{2,}|[\t\v\f\u00a0]', ' ', 'g');
  return coalesce(left(private.trimmed(opening), 501), '');
end
$$;
grant execute on function private.preview_of(jsonb) to authenticated;

-- Scripts as they were saved last. A text is known by its owner and a work_id that the browser chose, from
-- its first character on (docs/decisions/019-working-text-and-versions.md).
create table public.scripts (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  title text not null default 'Untitled Script',
  content jsonb not null default '""',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Chosen by whoever saves a new script, so that saving it twice at once makes one.
  creation_key uuid,
  preview text not null generated always as (private.preview_of(content)) stored,
  work_id uuid not null default '00000000-0000-0000-0000-000000000000',
  constraint title_is_one_line_of_1_to_200_characters check (private.is_title(title, 200)),
  constraint content_is_text_or_has_a_text_value check (
    jsonb_typeof(content) = 'string'
    or (jsonb_typeof(content) = 'object' and jsonb_typeof(content -> 'value') is not distinct from 'string')
  ),
  constraint content_is_at_most_1_mb check (octet_length(content #>> '{}') <= 1048576),
  constraint scripts_have_one_owner unique (id, user_id),
  constraint creation_key_is_used_once unique (user_id, creation_key),
  constraint a_text_is_saved_as_one_script unique (work_id, user_id)
);

create index scripts_latest_first on public.scripts (user_id, updated_at desc);

create trigger keep_times before insert or update on public.scripts
  for each row execute function private.keep_times();
create trigger limit_of_a_writer after insert on public.scripts
  referencing new table as added
  for each statement execute function private.limit_rows_of_a_writer('10000', 'too_many_scripts');

alter table public.scripts enable row level security;
grant select, delete on public.scripts to authenticated;
-- The times may be sent along, as the web app's calls do; the trigger above has the last word.
grant insert (title, content, user_id, created_at, updated_at, creation_key, work_id) on public.scripts
  to authenticated;
grant update (title, content, user_id, updated_at) on public.scripts to authenticated;
create policy "writers read their own scripts" on public.scripts
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers add scripts of their own" on public.scripts
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers change their own scripts" on public.scripts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers delete their own scripts" on public.scripts
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- A person's collection. The key over both columns keeps it from pointing at somebody else's script.
create table public.saved_scripts (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  script_id uuid not null,
  saved_at timestamptz not null default clock_timestamp(),
  pages integer,
  scenes integer,
  measured_at timestamptz,
  constraint a_script_is_saved_once unique (user_id, script_id),
  constraint saved_scripts_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete cascade,
  constraint a_measured_length_is_whole check (
    num_nulls(pages, scenes, measured_at) = 3
    or num_nulls(pages, scenes, measured_at) = 0
      and pages between 0 and 1000000 and scenes between 0 and 1000000
  )
);

create index saved_scripts_latest_first on public.saved_scripts (user_id, saved_at desc);

alter table public.saved_scripts enable row level security;
grant select, delete on public.saved_scripts to authenticated;
-- Update for the upsert, which sets every column it was given.
grant insert (user_id, script_id, saved_at), update (user_id, script_id, saved_at)
  on public.saved_scripts to authenticated;
grant update (pages, scenes, measured_at) on public.saved_scripts to authenticated;
create policy "writers read their own collection" on public.saved_scripts
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers add to their own collection" on public.saved_scripts
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers renew what is in their own collection" on public.saved_scripts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers remove from their own collection" on public.saved_scripts
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- The database's own time, and a length only for the state of the script that it was measured of.
create function private.keep_saved_at() returns trigger language plpgsql set search_path = '' as $$
begin
  -- A script that was measured was not saved again.
  if tg_op = 'UPDATE'
    and (new.pages, new.scenes, new.measured_at) is distinct
      from (old.pages, old.scenes, old.measured_at) then
    new.saved_at := old.saved_at;
  else
    new.saved_at := clock_timestamp();
  end if;
  return new;
end
$$;

create trigger keep_saved_at before insert or update on public.saved_scripts
  for each row execute function private.keep_saved_at();

-- A script has the id of its text. Definer: the id may be taken by a script of somebody else, who is not to
-- be found out about.
create function private.give_one_id() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- Before the script, as whoever saves the stored text does: two who save it at once wait for each other in
  -- one order.
  if new.user_id = auth.uid() then
    perform private.lock_work(new.user_id, new.work_id);
  end if;
  if new.work_id = '00000000-0000-0000-0000-000000000000' then
    new.work_id := new.id;
  elsif not exists (select from public.scripts where id = new.work_id) then
    new.id := new.work_id;
  end if;
  return new;
end
$$;

create trigger give_one_id before insert on public.scripts
  for each row execute function private.give_one_id();

-- What belongs together happens together. These run with the caller's own rights: the policies decide what
-- exists for whom, so somebody else's row is simply not found.
create function private.check_title(title text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  trimmed text := private.trimmed(title);
begin
  if coalesce(trimmed, '') = '' then
    raise sqlstate 'PT400' using message = 'title_is_empty';
  elsif char_length(trimmed) > 200 then
    raise sqlstate 'PT400' using message = 'title_is_too_long', hint = 'At most 200 characters.';
  end if;
  return trimmed;
end
$$;
grant execute on function private.check_title(text) to authenticated;

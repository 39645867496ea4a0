create table public.scripts (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  title text not null default 'Untitled Script',
  content jsonb not null default '""',
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Chosen by whoever saves a new script, so that saving it twice at once makes one.
  creation_key uuid,
  constraint title_is_one_line_of_1_to_200_characters check (private.is_title(title, 200)),
  constraint content_is_text_or_has_a_text_value check (
    jsonb_typeof(content) = 'string'
    or (jsonb_typeof(content) = 'object' and jsonb_typeof(content -> 'value') is not distinct from 'string')
  ),
  constraint content_is_at_most_1_mb check (octet_length(content #>> '{}') <= 1048576),
  constraint scripts_have_one_owner unique (id, user_id),
  constraint creation_key_is_used_once unique (user_id, creation_key)
);

create index scripts_latest_first on public.scripts (user_id, updated_at desc);

create trigger keep_times before insert or update on public.scripts
  for each row execute function private.keep_times();

alter table public.scripts enable row level security;

grant select, delete on public.scripts to authenticated;
-- The times may be sent along, as the web app's calls do; the trigger above has the last word.
grant insert (title, content, user_id, created_at, updated_at, creation_key) on public.scripts to authenticated;
grant update (title, content, user_id, updated_at) on public.scripts to authenticated;

create policy "writers read their own scripts" on public.scripts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers add scripts of their own" on public.scripts
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers change their own scripts" on public.scripts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers delete their own scripts" on public.scripts
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

-- A person's collection. The key over both columns keeps it from pointing at somebody else's script.
create table public.saved_scripts (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  script_id uuid not null,
  saved_at timestamptz not null default clock_timestamp(),
  constraint a_script_is_saved_once unique (user_id, script_id),
  constraint saved_scripts_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete cascade
);

create index saved_scripts_latest_first on public.saved_scripts (user_id, saved_at desc);

create function private.keep_saved_at() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  new.saved_at := clock_timestamp();
  return new;
end
$$;

create trigger keep_saved_at before insert or update on public.saved_scripts
  for each row execute function private.keep_saved_at();

alter table public.saved_scripts enable row level security;

grant select, delete on public.saved_scripts to authenticated;
-- Update for the upsert, which sets every column it was given.
grant insert (user_id, script_id, saved_at), update (user_id, script_id, saved_at)
  on public.saved_scripts to authenticated;

create policy "writers read their own collection" on public.saved_scripts
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers add to their own collection" on public.saved_scripts
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers renew what is in their own collection" on public.saved_scripts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers remove from their own collection" on public.saved_scripts
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

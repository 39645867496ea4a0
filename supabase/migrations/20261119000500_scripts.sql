create function private.text_of(content jsonb) returns text
  language sql immutable set search_path = ''
as $$ select case jsonb_typeof(content) when 'object' then content ->> 'value' else content #>> '{}' end $$;
grant execute on function private.text_of(jsonb) to authenticated;

-- The beginning of a script, kept beside it: a list of a thousand need not read a thousand scripts. Without tags and
-- entities; lines and marks stay for the browser, which parses them and shows 100 characters. One character more
-- than it parses, so that it knows whether there is more. Of a word no more is kept than could be shown: a title page
-- may have one of 48,000 characters, with what an imported file had.
create function private.preview_of(content jsonb) returns text
  language plpgsql immutable set search_path = ''
as $$
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

-- Scripts as they were saved last. A text is known by its owner and a work_id that the browser chose, from its
-- first character on (docs/decisions/019-working-text-and-versions.md).
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
  work_id uuid not null default private.new_id(),
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

alter table public.scripts enable row level security;

grant select, delete on public.scripts to authenticated;
-- The times may be sent along, as the web app's calls do; the trigger above has the last word.
grant insert (title, content, user_id, created_at, updated_at, creation_key, work_id) on public.scripts
  to authenticated;
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

-- What belongs together happens together. These run with the caller's own rights: the policies decide what
-- exists for whom, so somebody else's row is simply not found.
create function private.check_title(title text) returns text
  language plpgsql immutable set search_path = ''
as $$
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

-- Makes a script (once per creation_key) or changes one, unless it was changed by somebody else since the
-- caller read it; then records it in the collection and names its conversations after it. A new script takes
-- over the text with this work_id, or else the text of the conversation, with its history.
create function public.save_script(
  title text,
  content jsonb,
  script_id uuid default null,
  conversation_id uuid default null,
  expected_updated_at timestamptz default null,
  overwrite boolean default false,
  creation_key uuid default null,
  work_id uuid default null
) returns public.scripts
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted_title text := private.check_title(save_script.title);
  wanted_work uuid := save_script.work_id;
  saved public.scripts;
begin
  perform private.require_approved();
  if save_script.script_id is null then
    -- The second of two with one key waits for the first, and then finds its script.
    if save_script.creation_key is not null then
      perform pg_advisory_xact_lock(hashtextextended(save_script.creation_key::text, 0));
    end if;
    if wanted_work is null then
      select chats.work_id into wanted_work from public.chat_conversations as chats
        where chats.id = save_script.conversation_id
          and not exists (select from public.scripts as others where others.work_id = chats.work_id);
    end if;
    insert into public.scripts (title, content, creation_key, work_id)
      values (wanted_title, save_script.content, save_script.creation_key, coalesce(wanted_work, private.new_id()))
      on conflict (user_id, creation_key)
        do update set title = excluded.title, content = excluded.content
      returning * into saved;
  else
    if save_script.expected_updated_at is null and not save_script.overwrite then
      raise sqlstate 'PT400' using
        message = 'expected_updated_at_is_missing',
        hint = 'Say which state was read, or save with overwrite.';
    end if;
    select * into saved from public.scripts where id = save_script.script_id for no key update;
    if not found then
      perform private.not_found('script');
    elsif not save_script.overwrite and saved.updated_at <> save_script.expected_updated_at then
      raise sqlstate 'PT409' using
        message = 'script_changed',
        hint = 'It was saved elsewhere since it was read: read it again, or save with overwrite.';
    end if;
    update public.scripts set title = wanted_title, content = save_script.content
      where id = saved.id
      returning * into saved;
  end if;

  insert into public.saved_scripts (script_id) values (saved.id)
    on conflict (user_id, script_id) do update set script_id = excluded.script_id;

  if save_script.conversation_id is not null then
    update public.chat_conversations set script_id = saved.id where id = save_script.conversation_id;
    if not found then
      perform private.not_found('conversation');
    end if;
  end if;
  update public.chat_conversations set title = 'Chat: ' || wanted_title
    where script_id = saved.id and title <> 'Chat: ' || wanted_title;

  return saved;
end
$$;
grant execute on function public.save_script(text, jsonb, uuid, uuid, timestamptz, boolean, uuid, uuid) to authenticated;

-- Deleting a script can delete its chats too, in the same transaction. By default they stay, without a script.
create function public.delete_script(script_id uuid, delete_chats boolean default false) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.require_approved();
  -- The script is locked before its conversations, as in save_script.
  perform from public.scripts where id = delete_script.script_id for update;
  if delete_script.delete_chats then
    delete from public.chat_conversations as chat where chat.script_id = delete_script.script_id;
  end if;
  -- The row in the collection goes with it, and the remaining conversations forget it.
  delete from public.scripts where id = delete_script.script_id;
  if not found then
    perform private.not_found('script');
  end if;
end
$$;
grant execute on function public.delete_script(uuid, boolean) to authenticated;

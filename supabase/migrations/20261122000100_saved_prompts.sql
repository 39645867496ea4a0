-- Prompts that a writer uses again, and the writer's own readers: a name, and what is asked or how to read. Those that
-- an administrator shares are everybody's to use.
create table public.prompts (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind text not null default 'prompt'
    constraint saved_prompt_kind_is_known check (kind in ('prompt', 'reader')),
  name text not null
    constraint a_prompt_name_is_one_line_of_1_to_80_characters check (private.is_title(name, 80)),
  text text not null
    constraint a_saved_prompt_has_1_to_20000_characters
      check (char_length(text) <= 20000 and private.trimmed(text) <> ''),
  shared boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);
create unique index a_prompt_name_is_used_once on public.prompts (user_id, kind, lower(name));
create index shared_prompts on public.prompts (kind) where shared;

-- The list shows all of them.
create function private.limit_prompts() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (select count(*) from public.prompts where user_id = new.user_id) >= 200 then
    raise sqlstate 'PT400' using message = 'too_many_prompts', hint = 'At most 200 saved prompts and readers.';
  end if;
  return new;
end
$$;
create trigger limit_prompts before insert on public.prompts
  for each row execute function private.limit_prompts();

alter table public.prompts enable row level security;
grant select, delete on public.prompts to authenticated;
grant insert (user_id, kind, name, text, shared), update (name, text, shared) on public.prompts to authenticated;

create policy "writers read their own prompts and shared ones" on public.prompts
  for select to authenticated
  using ((user_id = (select auth.uid()) or shared) and (select private.is_approved()));
create policy "writers save prompts of their own, and only admins share theirs" on public.prompts
  for insert to authenticated
  with check (
    user_id = (select auth.uid()) and (select private.is_approved()) and (not shared or (select private.is_admin()))
  );
create policy "writers change their own prompts, and only admins shared ones" on public.prompts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (
    user_id = (select auth.uid()) and (select private.is_approved()) and (not shared or (select private.is_admin()))
  );
-- Whoever shared it may be gone.
create policy "writers delete their own prompts, and admins shared ones" on public.prompts
  for delete to authenticated
  using (
    user_id = (select auth.uid()) and (select private.is_approved()) or shared and (select private.is_admin())
  );

-- As before, but that a shared prompt is gone concerns everybody: no owner is named.
create or replace function private.announce() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  news jsonb := jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'type', tg_op, 'id', coalesce(new.id, old.id),
    'formerId', nullif(old.id, coalesce(new.id, old.id))
  ));
begin
  if tg_table_name = 'notices' then
    if new.starts_at > clock_timestamp() or new.ends_at <= clock_timestamp() then
      news := news || jsonb_build_object('type', 'DELETE');
    end if;
  elsif tg_op = 'DELETE' then
    if tg_table_name = 'profiles' then
      news := news || jsonb_build_object('owner', old.id, 'forAdmins', old.role = 'scriptwriter');
    elsif tg_table_name = 'invitations' then
      news := news || jsonb_build_object('forAdmins', true);
    elsif tg_table_name = 'prompts' then
      if not old.shared then
        news := news || jsonb_build_object('owner', old.user_id);
      end if;
    else
      news := news || jsonb_build_object('owner', old.user_id);
    end if;
  end if;
  perform pg_notify('script_writer_changes', news::text);
  return null;
end
$$;

create or replace function private.could_read(table_name text, owner uuid, for_admins boolean) returns boolean
  language sql stable set search_path = ''
as $$
  select has_table_privilege(format('public.%I', table_name), 'select')
    and (
      owner = (select auth.uid()) and (table_name = 'profiles' or (select private.is_approved()))
      or for_admins and (select private.is_admin())
      or owner is null and table_name in ('notices', 'prompts') and (select private.is_approved())
    )
$$;

create trigger announce after insert or update or delete on public.prompts
  for each row execute function private.announce();

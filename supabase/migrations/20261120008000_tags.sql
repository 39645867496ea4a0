-- A writer's own tags, each with a colour of a fixed set, which the browser draws for its theme.
create table public.tags (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null,
  color text not null default 'red',
  created_at timestamptz not null default clock_timestamp(),
  constraint a_tag_name_is_one_line_of_1_to_40_characters check (private.is_title(name, 40)),
  constraint a_tag_color_is_known
    check (color in ('red', 'amber', 'green', 'teal', 'blue', 'purple', 'pink', 'gray')),
  constraint tags_have_one_owner unique (id, user_id)
);
create unique index a_tag_name_is_used_once on public.tags (user_id, lower(name));

-- The dashboard shows all of them.
create function private.limit_tags() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (select count(*) from public.tags where user_id = new.user_id) >= 100 then
    raise sqlstate 'PT400' using message = 'too_many_tags', hint = 'At most 100 tags.';
  end if;
  return new;
end
$$;
create trigger limit_tags before insert on public.tags for each row execute function private.limit_tags();

-- Which scripts have a tag. The keys over two columns keep it from pointing at what belongs to somebody else.
create table public.script_tags (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  script_id uuid not null,
  tag_id uuid not null,
  constraint a_script_has_a_tag_once unique (script_id, tag_id, user_id),
  constraint script_tags_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete cascade,
  constraint script_tags_tag_id_fkey
    foreign key (tag_id, user_id) references public.tags (id, user_id) on delete cascade
);
create index script_tags_of_a_tag on public.script_tags (tag_id, user_id);
create index script_tags_of_a_writer on public.script_tags (user_id);

alter table public.tags enable row level security;
alter table public.script_tags enable row level security;

grant select, delete on public.tags, public.script_tags to authenticated;
grant insert (user_id, name, color), update (name, color) on public.tags to authenticated;
grant insert (user_id, script_id, tag_id) on public.script_tags to authenticated;

create policy "writers read their own tags" on public.tags
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers add tags of their own" on public.tags
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers change their own tags" on public.tags
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers delete their own tags" on public.tags
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers read the tags of their own scripts" on public.script_tags
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers tag their own scripts" on public.script_tags
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers take tags off their own scripts" on public.script_tags
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create trigger announce after insert or update or delete on public.tags
  for each row execute function private.announce();
create trigger announce after insert or delete on public.script_tags
  for each row execute function private.announce();

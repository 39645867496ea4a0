create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'scriptwriter' check (role in ('admin', 'scriptwriter')),
  approved boolean not null default false,
  learning_loop_access boolean not null default false,
  email text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create index profiles_newest_first on public.profiles (role, created_at desc, id);
create index profiles_waiting on public.profiles (id) where not approved;
create index profiles_admins on public.profiles (id) where role = 'admin' and approved;

create trigger keep_times before insert or update on public.profiles
  for each row execute function private.keep_times();

-- What policies ask. Definer: the question must not itself be subject to the policies it serves.
create function private.is_approved() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from public.profiles where id = auth.uid() and approved) $$;

create function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles where id = auth.uid() and approved and role = 'admin')
$$;

create function private.has_learning_loop() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles where id = auth.uid() and approved and learning_loop_access)
$$;

grant execute on function private.is_approved() to authenticated;
grant execute on function private.is_admin() to authenticated;
grant execute on function private.has_learning_loop() to authenticated;

alter table public.profiles enable row level security;

grant select on public.profiles to authenticated;
grant update (approved, learning_loop_access) on public.profiles to authenticated;

create policy "people read their own profile, admins every scriptwriter's" on public.profiles
  for select to authenticated
  using (
    id = (select auth.uid())
    or (role = 'scriptwriter' and (select private.is_admin()))
  );

create policy "admins change what scriptwriters may do" on public.profiles
  for update to authenticated
  using (role = 'scriptwriter' and (select private.is_admin()))
  with check (role = 'scriptwriter' and (select private.is_admin()));

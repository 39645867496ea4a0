-- The same answers as before: within (select ...) the id is read once, not for every row looked at.
create or replace function private.is_approved() returns boolean
  language sql stable security definer set search_path = ''
as $$ select exists (select from public.profiles where id = (select auth.uid()) and approved) $$;

create or replace function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles where id = (select auth.uid()) and approved and role = 'admin'
  )
$$;

create or replace function private.has_learning_loop() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.profiles where id = (select auth.uid()) and approved and learning_loop_access
  )
$$;

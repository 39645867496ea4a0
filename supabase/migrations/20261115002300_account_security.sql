-- Whoever has a second factor must have shown it: a password alone opens nothing. Asked of the session's
-- row and not of the token, which stays the same for an hour. Called by definer functions only.
create function private.is_assured() returns boolean
  language sql stable set search_path = ''
as $$
  select not exists (
      select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
    )
    or exists (
      select from auth.sessions
      where id = (auth.jwt() ->> 'session_id')::uuid and user_id = (select auth.uid()) and aal = 'aal2'
    )
$$;

create or replace function private.is_approved() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from public.profiles where id = (select auth.uid()) and approved)
    and private.is_assured()
$$;

create or replace function private.has_learning_loop() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
      select from public.profiles where id = (select auth.uid()) and approved and learning_loop_access
    )
    and private.is_assured()
$$;

-- Where the server requires it, an admin without a second factor has no admin rights.
create or replace function private.is_admin() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (
      select from public.profiles where id = (select auth.uid()) and approved and role = 'admin'
    )
    and private.is_assured()
    and (
      not exists (select from private.settings where name = 'require_admin_mfa' and value = 'true')
      or exists (
        select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified'
      )
    )
$$;

-- For the server, which reads both from its environment.
create function private.set_account_policy(require_admin_mfa boolean, audit_days integer) returns void
  language sql set search_path = ''
as $$
  insert into private.settings (name, value)
    values ('require_admin_mfa', require_admin_mfa::text), ('audit_days', audit_days::text)
    on conflict (name) do update set value = excluded.value
$$;

-- Who may do what. An account is a row of auth.users; its profile says whether the person is approved and an
-- administrator. Policies and functions of all other files ask the questions that are defined here.

-- Every account has a profile, which says what the person may do.
create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  role text not null default 'scriptwriter' check (role in ('admin', 'scriptwriter')),
  approved boolean not null default false,
  learning_loop_access boolean not null default false,
  email text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- How many generations a month: null for the default, 0 for none at all.
  monthly_limit integer
    constraint monthly_limit_is_0_to_1000000 check (monthly_limit >= 0 and monthly_limit <= 1000000)
);

create index profiles_newest_first on public.profiles (role, created_at desc, id);
create index profiles_waiting on public.profiles (id) where not approved;
create index profiles_admins on public.profiles (id) where role = 'admin' and approved;

create trigger keep_times before insert or update on public.profiles
  for each row execute function private.keep_times();
create trigger keep_profiles before truncate on public.profiles
  for each statement execute function private.refuse();

-- Whoever has a second factor must have shown it: a password alone opens nothing. Asked of the session's
-- row and not of the token, which stays the same for an hour. Called by definer functions only.
create function private.is_assured() returns boolean language sql stable set search_path = '' as $$
  select not exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
    or exists (
      select from auth.sessions
      where id = (auth.jwt() ->> 'session_id')::uuid and user_id = (select auth.uid()) and aal = 'aal2'
    )
$$;

-- What policies ask. Definer: the question must not itself be subject to the policies it serves. Within
-- (select ...) the id is read once, not for every row looked at.
create function private.is_approved() returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = (select auth.uid()) and approved)
    and private.is_assured()
$$;
grant execute on function private.is_approved() to authenticated;

-- Where the server requires it, an admin without a second factor has no admin rights.
create function private.is_admin() returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles where id = (select auth.uid()) and approved and role = 'admin')
    and private.is_assured()
    and (
      not exists (select from private.settings where name = 'require_admin_mfa' and value = 'true')
      or exists (select from auth.mfa_factors where user_id = (select auth.uid()) and status = 'verified')
    )
$$;
grant execute on function private.is_admin() to authenticated;

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated;
grant update (approved, learning_loop_access, monthly_limit) on public.profiles to authenticated;
create policy "people read their own profile, admins every scriptwriter's" on public.profiles
  for select to authenticated
  using (id = (select auth.uid()) or (role = 'scriptwriter' and (select private.is_admin())));
create policy "admins change what scriptwriters may do" on public.profiles
  for update to authenticated
  using (role = 'scriptwriter' and (select private.is_admin()))
  with check (role = 'scriptwriter' and (select private.is_admin()));

-- Whether the caller may keep examples. Definer, as is_approved.
create function private.has_learning_loop() returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (
      select from public.profiles where id = (select auth.uid()) and approved and learning_loop_access
    )
    and private.is_assured()
$$;
grant execute on function private.has_learning_loop() to authenticated;

-- For the server, which reads both from its environment.
create function private.set_account_policy(require_admin_mfa boolean, audit_days integer) returns void
  language sql set search_path = '' as $$
  insert into private.settings (name, value)
    values ('require_admin_mfa', require_admin_mfa::text), ('audit_days', audit_days::text)
    on conflict (name) do update set value = excluded.value
$$;

-- Refuses whoever is not approved; for functions that policies do not protect.
create function private.require_approved() returns void language plpgsql stable set search_path = '' as $$
begin
  if not private.is_approved() then
    raise insufficient_privilege using message = 'not_approved';
  end if;
end
$$;
grant execute on function private.require_approved() to authenticated;

-- Refuses whoever is not an admin; for functions that policies do not protect.
create function private.require_admin() returns void language plpgsql stable set search_path = '' as $$
begin
  if not private.is_admin() then
    raise insufficient_privilege using message = 'not_an_admin';
  end if;
end
$$;
grant execute on function private.require_admin() to authenticated;

-- The first lock in the order of lock_work; a deleted account takes everything else along.
create function private.lock_person(person uuid) returns void
  language sql set search_path = '' as $$ select 1 from public.profiles where id = person for key share $$;

-- What was sent along with the sign-up is not even looked at. Whoever was invited is approved from the start.
-- Signing up with the configured address proves nothing: it becomes an admin by a link, the one in a mail or
-- the one that the server prints at its start. Definer: whoever makes accounts has no rights here.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  is_first boolean;
  is_admin boolean;
begin
  -- Whoever comes at the same moment waits here, so that one of them is the first.
  insert into private.settings (name, value) values ('first_account', new.id::text)
    on conflict do nothing;
  is_first := found;
  is_admin := is_first and not exists (select from private.settings where name = 'admin_email');
  insert into public.profiles (id, email, role, approved)
    values (
      new.id, new.email,
      case when is_admin then 'admin' else 'scriptwriter' end,
      is_admin or exists (select from public.invitations where accepted_by = new.id)
    );
  return new;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function private.create_profile();

-- A profile has the address of its account. Definer: whoever changes an address has no rights here.
create function private.follow_email() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles set email = new.email where id = new.id;
  return new;
end
$$;

create trigger follow_email after update of email on auth.users
  for each row when (old.email is distinct from new.email)
  execute function private.follow_email();

-- Without an approved admin nobody could ever approve anybody again. Definer: it must see all admins.
create function private.keep_one_admin() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and new.role = 'admin' and new.approved and new.id = old.id then
    return new;
  end if;
  -- One at a time: two admins must not leave past each other.
  perform pg_advisory_xact_lock(20261115, 3);
  if not exists (select from public.profiles where role = 'admin' and approved and id <> old.id) then
    raise sqlstate 'PT409' using
      message = 'last_admin',
      hint = 'Make another person an approved admin first.';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end
$$;

create trigger keep_one_admin before update or delete on public.profiles
  for each row when (old.role = 'admin' and old.approved)
  execute function private.keep_one_admin();

-- For the operator, who has the database's own role; granted to nobody.
create function private.make_admin(address text) returns boolean language plpgsql set search_path = '' as $$
begin
  update public.profiles set role = 'admin', approved = true where lower(email) = lower(btrim(address));
  return found;
end
$$;

-- Whoever confirms the configured address becomes an admin. Definer, as create_profile.
create function private.admit_administrator() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if lower(new.email) = (select lower(value) from private.settings where name = 'admin_email') then
    perform private.make_admin(new.email);
  end if;
  return null;
end
$$;

-- An account that is confirmed from the start has proven nothing, hence update only.
create trigger admit_administrator after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function private.admit_administrator();

-- Remembers whose account becomes the administrator; null forgets it. Links for another address are void.
create function private.set_admin_email(address text) returns void language plpgsql set search_path = '' as $$
declare
  before text := (select value from private.settings where name = 'admin_email');
begin
  if lower(before) is distinct from lower(btrim(address)) then
    delete from auth.one_time_tokens where kind = 'administrator';
  end if;
  if address is null then
    delete from private.settings where name = 'admin_email';
  else
    insert into private.settings (name, value) values ('admin_email', btrim(address))
      on conflict (name) do update set value = excluded.value;
  end if;
end
$$;

-- Makes the account of the configured address an approved admin, whoever had it before: with this password
-- or none, without its sessions, second factors and links. For the server.
create function private.claim_admin_account(password_hash text) returns uuid
  language plpgsql set search_path = '' as $$
declare
  address text := (select lower(value) from private.settings where name = 'admin_email');
  owner uuid;
begin
  insert into auth.users as known (email, encrypted_password, email_confirmed_at)
    values (address, password_hash, clock_timestamp())
    on conflict (lower(email)) do update set
      encrypted_password = excluded.encrypted_password,
      email_confirmed_at = coalesce(known.email_confirmed_at, excluded.email_confirmed_at),
      updated_at = clock_timestamp()
    returning id into owner;
  delete from auth.sessions where user_id = owner;
  delete from auth.mfa_factors where user_id = owner;
  delete from auth.one_time_tokens where user_id = owner or kind = 'administrator';
  perform private.make_admin(address);
  return owner;
end
$$;

-- Takes the printed link: null unless it is valid.
create function private.redeem_admin_link(token bytea) returns uuid
  language plpgsql set search_path = '' as $$
begin
  delete from auth.one_time_tokens
    where token_hash = token and kind = 'administrator' and expires_at > clock_timestamp();
  return case when found then private.claim_admin_account(null) end;
end
$$;

-- Whether the configured address has an approved admin who can sign in.
create function private.has_admin_account() returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from public.profiles
    join auth.users using (id)
    join private.settings on settings.name = 'admin_email' and lower(settings.value) = lower(users.email)
    where profiles.role = 'admin' and profiles.approved and users.encrypted_password is not null
  )
$$;

-- Signing up with the configured address proves nothing: it becomes an admin by a link, the one in a mail
-- or the one that the server prints at its start.
create or replace function private.create_profile() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
    values (new.id, new.email, case when is_admin then 'admin' else 'scriptwriter' end, is_admin);
  return new;
end
$$;

-- Definer: for the same reason as create_profile.
create function private.admit_administrator() returns trigger
  language plpgsql security definer set search_path = ''
as $$
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
create or replace function private.set_admin_email(address text) returns void
  language plpgsql set search_path = ''
as $$
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
  language plpgsql set search_path = ''
as $$
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
  language plpgsql set search_path = ''
as $$
begin
  delete from auth.one_time_tokens
    where token_hash = token and kind = 'administrator' and expires_at > clock_timestamp();
  return case when found then private.claim_admin_account(null) end;
end
$$;

-- Whether the configured address has an approved admin who can sign in.
create function private.has_admin_account() returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select from public.profiles
    join auth.users using (id)
    join private.settings on settings.name = 'admin_email' and lower(settings.value) = lower(users.email)
    where profiles.role = 'admin' and profiles.approved and users.encrypted_password is not null
  )
$$;

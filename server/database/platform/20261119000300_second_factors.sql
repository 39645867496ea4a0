-- Second factors, in the columns of Supabase Auth. No API role is granted anything here; the server encrypts the
-- secrets before they are stored.
create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'recovery_code')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret bytea,
  -- The 30-second step of the last accepted code: a code is accepted once.
  last_used_step bigint,
  last_challenged_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp()
);

create index mfa_factors_of_a_user on auth.mfa_factors (user_id, status);
create unique index mfa_factors_have_unique_names on auth.mfa_factors (user_id, friendly_name)
  where btrim(friendly_name) <> '';
create unique index one_set_of_recovery_codes on auth.mfa_factors (user_id)
  where factor_type = 'recovery_code';

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  ip_address text not null,
  created_at timestamptz not null default clock_timestamp(),
  verified_at timestamptz
);

create index mfa_challenges_of_a_factor on auth.mfa_challenges (factor_id);
create index mfa_challenges_by_age on auth.mfa_challenges (created_at);

create table auth.mfa_recovery_codes (
  factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- A second factor was accepted: the session moves to aal2 under a new refresh token, and every session
-- of the person that has shown a password only ends.
create function auth.raise_session(session uuid, owner uuid, method text, refresh_token bytea) returns void
  language plpgsql set search_path = ''
as $$
begin
  update auth.sessions
    set aal = 'aal2', amr = amr || auth.amr_entry(method), refreshed_at = clock_timestamp()
    where id = session and user_id = owner;
  update auth.refresh_tokens set used_at = coalesce(used_at, clock_timestamp()) where session_id = session;
  insert into auth.refresh_tokens (token_hash, session_id) values (refresh_token, session);
  delete from auth.sessions where user_id = owner and aal = 'aal1';
end
$$;

-- Accepts a code for a challenge, once. The server says which step the code belongs to, null if none.
create function auth.verify_factor(
  session uuid, owner uuid, factor uuid, challenge uuid, step bigint, client_address text, refresh_token bytea
) returns text
  language plpgsql set search_path = ''
as $$
declare
  known auth.mfa_factors;
  asked auth.mfa_challenges;
begin
  -- One attempt at a time: the same code sent twice at once is accepted once.
  select * into known from auth.mfa_factors
    where id = factor and user_id = owner and factor_type = 'totp' for update;
  select * into asked from auth.mfa_challenges where id = challenge and factor_id = known.id for update;
  if asked.id is null then
    return 'unknown';
  elsif asked.verified_at is not null or asked.ip_address is distinct from coalesce(client_address, '') then
    return 'mismatch';
  elsif asked.created_at < clock_timestamp() - interval '5 minutes' then
    delete from auth.mfa_challenges where id = challenge;
    return 'expired';
  elsif step is null or step <= known.last_used_step then
    return 'wrong';
  end if;
  update auth.mfa_challenges set verified_at = clock_timestamp() where id = challenge;
  update auth.mfa_factors
    set status = 'verified', last_used_step = step, updated_at = clock_timestamp()
    where id = factor;
  delete from auth.mfa_factors where user_id = owner and status = 'unverified';
  perform auth.raise_session(session, owner, 'totp', refresh_token);
  return case when known.status = 'verified' then 'verified' else 'enrolled' end;
end
$$;

create function auth.use_recovery_code(
  session uuid, owner uuid, code bytea, refresh_token bytea
) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  update auth.mfa_recovery_codes as codes set used_at = clock_timestamp()
    from auth.mfa_factors as factors
    where factors.id = codes.factor_id and factors.user_id = owner
      and codes.code_hash = code and codes.used_at is null;
  if not found then
    return false;
  end if;
  perform auth.raise_session(session, owner, 'mfa/recovery_code', refresh_token);
  return true;
end
$$;

-- Recovery codes are never the only factor: they go with the last authenticator app.
create function auth.remove_factor(owner uuid, factor uuid) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  was text;
begin
  delete from auth.mfa_factors where id = factor and user_id = owner and factor_type = 'totp'
    returning status into was;
  if was = 'verified' and not exists (
    select from auth.mfa_factors where user_id = owner and factor_type = 'totp' and status = 'verified'
  ) then
    delete from auth.mfa_factors where user_id = owner;
    update auth.sessions set aal = 'aal1', amr = coalesce(
      (
        select jsonb_agg(entry) from jsonb_array_elements(amr) as entry
        where entry ->> 'method' not in ('totp', 'mfa/recovery_code')
      ), '[]'
    ) where user_id = owner;
  end if;
  return was is not null;
end
$$;

revoke execute on all functions in schema auth from public;

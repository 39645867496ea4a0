-- Who is asking, as row level security reads it; the server sets the claims with every request.
create schema auth;

-- No `set search_path` on these three: it would keep them from being inlined into every policy, and
-- they name nothing that a search path could redirect (pg_catalog comes first by itself).
create function auth.jwt() returns jsonb
  language sql stable
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

-- The server says the id beside the claims: reading it there costs less than reading all of them again
-- for every question about the same person. Not set, it is found among the claims.
create function auth.uid() returns uuid
  language sql stable
  as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      auth.jwt() ->> 'sub'
    )::uuid
  $$;

create function auth.role() returns text
  language sql stable
  as $$ select auth.jwt() ->> 'role' $$;

comment on function auth.uid() is 'The id of the signed-in person, or null.';
comment on function auth.role() is 'The role the request was made with, or null.';
comment on function auth.jwt() is 'Every claim of the request''s token, or null.';

grant usage on schema auth to anon, authenticated, service_role;
grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, service_role;

-- The accounts, in the columns that Supabase Auth gives them.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text,
  encrypted_password text,
  email_confirmed_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{}',
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create unique index users_email_is_unique on auth.users (lower(email));

-- What people store about themselves is read with every request of theirs. Not a constraint: an account that
-- has more already could not even change its password.
create function auth.limit_metadata() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or new.raw_user_meta_data is distinct from old.raw_user_meta_data)
    and octet_length(new.raw_user_meta_data::text) > 4096
  then
    raise sqlstate 'PT422' using message = 'metadata_too_large';
  end if;
  return new;
end
$$;

create trigger limit_metadata before insert or update of raw_user_meta_data on auth.users
  for each row execute function auth.limit_metadata();

-- Who is signed in. Tokens are kept as hashes: whoever reads this table cannot sign in with it.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  refreshed_at timestamptz not null default clock_timestamp(),
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- How the person signed in: [{ "method", "timestamp" }], the amr claim of the access token.
  amr jsonb not null default '[]',
  user_agent text,
  ip inet,
  not_after timestamptz not null default clock_timestamp() + interval '30 days'
);

create index sessions_of_a_user on auth.sessions (user_id);
create index sessions_by_use on auth.sessions (refreshed_at);
create index sessions_by_end on auth.sessions (not_after);

create table auth.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);

create index refresh_tokens_of_a_session on auth.refresh_tokens (session_id);
create index refresh_tokens_used on auth.refresh_tokens (used_at) where used_at is not null;

create function auth.amr_entry(method text) returns jsonb
  language sql stable set search_path = ''
as $$
  select jsonb_build_array(
    jsonb_build_object('method', method, 'timestamp', floor(extract(epoch from clock_timestamp())))
  )
$$;

create function auth.open_session(
  owner uuid, refresh_token bytea, method text, client_agent text, client_address text, lifetime interval
) returns uuid
  language plpgsql set search_path = ''
as $$
declare
  opened uuid;
begin
  insert into auth.sessions (user_id, amr, user_agent, ip, not_after)
    values (owner, auth.amr_entry(method), client_agent, client_address::inet, clock_timestamp() + lifetime)
    returning id into opened;
  insert into auth.refresh_tokens (token_hash, session_id) values (refresh_token, opened);
  update auth.users set last_sign_in_at = clock_timestamp() where id = owner;
  return opened;
end
$$;

-- Each token is good for one refresh and has one successor, which the server derives from it. Tabs that
-- refresh at the same moment get the same successor for ten seconds; `followed` means that it is used up
-- itself, and its own successor is next. Later, a used token means that somebody has a copy, and the whole
-- session ends.
create function auth.rotate(
  old_token bytea, new_token bytea, out outcome text, out session uuid, out owner uuid
)
  language plpgsql set search_path = ''
as $$
declare
  used timestamptz;
begin
  select tokens.session_id, sessions.user_id, tokens.used_at into session, owner, used
    from auth.refresh_tokens as tokens join auth.sessions on sessions.id = tokens.session_id
    where tokens.token_hash = old_token
    for update of tokens;
  if not found then
    outcome := 'unknown';
  elsif used < clock_timestamp() - interval '10 seconds' then
    delete from auth.sessions where id = session;
    outcome := 'reused';
  elsif used is not null then
    select case when tokens.used_at is null then 'rotated' else 'followed' end into outcome
      from auth.refresh_tokens as tokens where tokens.token_hash = new_token and tokens.session_id = session;
    -- A second factor replaced the token: whoever shows the old one has not shown the factor.
    outcome := coalesce(outcome, 'unknown');
  else
    update auth.refresh_tokens set used_at = clock_timestamp() where token_hash = old_token;
    insert into auth.refresh_tokens (token_hash, session_id) values (new_token, session);
    update auth.sessions set refreshed_at = clock_timestamp() where id = session;
    outcome := 'rotated';
  end if;
end
$$;

-- Said at the beginning of a request whose session was ended though its token has not expired yet.
-- Not granted: the server asks before it takes on a role.
create function auth.refuse_session() returns text
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT401' using message = 'session_ended';
end
$$;

-- Links in mails: each works once, for a while. The link that the server prints at its start for ADMIN_EMAIL
-- belongs to no account: there may be none.
create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid references auth.users (id) on delete cascade,
  kind text not null check (kind in ('recovery', 'confirmation', 'administrator')),
  redirect_to text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  constraint one_time_tokens_owner_check check ((user_id is null) = (kind = 'administrator'))
);

create index one_time_tokens_of_a_user on auth.one_time_tokens (user_id, kind);
create index one_time_tokens_by_expiry on auth.one_time_tokens (expires_at);

-- Takes a link's token; whatever else was sent for the same purpose is void from then on. A link cannot be guessed
-- (256 random bits), so wrong guesses are not counted: counting them would let anybody void the links of an address.
create function auth.redeem(token bytea, purpose text, out owner uuid, out redirect_to text)
  language plpgsql set search_path = ''
as $$
begin
  delete from auth.one_time_tokens
    where token_hash = token and kind = purpose and expires_at > clock_timestamp()
    returning one_time_tokens.user_id, one_time_tokens.redirect_to into owner, redirect_to;
  if owner is not null then
    delete from auth.one_time_tokens where user_id = owner and kind = purpose;
  end if;
end
$$;

-- Whoever changes the password no longer needs the links that were sent before, and nobody else may use them.
create function auth.void_links() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  delete from auth.one_time_tokens where user_id = new.id;
  return null;
end
$$;

create trigger void_links after update of encrypted_password on auth.users
  for each row when (new.encrypted_password is distinct from old.encrypted_password)
  execute function auth.void_links();

-- Every request for a mail leaves a row, whether the address is known or not: both take equally long.
create table auth.mail_requests (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp()
);

-- How often something may be tried, counted for all processes together. Unlogged: after a crash it
-- begins anew, and nothing has to wait for the disk.
create unlogged table auth.rate_limits (
  key text primary key,
  hits integer not null,
  resets_at timestamptz not null
);

create index rate_limits_by_end on auth.rate_limits (resets_at);

-- Counts one try for each key and says how many seconds to wait: 0 means it is allowed.
create function auth.take(keys text[], most integer[], seconds integer[]) returns integer
  language sql set search_path = ''
as $$
  with counted as (
    insert into auth.rate_limits as known (key, hits, resets_at)
    select wanted.key, 1, clock_timestamp() + make_interval(secs => wanted.seconds)
    -- In one order for everybody: two requests never wait for each other.
    from unnest(keys, seconds) as wanted (key, seconds) order by wanted.key
    on conflict (key) do update set
      hits = case when known.resets_at <= clock_timestamp() then 1 else known.hits + 1 end,
      resets_at = case when known.resets_at <= clock_timestamp() then excluded.resets_at else known.resets_at end
    returning key, hits, resets_at
  )
  select coalesce(max(greatest(1, ceil(extract(epoch from resets_at - clock_timestamp()))))::integer, 0)
  from counted join unnest(keys, most) as allowed (key, most) using (key)
  where hits > allowed.most
$$;

-- The server's own functions are nobody else's to call; what policies need was granted by name.
revoke execute on all functions in schema auth from public;

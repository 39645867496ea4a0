-- Who is signed in. Tokens are kept as hashes: whoever reads this table cannot sign in with it.
create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  refreshed_at timestamptz not null default clock_timestamp()
);

create index sessions_of_a_user on auth.sessions (user_id);
create index sessions_by_use on auth.sessions (refreshed_at);

create table auth.refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references auth.sessions (id) on delete cascade,
  created_at timestamptz not null default clock_timestamp(),
  used_at timestamptz
);

create index refresh_tokens_of_a_session on auth.refresh_tokens (session_id);
create index refresh_tokens_used on auth.refresh_tokens (used_at) where used_at is not null;

-- Links in mails: each works once, for a while, and not after too many guesses.
create table auth.one_time_tokens (
  token_hash bytea primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  kind text not null check (kind in ('recovery', 'confirmation')),
  redirect_to text not null,
  created_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  tries integer not null default 0
);

create index one_time_tokens_of_a_user on auth.one_time_tokens (user_id, kind);
create index one_time_tokens_by_expiry on auth.one_time_tokens (expires_at);

create function auth.open_session(owner uuid, refresh_token bytea) returns uuid
  language plpgsql set search_path = ''
as $$
declare
  opened uuid;
begin
  insert into auth.sessions (user_id) values (owner) returning id into opened;
  insert into auth.refresh_tokens (token_hash, session_id) values (refresh_token, opened);
  update auth.users set last_sign_in_at = clock_timestamp() where id = owner;
  return opened;
end
$$;

-- Each token is good for one refresh. Tabs that refresh at the same moment are forgiven for ten seconds;
-- later, a used token means that somebody has a copy, and the whole session ends.
create function auth.rotate(old_token bytea, new_token bytea, out outcome text, out session uuid, out owner uuid)
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
  else
    update auth.refresh_tokens set used_at = coalesce(used_at, clock_timestamp()) where token_hash = old_token;
    insert into auth.refresh_tokens (token_hash, session_id) values (new_token, session);
    update auth.sessions set refreshed_at = clock_timestamp() where id = session;
    outcome := 'rotated';
  end if;
end
$$;

-- Takes a link's token; whatever else was sent for the same purpose is void from then on.
create function auth.redeem(token bytea, purpose text, out owner uuid, out redirect_to text)
  language plpgsql set search_path = ''
as $$
begin
  delete from auth.one_time_tokens
    where token_hash = token and kind = purpose and expires_at > clock_timestamp() and tries < 10
    returning one_time_tokens.user_id, one_time_tokens.redirect_to into owner, redirect_to;
  if owner is not null then
    delete from auth.one_time_tokens where user_id = owner and kind = purpose;
  end if;
end
$$;

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

-- Every request for a mail leaves a row, whether the address is known or not: both take equally long.
create table auth.mail_requests (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp()
);

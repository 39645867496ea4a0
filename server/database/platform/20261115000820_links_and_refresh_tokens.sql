-- A link cannot be guessed (256 random bits), so wrong guesses need not be counted: counting them let
-- anybody void the links of an address.
create or replace function auth.redeem(token bytea, purpose text, out owner uuid, out redirect_to text)
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

alter table auth.one_time_tokens drop column tries;

-- Each token is good for one refresh and has one successor, which the server derives from it. Tabs that
-- refresh at the same moment get the same successor for ten seconds; `followed` means that it is used up
-- itself, and its own successor is next. Later, a used token means that somebody has a copy, and the whole
-- session ends.
create or replace function auth.rotate(
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

-- The server's own functions are nobody else's to call; what policies need was granted by name.
revoke execute on all functions in schema auth from public;

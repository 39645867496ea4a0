-- Said at the beginning of a request whose session was ended though its token has not expired yet.
-- Not granted: the server asks before it takes on a role.
create function auth.refuse_session() returns text
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT401' using message = 'session_ended';
end
$$;

revoke execute on function auth.refuse_session() from public;

-- The server says the id beside the claims: reading it there costs less than reading all of them again
-- for every question about the same person. Not set, it is found among the claims.
create or replace function auth.uid() returns uuid
  language sql stable
  as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim.sub', true), ''),
      auth.jwt() ->> 'sub'
    )::uuid
  $$;

-- Who is asking, as row level security reads it; the server sets the claims with every request.
create schema auth;

-- No `set search_path` on these three: it would keep them from being inlined into every policy, and
-- they name nothing that a search path could redirect (pg_catalog comes first by itself).
create function auth.jwt() returns jsonb
  language sql stable
  as $$ select nullif(current_setting('request.jwt.claims', true), '')::jsonb $$;

create function auth.uid() returns uuid
  language sql stable
  as $$ select (auth.jwt() ->> 'sub')::uuid $$;

create function auth.role() returns text
  language sql stable
  as $$ select auth.jwt() ->> 'role' $$;

comment on function auth.uid() is 'The id of the signed-in person, or null.';
comment on function auth.role() is 'The role the request was made with, or null.';
comment on function auth.jwt() is 'Every claim of the request''s token, or null.';

revoke execute on all functions in schema auth from public;
grant usage on schema auth to anon, authenticated, service_role;
grant execute on all functions in schema auth to anon, authenticated, service_role;

-- Nothing in the exposed schema is open unless a later migration says so, on any server.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;

-- Helpers that policies use and no client may call by name.
create schema private;
comment on schema private is 'Helpers of the policies: never exposed through the data API.';
grant usage on schema private to authenticated;

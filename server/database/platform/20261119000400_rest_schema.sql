-- What the data API needs inside of a statement.
create schema rest;
grant usage on schema rest to anon, authenticated, service_role;

-- Whoever changes one row and names several changes none: only an error undoes the statement.
create function rest.refuse_rows(changed bigint) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT406' using
    message = 'Cannot coerce the result to a single JSON object',
    detail = format('The result contains %s rows', changed);
end
$$;
grant execute on function rest.refuse_rows(bigint) to anon, authenticated, service_role;

-- Evaluated instead of a JSON value that would make the response larger than allowed.
create function rest.refuse_size() returns json
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT413' using message = 'response_too_large';
end
$$;
grant execute on function rest.refuse_size() to anon, authenticated, service_role;

revoke execute on all functions in schema rest from public;

-- Evaluated instead of a JSON value that would make the response larger than allowed.
create function rest.refuse_size() returns json
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT413' using message = 'response_too_large';
end
$$;

revoke execute on function rest.refuse_size() from public;
grant execute on function rest.refuse_size() to anon, authenticated, service_role;

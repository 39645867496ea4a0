-- A provider may report anything: a sum never shrinks, and never grows beyond what a column can hold.
create or replace function private.add_tokens(known integer, more integer) returns integer
  language sql immutable set search_path = ''
as $$
  select case
    when more is null then known
    else least(coalesce(known, 0)::bigint + greatest(more, 0), 2147483647)::integer
  end
$$;

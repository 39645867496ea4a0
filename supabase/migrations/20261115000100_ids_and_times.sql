-- Ids that sort by the time they were made (UUID version 7): neighbours in time are neighbours in an
-- index. PostgreSQL has such a function of its own from 18 on only.
create function private.new_id() returns uuid
  language sql volatile set search_path = ''
as $$
  select encode(
    -- 48 bits of milliseconds, the version, 12 bits of the fraction after them
    int8send(((now.micros / 1000) << 16) | 28672 | ((now.micros % 1000) * 4096 / 1000))
      || substring(uuid_send(gen_random_uuid()) from 9 for 8),
    'hex'
  )::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as now
$$;

-- Times are the database's own, whatever a client sends; each change is later than the one before.
create function private.keep_times() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    new.created_at := clock_timestamp();
    new.updated_at := new.created_at;
  else
    new.created_at := old.created_at;
    new.updated_at := greatest(clock_timestamp(), old.updated_at + interval '1 microsecond');
  end if;
  return new;
end
$$;

-- Without white space at its ends, by JavaScript's understanding of it, whatever the server's locale.
create function private.trimmed(written text) returns text
  language sql immutable set search_path = ''
as $$
  select regexp_replace(
    written,
    '^[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+'
      || '|[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$',
    '',
    'g'
  )
$$;

-- A title as a person would write one: something in it, no space at its ends, one line.
create function private.is_title(title text, longest integer) returns boolean
  language sql immutable set search_path = ''
as $$
  select char_length(title) between 1 and longest
    and title = private.trimmed(title)
    and title !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'
$$;

create function private.this_month() returns date
  language sql stable set search_path = ''
as $$ select date_trunc('month', now() at time zone 'utc')::date $$;

grant execute on function private.new_id() to authenticated;
grant execute on function private.trimmed(text) to authenticated;
grant execute on function private.is_title(text, integer) to authenticated;
grant execute on function private.this_month() to authenticated;

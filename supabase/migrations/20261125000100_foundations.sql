-- What every other file stands on: the schema of helpers that no client may call by name, ids and times, and
-- what a name, a title and a length are. Nothing in the exposed schema is open unless a file says so.

alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke execute on functions from anon, authenticated, service_role;
alter default privileges revoke execute on functions from public;
create schema private;
comment on schema private is 'Helpers of the policies: never exposed through the data API.';
grant usage on schema private to authenticated;

-- Ids that sort by the time they were made (UUID version 7): neighbours in time are neighbours in an
-- index. PostgreSQL has such a function of its own from 18 on only.
create function private.new_id() returns uuid language sql volatile set search_path = '' as $$
  select encode(
    -- 48 bits of milliseconds, the version, 12 bits of the fraction after them
    int8send(((now.micros / 1000) << 16) | 28672 | ((now.micros % 1000) * 4096 / 1000))
      || substring(uuid_send(gen_random_uuid()) from 9 for 8),
    'hex'
  )::uuid
  from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as micros) as now
$$;
grant execute on function private.new_id() to authenticated;

-- Times are the database's own, whatever a client sends; each change is later than the one before.
create function private.keep_times() returns trigger language plpgsql set search_path = '' as $$
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

-- For triggers: refuses the change for everybody.
create function private.refuse() returns trigger language plpgsql set search_path = '' as $$
begin
  raise sqlstate 'PT409' using
    message = tg_table_name || '_cannot_be_' || lower(tg_op) || 'd',
    hint = 'This is never allowed, for anybody.';
end
$$;

-- Without white space at its ends, by JavaScript's understanding of it, whatever the server's locale.
create function private.trimmed(written text) returns text language sql immutable set search_path = '' as $$
  select regexp_replace(
    written,
    '^[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+'
      || '|[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+$',
    '',
    'g'
  )
$$;
grant execute on function private.trimmed(text) to authenticated;

-- Without the characters that turn the direction of what follows: what is shown is what is there. Titles of
-- scripts and conversations keep theirs, since they are taken from texts and shown apart from what is around
-- them.
create function private.without_turns(written text) returns text
  language sql immutable set search_path = ''
as $$ select regexp_replace(written, '[\u202a-\u202e\u2066-\u2069]', '', 'g') $$;
grant execute on function private.without_turns(text) to authenticated;

-- A title as a person would write one: something in it, no space at its ends, one line.
create function private.is_title(title text, longest integer) returns boolean
  language sql immutable set search_path = '' as $$
  select char_length(title) between 1 and longest
    and title = private.trimmed(title)
    and title !~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]'
$$;
grant execute on function private.is_title(text, integer) to authenticated;

-- Whether it is a title without what turns the direction of writing, and without marks for a direction that
-- nobody sees.
create function private.is_name(name text, longest integer) returns boolean
  language sql immutable set search_path = ''
as $$ select private.is_title(name, longest) and name !~ '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]' $$;
grant execute on function private.is_name(text, integer) to authenticated;

-- Whether a list has so few names, each without what turns the direction of writing.
create function private.are_names(names text[], most integer, longest integer) returns boolean
  language sql immutable set search_path = '' as $$
  select cardinality(names) <= most and array_position(names, null) is null
    and coalesce((select bool_and(private.is_name(name, longest)) from unnest(names) as name), true)
$$;
grant execute on function private.are_names(text[], integer, integer) to authenticated;

-- The first day of the month by which use is counted, in UTC.
create function private.this_month() returns date
  language sql stable set search_path = ''
as $$ select date_trunc('month', now() at time zone 'utc')::date $$;
grant execute on function private.this_month() to authenticated;

-- The hash by which a browser and the server know a text.
create function private.text_hash(written text) returns text
  language sql immutable set search_path = ''
as $$ select encode(sha256(convert_to(written, 'UTF8')), 'hex') $$;

-- The times as the chain hash covers them.
create function private.exact_time(at timestamptz) returns text language sql stable set search_path = '' as $$
  select to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
$$;

-- Lengths as browsers count them.
create function private.utf16_length(written text) returns integer
  language sql immutable set search_path = '' as $$
  select char_length(written) + case
    when octet_length(written) = char_length(written) then 0
    -- Characters beyond the basic plane are two units.
    else regexp_count(written, '[\U00010000-\U0010FFFF]')
  end
$$;

-- The beginning of a text that is so many UTF-16 units long.
create function private.utf16_left(written text, units integer) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  taken text := left(written, units);
  excess integer := private.utf16_length(taken) - units;
begin
  while excess > 0 loop
    -- Never too much, since a character is at most two units.
    taken := left(taken, -greatest(excess / 2, 1));
    excess := private.utf16_length(taken) - units;
  end loop;
  if excess < 0 then
    raise sqlstate 'PT400' using
      message = 'changes_are_invalid',
      hint = 'A splice begins or ends inside a surrogate pair.';
  end if;
  return taken;
end
$$;

-- A text in which each character is as long as browsers count it: one beyond the basic plane is followed by a
-- filler.
create function private.in_units(written text) returns text language sql immutable set search_path = '' as $$
  select case
    when octet_length(written) = char_length(written) then written
    else regexp_replace(written, '([\U00010000-\U0010FFFF])', E'\\1\uFFFF', 'g')
  end
$$;

-- Refuses with 404. Somebody else's row and a missing one get the same answer.
create function private.not_found(what text) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  raise sqlstate 'PT404' using message = what || '_not_found';
end
$$;
grant execute on function private.not_found(text) to authenticated;

-- A list that is sent has at most as many members as what it is about can have.
create function private.require_few(members integer, most integer, what text) returns void
  language plpgsql immutable set search_path = '' as $$
begin
  if members > most then
    raise sqlstate 'PT400' using message = what, hint = format('At most %s at once.', most);
  end if;
end
$$;
grant execute on function private.require_few(integer, integer, text) to authenticated;

-- What the server tells the database about itself, and what happens once only.
create table private.settings (
  name text primary key,
  value text not null
);

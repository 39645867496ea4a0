-- Scheduled backups, for all processes together. The order is that of the ids: clocks can be set back.
create table private.backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  size_bytes bigint,
  error text,
  constraint backups_finished_check check (finished_at is not null or (size_bytes is null and error is null)),
  constraint backups_outcome_check check (finished_at is null or (size_bytes is null) <> (error is null))
);
comment on table private.backups is
  'Attempts to make a scheduled backup; one without an end is running, or its process died.';

create function private.backup_is_due(every interval) returns boolean
  language sql stable set search_path = ''
as $$
  select coalesce(
    (
      select newest.started_at > now() or newest.started_at + case
        when newest.size_bytes is not null then every
        else least(every, interval '5 minutes')
      end <= now()
      from private.backups newest
      order by newest.id desc
      limit 1
    ),
    true
  )
$$;
comment on function private.backup_is_due(interval) is
  'Whether the next backup should be made: after a failed one 5 minutes later, and at once if the clock was set back.';

-- What administrators do with the people of the installation, and the backups that the server makes by
-- itself.

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

-- For the server, which makes scheduled backups.
create function private.backup_is_due(every interval) returns boolean
  language sql stable set search_path = '' as $$
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
  'Whether the next backup should be made: after a failed one 5 minutes later, and at once if the clock '
  'was set back.';

-- A page of scriptwriters, newest first, with this month's count and how many there are in all.
create function public.list_users(
  search text default '',
  status text default 'all',
  max_results integer default 50,
  skip integer default 0
) returns table (
  id uuid, email text, role text, approved boolean, learning_loop_access boolean, created_at timestamptz,
  monthly_generations integer, total_count bigint
)
  language plpgsql stable set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  if coalesce(list_users.status, '') not in ('all', 'approved', 'pending') then
    raise sqlstate 'PT400' using message = 'unknown_status', hint = 'One of all, approved, pending.';
  end if;
  return query
    select
      profiles.id, profiles.email, profiles.role, profiles.approved, profiles.learning_loop_access,
      profiles.created_at,
      coalesce(api_usage.monthly_generations, 0),
      count(*) over ()
    from public.profiles
    left join public.api_usage on api_usage.user_id = profiles.id
    where profiles.role = 'scriptwriter'
      and (list_users.status = 'all' or profiles.approved = (list_users.status = 'approved'))
      and (
        coalesce(list_users.search, '') = ''
        or position(lower(list_users.search) in lower(profiles.email)) > 0
      )
    order by profiles.created_at desc, profiles.id
    limit least(greatest(list_users.max_results, 0), 200)
    offset greatest(list_users.skip, 0);
end
$$;
grant execute on function public.list_users(text, text, integer, integer) to authenticated;

-- Each returns the profile as it is afterwards; the audit log is written by the profile's own trigger.
create function private.change_user(user_id uuid, approval boolean, access boolean)
  returns public.profiles
  language plpgsql set search_path = '' as $$
declare
  changed public.profiles;
begin
  perform private.require_admin();
  update public.profiles
    set approved = coalesce(approval, approved),
        learning_loop_access = coalesce(access, learning_loop_access)
    where id = change_user.user_id and role = 'scriptwriter'
    returning * into changed;
  if not found then
    perform private.not_found('user');
  end if;
  return changed;
end
$$;
grant execute on function private.change_user(uuid, boolean, boolean) to authenticated;

-- Approves a person, for an admin.
create function public.approve_user(user_id uuid) returns public.profiles
  language sql set search_path = '' as $$ select private.change_user(user_id, true, null) $$;
grant execute on function public.approve_user(uuid) to authenticated;

-- Takes an approval back, for an admin.
create function public.restrict_user(user_id uuid) returns public.profiles
  language sql set search_path = '' as $$ select private.change_user(user_id, false, null) $$;
grant execute on function public.restrict_user(uuid) to authenticated;

-- Lets a person keep examples, for an admin.
create function public.grant_learning_loop(user_id uuid) returns public.profiles
  language sql set search_path = '' as $$ select private.change_user(user_id, null, true) $$;
grant execute on function public.grant_learning_loop(uuid) to authenticated;

-- Takes that back, for an admin.
create function public.revoke_learning_loop(user_id uuid) returns public.profiles
  language sql set search_path = '' as $$ select private.change_user(user_id, null, false) $$;
grant execute on function public.revoke_learning_loop(uuid) to authenticated;

-- Approves those of them who are waiting, and says how many; each is audited and mailed by the triggers.
create function public.approve_users(user_ids uuid[]) returns integer
  language plpgsql set search_path = '' as $$
declare
  waiting uuid[];
begin
  perform private.require_admin();
  if coalesce(cardinality(user_ids), 0) > 200 then
    raise sqlstate 'PT400' using message = 'too_many_users', hint = 'At most 200 at once.';
  end if;
  -- In one order, so that two admins cannot wait for each other.
  waiting := array(
    select id from public.profiles
    where id = any (user_ids) and role = 'scriptwriter' and not approved
    order by id for update
  );
  update public.profiles set approved = true where id = any (waiting);
  return cardinality(waiting);
end
$$;
grant execute on function public.approve_users(uuid[]) to authenticated;

-- Makes an approved scriptwriter an admin, or an admin a scriptwriter; the trigger keep_one_admin refuses the
-- last one. Definer: the role of a person is nobody's to write.
create function public.change_role(user_id uuid, new_role text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  person public.profiles;
begin
  if coalesce(new_role, '') not in ('admin', 'scriptwriter') then
    raise sqlstate 'PT400' using message = 'unknown_role', hint = 'One of admin, scriptwriter.';
  end if;
  -- The person first, as everywhere; then one at a time, as in keep_one_admin. Whether the caller is an
  -- admin is asked after that: two admins who remove each other cannot both succeed.
  select * into person from public.profiles where id = change_role.user_id for update;
  perform pg_advisory_xact_lock(20261115, 3);
  perform private.require_admin();
  if person.id is null then
    perform private.not_found('user');
  elsif person.role = new_role then
    return;
  elsif new_role = 'admin' and not person.approved then
    raise sqlstate 'PT409' using message = 'not_approved', hint = 'Approve this person first.';
  end if;
  update public.profiles set role = new_role where id = person.id;
end
$$;
grant execute on function public.change_role(uuid, text) to authenticated;

-- The administrators, the caller first. Definer: admins do not read the profiles of other admins.
create function public.list_administrators()
  returns table (
    id uuid, email text, approved boolean, created_at timestamptz, monthly_limit integer, is_self boolean
  )
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select
      profiles.id, profiles.email, profiles.approved, profiles.created_at, profiles.monthly_limit,
      profiles.id = auth.uid()
    from public.profiles where role = 'admin'
    order by profiles.id = auth.uid() desc, profiles.created_at, profiles.id;
end
$$;
grant execute on function public.list_administrators() to authenticated;

-- Everybody who matches, for a file. Definer: that addresses were taken out is recorded, with how many there
-- were and what was asked for.
create function public.export_users(search text default '', status text default 'all') returns table (
  id uuid, email text, role text, approved boolean, learning_loop_access boolean, created_at timestamptz,
  monthly_generations integer
)
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  matches bigint;
begin
  perform private.require_admin();
  if coalesce(export_users.status, '') not in ('all', 'approved', 'pending') then
    raise sqlstate 'PT400' using message = 'unknown_status', hint = 'One of all, approved, pending.';
  end if;
  return query
    select
      profiles.id, profiles.email, profiles.role, profiles.approved, profiles.learning_loop_access,
      profiles.created_at,
      coalesce(api_usage.monthly_generations, 0)
    from public.profiles
    left join public.api_usage on api_usage.user_id = profiles.id and api_usage.month = private.this_month()
    where profiles.role = 'scriptwriter'
      and (export_users.status = 'all' or profiles.approved = (export_users.status = 'approved'))
      and (
        coalesce(export_users.search, '') = ''
        or position(lower(export_users.search) in lower(profiles.email)) > 0
      )
    order by profiles.created_at desc, profiles.id;
  get diagnostics matches = row_count;
  perform private.record_change('users_exported', null, concat_ws(
    ', ', matches, nullif(export_users.status, 'all'), nullif(export_users.search, '')
  ));
end
$$;
grant execute on function public.export_users(text, text) to authenticated;

-- Mails the ordinary link to choose a new password; the admin never sees it. At most one a minute and five
-- an hour for each person. Definer: links and mails are nobody's to write.
create function public.send_password_reset(user_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  address text;
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  digest bytea := sha256(convert_to(token, 'UTF8'));
begin
  perform private.require_admin();
  -- Locked, so that the count below is exact.
  select email into address from public.profiles where id = send_password_reset.user_id for update;
  if not found then
    perform private.not_found('user');
  elsif address is null then
    raise sqlstate 'PT409' using message = 'no_address';
  elsif exists (
    select from (
      select at from public.audit_log
      where user_id = send_password_reset.user_id and action = 'reset_sent'
        and at > clock_timestamp() - interval '1 hour'
    ) as sent
    having max(at) > clock_timestamp() - interval '1 minute' or count(*) >= 5
  ) then
    raise sqlstate 'PT429' using
      message = 'sent_a_moment_ago', hint = 'At most one a minute and five an hour.';
  end if;
  insert into auth.one_time_tokens (token_hash, user_id, kind, redirect_to, expires_at)
    values (digest, send_password_reset.user_id, 'recovery', '', clock_timestamp() + interval '1 hour');
  perform private.queue_mail(
    'link:' || encode(digest, 'hex'), address, 'recovery',
    jsonb_build_object('token', token, 'byAdministrator', true)
  );
  perform private.record_event(
    'reset_sent', send_password_reset.user_id, auth.uid(), private.client_address()
  );
end
$$;
grant execute on function public.send_password_reset(uuid) to authenticated;

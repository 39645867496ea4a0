-- Sign-ins, failures, resets and changes of second factors stand in the audit log too, each with the
-- client's address, for as long as the server is told to keep them.
alter table public.audit_log add column client_address text;

alter table public.audit_log drop constraint audit_log_action_check;
alter table public.audit_log add constraint audit_log_action_check check (
  action in (
    'approved', 'restricted', 'learning_loop_granted', 'learning_loop_revoked', 'role_changed',
    'sessions_ended', 'account_deleted',
    'signed_up', 'signed_in', 'sign_in_failed', 'reset_requested', 'reset_link_used', 'password_changed',
    'second_factor_added', 'second_factor_removed', 'second_factor_used', 'second_factor_failed',
    'recovery_codes_made', 'recovery_code_used', 'data_downloaded'
  )
);

-- The address the actor's session was last refreshed from. Called by definer functions only.
create function private.client_address() returns text
  language sql stable set search_path = ''
as $$
  select host(ip) from auth.sessions
  where id = (auth.jwt() ->> 'session_id')::uuid and user_id = (select auth.uid())
$$;

-- For the server and the functions below; granted to nobody. Without an actor: somebody not signed in.
create function private.record_event(action text, person uuid, actor uuid, client_address text) returns boolean
  language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_email, action, user_id, user_email, client_address)
    select
      record_event.actor,
      (select email from public.profiles where id = record_event.actor),
      record_event.action,
      id,
      email,
      record_event.client_address
    from public.profiles where id = record_event.person
    returning true
$$;

create or replace function private.record_profile_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  what text;
begin
  for what in
    select case when new.approved then 'approved' else 'restricted' end
      where new.approved is distinct from old.approved
    union all
    select case when new.learning_loop_access then 'learning_loop_granted' else 'learning_loop_revoked' end
      where new.learning_loop_access is distinct from old.learning_loop_access
    union all
    select 'role_changed' where new.role is distinct from old.role
  loop
    perform private.record_event(what, new.id, auth.uid(), private.client_address());
  end loop;
  return new;
end
$$;

-- Never changed, and deleted only once an entry is older than audit_days.
create function private.keep_audit_entry() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  if old.at >= clock_timestamp() - make_interval(
    days => coalesce((select value::integer from private.settings where name = 'audit_days'), 365)
  ) then
    raise sqlstate 'PT409' using
      message = 'audit_log_cannot_be_deleted',
      hint = 'Entries are kept for AUDIT_DAYS.';
  end if;
  return old;
end
$$;

drop trigger append_only on public.audit_log;
create trigger append_only before update on public.audit_log
  for each row execute function private.refuse();
create trigger kept_for_audit_days before delete on public.audit_log
  for each row execute function private.keep_audit_entry();

create function private.remove_old_audit_entries() returns void
  language sql set search_path = ''
as $$
  delete from public.audit_log where at < clock_timestamp() - make_interval(
    days => coalesce((select value::integer from private.settings where name = 'audit_days'), 365)
  )
$$;

-- From where a person has signed in before: a digest of browser, system and network.
create table private.known_devices (
  user_id uuid not null references public.profiles (id) on delete cascade,
  device bytea not null,
  seen_at timestamptz not null default clock_timestamp(),
  primary key (user_id, device)
);

create table private.device_notices (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  sent_at timestamptz not null
);

alter table private.mail_outbox drop constraint mail_outbox_template_check;
alter table private.mail_outbox add constraint mail_outbox_template_check check (
  template in (
    'recovery', 'confirmation', 'account_approved', 'new_account_waiting', 'password_changed', 'new_device'
  )
);

-- Records a sign-in, and tells the person when it came from a new device: at most once an hour, and not
-- about the first device of an account.
create function private.record_sign_in(
  action text, person uuid, client_address text, device bytea, description text
) returns boolean
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  had_devices boolean := exists (select from private.known_devices where user_id = person);
  is_new boolean;
begin
  perform private.record_event(record_sign_in.action, person, person, record_sign_in.client_address);
  insert into private.known_devices as known (user_id, device) values (person, record_sign_in.device)
    on conflict (user_id, device) do update set seen_at = clock_timestamp()
    returning xmax = 0 into is_new;
  if not (had_devices and is_new) then
    return false;
  end if;
  insert into private.device_notices as notices (user_id, sent_at) values (person, clock_timestamp())
    on conflict (user_id) do update set sent_at = excluded.sent_at
    where notices.sent_at <= excluded.sent_at - interval '1 hour';
  if not found then
    return false;
  end if;
  perform private.queue_mail(
    'new_device:' || person || ':' || extract(epoch from clock_timestamp()),
    profiles.email,
    'new_device',
    jsonb_build_object(
      'device', description, 'address', record_sign_in.client_address, 'at', clock_timestamp()
    )
  ) from public.profiles where id = person and email is not null;
  return found;
end
$$;

create function private.record_password_change(person uuid, client_address text) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  perform private.record_event('password_changed', person, person, record_password_change.client_address);
  perform private.queue_mail(
    'password_changed:' || person || ':' || extract(epoch from clock_timestamp()),
    profiles.email,
    'password_changed',
    jsonb_build_object('address', record_password_change.client_address, 'at', clock_timestamp())
  ) from public.profiles where id = person and email is not null;
  return found;
end
$$;

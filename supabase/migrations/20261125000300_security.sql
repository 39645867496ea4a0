-- What happened to accounts: the audit log, and how sessions, second factors and the account itself end.
-- Whoever is concerned is told by mail.

-- Who changed what for whom, and the sign-ins, failures, resets and changes of second factors of everybody,
-- each with the client's address. No foreign keys: it outlives the accounts it speaks of.
create table public.audit_log (
  id uuid primary key default private.new_id(),
  at timestamptz not null default clock_timestamp(),
  actor_id uuid,
  actor_email text,
  action text not null check (
    action in (
      'approved', 'restricted', 'learning_loop_granted', 'learning_loop_revoked', 'role_changed',
      'sessions_ended', 'account_deleted',
      'signed_up', 'signed_in', 'sign_in_failed', 'reset_requested', 'reset_link_used', 'password_changed',
      'second_factor_added', 'second_factor_removed', 'second_factor_used', 'second_factor_failed',
      'recovery_codes_made', 'recovery_code_used', 'data_downloaded',
      'connection_added', 'connection_changed', 'connection_deleted', 'connection_tested',
      'default_model_changed', 'offered_models_changed',
      'limit_changed', 'default_limit_changed', 'price_changed', 'currency_changed',
      'invited', 'invitation_resent', 'invitation_revoked', 'invitation_accepted', 'reset_sent',
      'notice_created', 'notice_changed', 'notice_ended', 'notice_deleted',
      'model_added', 'model_removed', 'users_exported'
    )
  ),
  -- Null for a setting of the whole server.
  user_id uuid,
  user_email text,
  client_address text,
  -- Nothing secret belongs here.
  detail text
    constraint detail_is_at_most_300_characters check (char_length(detail) <= 300)
);
comment on column public.audit_log.detail is 'What the change was about, if not a user.';

create index audit_log_newest_first on public.audit_log (at desc, id);
create index audit_log_by_user on public.audit_log (user_id, at desc);

create trigger append_only before update on public.audit_log for each row execute function private.refuse();
create trigger never_emptied before truncate on public.audit_log
  for each statement execute function private.refuse();

alter table public.audit_log enable row level security;
grant select on public.audit_log to authenticated;
create policy "admins read the audit log" on public.audit_log
  for select to authenticated using ((select private.is_admin()));

-- Never changed, and deleted only once an entry is older than audit_days.
create function private.keep_audit_entry() returns trigger language plpgsql set search_path = '' as $$
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

create trigger kept_for_audit_days before delete on public.audit_log
  for each row execute function private.keep_audit_entry();

-- For the server, which does so once a day.
create function private.remove_old_audit_entries() returns void language sql set search_path = '' as $$
  delete from public.audit_log where at < clock_timestamp() - make_interval(
    days => coalesce((select value::integer from private.settings where name = 'audit_days'), 365)
  )
$$;

-- The address the actor's session was last refreshed from. Called by definer functions only.
create function private.client_address() returns text language sql stable set search_path = '' as $$
  select host(ip) from auth.sessions
  where id = (auth.jwt() ->> 'session_id')::uuid and user_id = (select auth.uid())
$$;

-- For the server and the functions below; granted to nobody. Without an actor: somebody not signed in.
create function private.record_event(action text, person uuid, actor uuid, client_address text)
  returns boolean
  language sql set search_path = '' as $$
  insert into public.audit_log (actor_id, actor_email, action, user_id, user_email, client_address)
    select
      record_event.actor,
      (select email from public.profiles where id = record_event.actor),
      record_event.action, id, email, record_event.client_address
    from public.profiles where id = record_event.person
    returning true
$$;

-- For definer functions only; granted to nobody.
create function private.record_admin_event(action text, detail text) returns void
  language sql set search_path = '' as $$
  insert into public.audit_log (actor_id, actor_email, action, user_id, user_email, client_address, detail)
    select id, email, record_admin_event.action, id, email, private.client_address(),
      left(record_admin_event.detail, 300)
    from public.profiles where id = auth.uid()
$$;

-- An entry about what the caller changed, of a user or, without one, of the whole server.
create function private.record_change(action text, person uuid, detail text) returns void
  language sql set search_path = '' as $$
  insert into public.audit_log (actor_id, actor_email, action, user_id, user_email, client_address, detail)
    values (
      auth.uid(),
      (select email from public.profiles where id = auth.uid()),
      record_change.action, person,
      (select email from public.profiles where id = person),
      private.client_address(),
      left(record_change.detail, 300)
    )
$$;

-- Whichever way a profile is changed leaves its row; a change of a role also says which role it is now.
-- Definer: nobody may write here directly.
create function private.record_profile_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  what text;
begin
  for what in
    select case when new.approved then 'approved' else 'restricted' end
      where new.approved is distinct from old.approved
    union all
    select case when new.learning_loop_access then 'learning_loop_granted' else 'learning_loop_revoked' end
      where new.learning_loop_access is distinct from old.learning_loop_access
  loop
    perform private.record_event(what, new.id, auth.uid(), private.client_address());
  end loop;
  if new.role is distinct from old.role then
    perform private.record_change('role_changed', new.id, new.role);
  end if;
  return new;
end
$$;

create trigger record_profile_change after update on public.profiles
  for each row execute function private.record_profile_change();

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

-- Records a sign-in, and tells the person when it came from a new device: at most once an hour, and not
-- about the first device of an account.
create function private.record_sign_in(
  action text, person uuid, client_address text, device bytea, description text
) returns boolean
  language plpgsql set search_path = '' as $$
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
    profiles.email, 'new_device',
    jsonb_build_object(
      'device', description, 'address', record_sign_in.client_address, 'at', clock_timestamp()
    )
  ) from public.profiles where id = person and email is not null;
  return found;
end
$$;

-- Records that a password was changed, and tells the person. For the server.
create function private.record_password_change(person uuid, client_address text) returns boolean
  language plpgsql set search_path = '' as $$
begin
  perform private.record_event('password_changed', person, person, record_password_change.client_address);
  perform private.queue_mail(
    'password_changed:' || person || ':' || extract(epoch from clock_timestamp()),
    profiles.email, 'password_changed',
    jsonb_build_object('address', record_password_change.client_address, 'at', clock_timestamp())
  ) from public.profiles where id = person and email is not null;
  return found;
end
$$;

-- Records that a second factor was added or removed, and tells the person. The mail is named after the
-- action. For the server and the function below; granted to nobody.
create function private.record_factor_change(action text, person uuid, actor uuid, client_address text)
  returns boolean
  language plpgsql set search_path = '' as $$
begin
  perform private.record_event(
    record_factor_change.action, person, actor, record_factor_change.client_address
  );
  perform private.queue_mail(
    record_factor_change.action || ':' || person || ':' || extract(epoch from clock_timestamp()),
    profiles.email, record_factor_change.action,
    jsonb_build_object(
      'at', clock_timestamp(),
      -- Where an administrator is, is nobody's business.
      'address', case when actor = person then record_factor_change.client_address end,
      'byAdministrator', actor is distinct from person
    )
  ) from public.profiles where id = person and email is not null;
  return found;
end
$$;

-- For a writer who has lost both the app and the recovery codes. Every session ends: one that was opened
-- with the password alone would gain the rights of a full one. Says how many factors there were.
-- Definer: factors and sessions are nobody's to delete.
create function public.remove_user_factors(user_id uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  removed integer;
begin
  perform private.require_admin();
  if not exists (
    select from public.profiles where id = remove_user_factors.user_id and role = 'scriptwriter'
  ) then
    perform private.not_found('user');
  end if;
  with gone as (
    delete from auth.mfa_factors where mfa_factors.user_id = remove_user_factors.user_id
      returning factor_type, status
  )
  select count(*) filter (where factor_type = 'totp' and status = 'verified') into removed from gone;
  if removed > 0 then
    delete from auth.sessions where sessions.user_id = remove_user_factors.user_id;
    perform private.record_factor_change(
      'second_factor_removed', remove_user_factors.user_id, auth.uid(), private.client_address()
    );
  end if;
  return removed;
end
$$;
grant execute on function public.remove_user_factors(uuid) to authenticated;

-- A person's own sessions. Definer: nobody is granted the table of sessions.
create function public.list_sessions()
  returns table (
    id uuid, user_agent text, client_address text, created_at timestamptz, last_used_at timestamptz,
    is_current boolean
  )
  language sql stable security definer set search_path = '' as $$
  select sessions.id, sessions.user_agent, host(sessions.ip), sessions.created_at, sessions.refreshed_at,
    sessions.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions
  where sessions.user_id = (select auth.uid())
    and sessions.not_after > clock_timestamp()
    and (select private.is_assured())
  order by sessions.id = (auth.jwt() ->> 'session_id')::uuid desc, sessions.refreshed_at desc
$$;
grant execute on function public.list_sessions() to authenticated;

-- Ends one of the caller's own sessions. Definer: sessions are nobody's to delete.
create function public.end_session(session_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if not private.is_assured() then
    raise insufficient_privilege using message = 'second_factor_needed';
  end if;
  delete from auth.sessions where id = end_session.session_id and user_id = auth.uid();
  if not found then
    perform private.not_found('session');
  end if;
end
$$;
grant execute on function public.end_session(uuid) to authenticated;

-- Ends every session of a scriptwriter and says how many. Definer: sessions are nobody's to delete.
create function public.end_user_sessions(user_id uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  ended integer;
begin
  perform private.require_admin();
  if not exists (
    select from public.profiles where id = end_user_sessions.user_id and role = 'scriptwriter'
  ) then
    perform private.not_found('user');
  end if;
  delete from auth.sessions where sessions.user_id = end_user_sessions.user_id;
  get diagnostics ended = row_count;
  perform private.record_event(
    'sessions_ended', end_user_sessions.user_id, auth.uid(), private.client_address()
  );
  return ended;
end
$$;
grant execute on function public.end_user_sessions(uuid) to authenticated;

-- Everything of a person, in every table: what refers to the account goes with it. Left is the entry in
-- the audit log, which says that and by whom, never what was in it. For the server and for delete_user;
-- the trigger keep_one_admin refuses the last approved admin.
create function private.delete_account(person uuid, actor uuid, client_address text) returns boolean
  language plpgsql set search_path = '' as $$
declare
  address text;
begin
  -- The person first, as everywhere: see lock_person.
  select email into address from public.profiles where id = person for update;
  if not found then
    return false;
  end if;
  perform private.record_event('account_deleted', person, actor, delete_account.client_address);
  -- A mail that is being sent at this moment is locked, and is not waited for.
  delete from private.mail_outbox where id in (
    select id from private.mail_outbox where lower(recipient) = lower(address) for update skip locked
  );
  delete from auth.users where id = person;
  return true;
end
$$;

-- Deletes a scriptwriter's account, for an admin. Definer: accounts are nobody's to delete.
create function public.delete_user(user_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if not exists (select from public.profiles where id = delete_user.user_id and role = 'scriptwriter') then
    perform private.not_found('user');
  end if;
  perform private.delete_account(delete_user.user_id, auth.uid(), private.client_address());
end
$$;
grant execute on function public.delete_user(uuid) to authenticated;

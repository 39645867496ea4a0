-- A person's own sessions. Definer: nobody is granted the table of sessions.
create function public.list_sessions()
  returns table (
    id uuid,
    user_agent text,
    client_address text,
    created_at timestamptz,
    last_used_at timestamptz,
    is_current boolean
  )
  language sql stable security definer set search_path = ''
as $$
  select sessions.id, sessions.user_agent, host(sessions.ip), sessions.created_at, sessions.refreshed_at,
    sessions.id = (auth.jwt() ->> 'session_id')::uuid
  from auth.sessions
  where sessions.user_id = (select auth.uid())
    and sessions.not_after > clock_timestamp()
    and (select private.is_assured())
  order by sessions.id = (auth.jwt() ->> 'session_id')::uuid desc, sessions.refreshed_at desc
$$;

-- Definer: for the same reason.
create function public.end_session(session_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
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

-- Ends every session of a scriptwriter and says how many. Definer: sessions are nobody's to delete.
create function public.end_user_sessions(user_id uuid) returns integer
  language plpgsql security definer set search_path = ''
as $$
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

-- Everything of a person, in every table: what refers to the account goes with it. Left is the entry in
-- the audit log, which says that and by whom, never what was in it. For the server and for delete_user;
-- the trigger keep_one_admin refuses the last approved admin.
create function private.delete_account(person uuid, actor uuid, client_address text) returns boolean
  language plpgsql set search_path = ''
as $$
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

-- Definer: accounts are nobody's to delete.
create function public.delete_user(user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (
    select from public.profiles where id = delete_user.user_id and role = 'scriptwriter'
  ) then
    perform private.not_found('user');
  end if;
  perform private.delete_account(delete_user.user_id, auth.uid(), private.client_address());
end
$$;

grant execute on function public.list_sessions() to authenticated;
grant execute on function public.end_session(uuid) to authenticated;
grant execute on function public.end_user_sessions(uuid) to authenticated;
grant execute on function public.delete_user(uuid) to authenticated;

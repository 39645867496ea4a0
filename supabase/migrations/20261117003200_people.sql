-- The administrators, the caller first. Definer: admins do not read the profiles of other admins.
create function public.list_administrators()
  returns table (id uuid, email text, approved boolean, created_at timestamptz, is_self boolean)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select profiles.id, profiles.email, profiles.approved, profiles.created_at, profiles.id = auth.uid()
    from public.profiles where role = 'admin'
    order by profiles.id = auth.uid() desc, profiles.created_at, profiles.id;
end
$$;

-- Makes an approved scriptwriter an admin, or an admin a scriptwriter; the trigger keep_one_admin refuses the
-- last one. Definer: the role of a person is nobody's to write.
create function public.change_role(user_id uuid, new_role text) returns void
  language plpgsql security definer set search_path = ''
as $$
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

-- Mails the ordinary link to choose a new password; the admin never sees it. At most one a minute and five
-- an hour for each person. Definer: links and mails are nobody's to write.
create function public.send_password_reset(user_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
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
    raise sqlstate 'PT429' using message = 'sent_a_moment_ago', hint = 'At most one a minute and five an hour.';
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

-- Approves those of them who are waiting, and says how many; each is audited and mailed by the triggers.
create function public.approve_users(user_ids uuid[]) returns integer
  language plpgsql set search_path = ''
as $$
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

grant execute on function public.list_administrators() to authenticated;
grant execute on function public.change_role(uuid, text) to authenticated;
grant execute on function public.send_password_reset(uuid) to authenticated;
grant execute on function public.approve_users(uuid[]) to authenticated;

alter table private.mail_outbox drop constraint mail_outbox_template_check;
alter table private.mail_outbox add constraint mail_outbox_template_check check (
  template in (
    'recovery', 'confirmation', 'account_approved', 'new_account_waiting', 'password_changed', 'new_device',
    'second_factor_added', 'second_factor_removed'
  )
);

-- Records that a second factor was added or removed, and tells the person. The mail is named after the
-- action. For the server and the function below; granted to nobody.
create function private.record_factor_change(action text, person uuid, actor uuid, client_address text)
  returns boolean
  language plpgsql set search_path = ''
as $$
begin
  perform private.record_event(
    record_factor_change.action, person, actor, record_factor_change.client_address
  );
  perform private.queue_mail(
    record_factor_change.action || ':' || person || ':' || extract(epoch from clock_timestamp()),
    profiles.email,
    record_factor_change.action,
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
  language plpgsql security definer set search_path = ''
as $$
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

-- A mail that was being sent when its account was deleted could not be deleted with it.
create function private.remove_orphaned_mails() returns void
  language sql set search_path = ''
as $$
  delete from private.mail_outbox
    where (sent_at is not null or given_up_at is not null)
      and not exists (select from auth.users where lower(email) = lower(recipient))
$$;

-- Without a mail server each mail is also a file, which goes with its row.
create function private.announce_deleted_mail() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify('script_writer_mail_deleted', '');
  return null;
end
$$;

create trigger announce_deleted_mail after delete on private.mail_outbox
  for each statement execute function private.announce_deleted_mail();

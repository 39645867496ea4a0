-- Mails on their way, written in the transaction of what they tell of, so that neither is there without the
-- other. Nobody is granted anything; the server sends them.

create table private.mail_outbox (
  id uuid primary key default private.new_id(),
  -- One mail per event, however often somebody asks for it.
  event text not null unique,
  recipient text not null,
  template text not null check (
    template in (
      'recovery', 'confirmation', 'account_approved', 'new_account_waiting', 'password_changed', 'new_device',
      'second_factor_added', 'second_factor_removed', 'invitation'
    )
  ),
  -- What the template needs, perhaps a token: emptied once the mail is sent or given up.
  data jsonb not null default '{}',
  created_at timestamptz not null default clock_timestamp(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text
);

create index mail_outbox_due on private.mail_outbox (next_attempt_at)
  where sent_at is null and given_up_at is null;

-- Wakes the server, which sends the mail.
create function private.announce_mail() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('script_writer_mail', '');
  return null;
end
$$;

create trigger announce_mail after insert on private.mail_outbox
  for each row execute function private.announce_mail();

-- Without a mail server each mail is also a file, which goes with its row.
create function private.announce_deleted_mail() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_notify('script_writer_mail_deleted', '');
  return null;
end
$$;

create trigger announce_deleted_mail after delete on private.mail_outbox
  for each statement execute function private.announce_deleted_mail();

-- For the server and the triggers below; granted to nobody.
create function private.queue_mail(event text, recipient text, template text, data jsonb) returns void
  language sql set search_path = '' as $$
  insert into private.mail_outbox (event, recipient, template, data)
    values (queue_mail.event, queue_mail.recipient, queue_mail.template, queue_mail.data)
    on conflict (event) do nothing
$$;

-- Tells a person who was approved. Definer: the admin who approves may not write mails.
create function private.mail_approval() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.queue_mail(
    'approved:' || new.id || ':' || extract(epoch from new.updated_at),
    new.email, 'account_approved',
    '{}'
  );
  return null;
end
$$;

create trigger mail_approval after update on public.profiles
  for each row when (new.approved and not old.approved and new.email is not null)
  execute function private.mail_approval();

-- At most one an hour for each admin, so that many sign-ups do not become many mails.
-- Definer: whoever makes accounts may neither see the admins nor write mails.
create function private.mail_new_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  this_hour text := to_char(clock_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24');
  admin record;
begin
  -- In one order, so that two sign-ups at once cannot wait for each other.
  for admin in
    select id, email from public.profiles
    where role = 'admin' and approved and email is not null
    order by id
  loop
    perform private.queue_mail(
      'waiting:' || admin.id || ':' || this_hour, admin.email, 'new_account_waiting', '{}'
    );
  end loop;
  return null;
end
$$;

create trigger mail_new_account after insert on public.profiles
  for each row when (not new.approved)
  execute function private.mail_new_account();

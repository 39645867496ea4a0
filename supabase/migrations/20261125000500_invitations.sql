-- Who may sign up as approved, once, with a link that came by mail. Only the hash of a link is stored.

create table public.invitations (
  id uuid primary key default private.new_id(),
  email text not null constraint invitations_address_is_bounded check (char_length(email) between 3 and 254),
  invited_by uuid references public.profiles (id) on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz not null default clock_timestamp(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- Deferred: the account is made with the knowledge of its invitation.
  accepted_by uuid references public.profiles (id) on delete cascade deferrable initially deferred,
  revoked_at timestamptz,
  revoked_by uuid references public.profiles (id) on delete set null,
  constraint invitations_end_once check (accepted_at is null or revoked_at is null)
);

-- Two admins who invite one person at once make one invitation.
create unique index invitations_open on public.invitations (lower(email))
  where accepted_at is null and revoked_at is null;
create index invitations_newest_first on public.invitations (created_at desc, id);
create index invitations_invited_by on public.invitations (invited_by);
create index invitations_accepted_by on public.invitations (accepted_by);
create index invitations_revoked_by on public.invitations (revoked_by);
create index invitations_by_address on public.invitations (lower(email));

alter table public.invitations enable row level security;
grant select on public.invitations to authenticated;
create policy "admins read the invitations" on public.invitations
  for select to authenticated using ((select private.is_admin()));

-- Only the hash of a link; it stays, so that a used link can be told from an unknown one.
create table private.invitation_tokens (
  invitation_id uuid primary key references public.invitations (id) on delete cascade,
  token_hash bytea not null unique
);

-- What became of an invitation: pending, accepted, revoked or expired.
create function private.invitation_state(invitation public.invitations) returns text
  language sql stable set search_path = '' as $$
  select case
    when invitation.accepted_at is not null then 'accepted'
    when invitation.revoked_at is not null then 'revoked'
    when invitation.expires_at <= clock_timestamp() then 'expired'
    else 'pending'
  end
$$;

-- An entry about an address that has no account. For the functions of invitations; granted to nobody.
create function private.record_invitation(action text, address text) returns void
  language sql set search_path = '' as $$
  insert into public.audit_log (actor_id, actor_email, action, user_email, client_address)
    values (
      auth.uid(),
      (select email from public.profiles where id = auth.uid()),
      record_invitation.action, address,
      private.client_address()
    )
$$;

-- At most 200 an hour from one admin. The callers take the lock first, so that the count is exact.
create function private.limit_invitations(more integer) returns void
  language plpgsql set search_path = '' as $$
begin
  if more + (
    select count(*) from public.audit_log
    where at > clock_timestamp() - interval '1 hour' and actor_id = auth.uid()
      and action in ('invited', 'invitation_resent')
  ) > 200 then
    raise sqlstate 'PT429' using message = 'too_many_invitations', hint = 'At most 200 an hour.';
  end if;
end
$$;

-- Makes the link, which voids the one before, and mails it. Answers the secret in it: 244 random bits.
create function private.send_invitation(invitation public.invitations) returns text
  language plpgsql set search_path = '' as $$
declare
  token text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  digest bytea := sha256(convert_to(token, 'UTF8'));
begin
  insert into private.invitation_tokens as known (invitation_id, token_hash) values (invitation.id, digest)
    on conflict (invitation_id) do update set token_hash = excluded.token_hash;
  perform private.drop_invitation_mail(invitation.id);
  perform private.queue_mail(
    'invitation:' || invitation.id || ':' || encode(digest, 'hex'),
    invitation.email, 'invitation',
    jsonb_build_object(
      'token', token, 'expires', invitation.expires_at,
      'inviter', (select email from public.profiles where id = auth.uid())
    )
  );
  return token;
end
$$;

-- A mail that waits to be sent has the link in it; one that is being sent at this moment is not waited for.
create function private.drop_invitation_mail(invitation_id uuid) returns void
  language sql set search_path = '' as $$
  delete from private.mail_outbox where id in (
    select id from private.mail_outbox
    where sent_at is null and given_up_at is null
      and starts_with(event, 'invitation:' || drop_invitation_mail.invitation_id)
    for update skip locked
  )
$$;

-- What became of each address: invited, already_invited, has_account or invalid. The token of an invited
-- one is answered this once. Definer: nobody may write invitations, or ask whether an account exists.
create function public.invite(emails text[])
  returns table (email text, outcome text, token text, expires_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  invitation public.invitations;
begin
  perform private.require_admin();
  if coalesce(cardinality(emails), 0) = 0 then
    raise sqlstate 'PT400' using message = 'no_addresses';
  elsif cardinality(emails) > 50 then
    raise sqlstate 'PT400' using message = 'too_many_addresses', hint = 'At most 50 at once.';
  end if;
  perform pg_advisory_xact_lock(20261117, 3);
  perform private.limit_invitations(cardinality(emails));
  for email in
    select lower(btrim(given, E' \t\r\n')) as address
    from unnest(emails) with ordinality as listed (given, place)
    group by address order by min(place)
  loop
    token := null;
    expires_at := null;
    invitation := null;
    if email is null or char_length(email) > 254
      or email !~ '^[^\s@"<>\\[:cntrl:]]+@[^\s@"<>\\[:cntrl:]]+\.[^\s@"<>\\[:cntrl:]]+$'
      -- Invisible characters disguise an address.
      or email ~ '[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]'
    then
      outcome := 'invalid';
      email := left(email, 254);
    elsif exists (select from auth.users where lower(users.email) = invite.email) then
      outcome := 'has_account';
    else
      insert into public.invitations as known (email, invited_by, expires_at)
        values (email, auth.uid(), clock_timestamp() + interval '7 days')
        on conflict (lower(email)) where accepted_at is null and revoked_at is null
        -- One that has expired begins again.
        do update set
          invited_by = excluded.invited_by,
          created_at = excluded.created_at,
          sent_at = excluded.sent_at,
          expires_at = excluded.expires_at
        where known.expires_at <= clock_timestamp()
        returning * into invitation;
      if invitation.id is null then
        outcome := 'already_invited';
      else
        outcome := 'invited';
        expires_at := invitation.expires_at;
        token := private.send_invitation(invitation);
        perform private.record_invitation('invited', email);
      end if;
    end if;
    return next;
  end loop;
end
$$;
grant execute on function public.invite(text[]) to authenticated;

-- A new link for seven days; the one before is void. Definer: for the same reason.
create function public.resend_invitation(invitation_id uuid)
  returns table (email text, token text, expires_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  invitation public.invitations;
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(20261117, 3);
  select * into invitation from public.invitations where id = resend_invitation.invitation_id for update;
  if not found then
    perform private.not_found('invitation');
  elsif private.invitation_state(invitation) in ('accepted', 'revoked') then
    raise sqlstate 'PT409' using message = 'invitation_' || private.invitation_state(invitation);
  elsif exists (select from auth.users where lower(users.email) = lower(invitation.email)) then
    raise sqlstate 'PT409' using message = 'has_account';
  elsif invitation.sent_at > clock_timestamp() - interval '1 minute' then
    raise sqlstate 'PT429' using message = 'sent_a_moment_ago', hint = 'At most once a minute.';
  end if;
  perform private.limit_invitations(1);
  update public.invitations
    set sent_at = clock_timestamp(), expires_at = clock_timestamp() + interval '7 days'
    where id = invitation.id
    returning * into invitation;
  perform private.record_invitation('invitation_resent', invitation.email);
  return query select invitation.email, private.send_invitation(invitation), invitation.expires_at;
end
$$;
grant execute on function public.resend_invitation(uuid) to authenticated;

-- Makes an invitation void, for an admin. Definer: nobody writes invitations directly.
create function public.revoke_invitation(invitation_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  invitation public.invitations;
begin
  perform private.require_admin();
  select * into invitation from public.invitations where id = revoke_invitation.invitation_id for update;
  if not found then
    perform private.not_found('invitation');
  elsif invitation.accepted_at is not null then
    raise sqlstate 'PT409' using message = 'invitation_accepted';
  elsif invitation.revoked_at is not null then
    return;
  end if;
  update public.invitations set revoked_at = clock_timestamp(), revoked_by = auth.uid()
    where id = invitation.id;
  perform private.drop_invitation_mail(invitation.id);
  perform private.record_invitation('invitation_revoked', invitation.email);
end
$$;
grant execute on function public.revoke_invitation(uuid) to authenticated;

-- Newest first, with the state of each and how many there are. Definer: admins do not read the profiles of
-- other admins.
create function public.list_invitations(max_results integer default 50, skip integer default 0)
  returns table (
    id uuid, email text, state text, invited_by_email text, created_at timestamptz, sent_at timestamptz,
    expires_at timestamptz, accepted_at timestamptz, revoked_at timestamptz, revoked_by_email text,
    total_count bigint
  )
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  return query
    select
      invitations.id, invitations.email,
      private.invitation_state(invitations),
      inviter.email, invitations.created_at, invitations.sent_at, invitations.expires_at,
      invitations.accepted_at, invitations.revoked_at, revoker.email,
      count(*) over ()
    from public.invitations
    left join public.profiles as inviter on inviter.id = invitations.invited_by
    left join public.profiles as revoker on revoker.id = invitations.revoked_by
    order by invitations.created_at desc, invitations.id
    limit least(greatest(list_invitations.max_results, 0), 200)
    offset greatest(list_invitations.skip, 0);
end
$$;
grant execute on function public.list_invitations(integer, integer) to authenticated;

-- What a link is good for: the state, and the address while it is pending. For the server.
create function private.read_invitation(token bytea, out state text, out email text)
  language sql stable set search_path = '' as $$
  select private.invitation_state(invitations),
    case when private.invitation_state(invitations) = 'pending' then invitations.email end
  from private.invitation_tokens join public.invitations on invitations.id = invitation_id
  where token_hash = token
$$;

-- Makes the account of an invitation: approved, and confirmed, since the link came by mail. An account whose
-- address nobody has confirmed is taken over. The outcome is accepted, or the state that forbids it. For the
-- server.
create function private.accept_invitation(
  token bytea, address text, password_hash text, data jsonb, client_address text,
  out outcome text, out owner uuid
)
  language plpgsql set search_path = '' as $$
declare
  invitation public.invitations;
  made uuid := gen_random_uuid();
begin
  -- Whoever comes second waits here, and then sees that it is used.
  select invitations.* into invitation
    from private.invitation_tokens join public.invitations on invitations.id = invitation_id
    where token_hash = token
    for update of invitations;
  if not found or lower(invitation.email) <> lower(address) then
    outcome := 'unknown';
    return;
  end if;
  outcome := private.invitation_state(invitation);
  if outcome <> 'pending' then
    return;
  end if;
  update public.invitations set accepted_at = clock_timestamp(), accepted_by = made
    where id = invitation.id;
  insert into auth.users as known (id, email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    values (made, lower(address), password_hash, clock_timestamp(), data)
    on conflict (lower(email)) do update set
      encrypted_password = excluded.encrypted_password,
      email_confirmed_at = excluded.email_confirmed_at,
      raw_user_meta_data = excluded.raw_user_meta_data,
      updated_at = clock_timestamp()
    where known.email_confirmed_at is null
    returning id into owner;
  if owner is null then
    raise sqlstate 'PT409' using message = 'user_already_exists';
  elsif owner <> made then
    update public.invitations set accepted_by = owner where id = invitation.id;
    update public.profiles set approved = true where id = owner and not approved;
  end if;
  perform private.record_event('invitation_accepted', owner, owner, accept_invitation.client_address);
  outcome := 'accepted';
end
$$;

-- Nothing of a deleted account is left, whether it was invited or not.
create function private.forget_invitations() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from public.invitations where lower(email) = lower(old.email);
  return null;
end
$$;

create trigger forget_invitations after delete on public.profiles
  for each row execute function private.forget_invitations();

-- The address of somebody who never came is forgotten too.
create function private.remove_old_invitations() returns void language sql set search_path = '' as $$
  delete from public.invitations
    where accepted_at is null
      and least(revoked_at, expires_at) < clock_timestamp() - interval '90 days'
$$;

-- A mail that was being sent when its account was deleted could not be deleted with it. The mail of an
-- invitation belongs to no account yet: it stays as long as its link works.
create function private.remove_orphaned_mails() returns void language sql set search_path = '' as $$
  delete from private.mail_outbox
    where (sent_at is not null or given_up_at is not null)
      and not exists (select from auth.users where lower(email) = lower(recipient))
      and not exists (
        select from public.invitations
        where lower(email) = lower(recipient) and private.invitation_state(invitations) = 'pending'
      )
$$;

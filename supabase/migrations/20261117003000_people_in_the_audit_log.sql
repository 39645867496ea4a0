-- Adds to the values that a check allows, whichever they are by now.
create function private.allow_also(place regclass, column_name name, also text[]) returns void
  language plpgsql set search_path = ''
as $$
declare
  check_name text := (select relname from pg_catalog.pg_class where oid = place) || '_' || column_name || '_check';
  known text[] := (
    select array_agg(listed[1])
    from pg_catalog.pg_constraint,
      regexp_matches(pg_catalog.pg_get_constraintdef(oid), '''(\w+)''::text', 'g') as listed
    where conrelid = place and conname = check_name
  );
begin
  execute format('alter table %s drop constraint %I', place, check_name);
  execute format(
    'alter table %s add constraint %I check (%I in (%s))', place, check_name, column_name,
    (
      select string_agg(quote_literal(value), ', ' order by first)
      from (
        select value, min(n) as first
        from unnest(known || also) with ordinality as listed (value, n)
        group by value
      ) as each_once
    )
  );
end
$$;

select private.allow_also('public.audit_log', 'action', array[
  'invited', 'invitation_resent', 'invitation_revoked', 'invitation_accepted', 'reset_sent',
  'notice_created', 'notice_changed', 'notice_ended', 'notice_deleted'
]);
select private.allow_also('private.mail_outbox', 'template', array['invitation']);

drop function private.allow_also(regclass, name, text[]);

-- An entry about an address that has no account. For the functions of invitations; granted to nobody.
create function private.record_invitation(action text, address text) returns void
  language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_email, action, user_email, client_address)
    values (
      auth.uid(),
      (select email from public.profiles where id = auth.uid()),
      record_invitation.action,
      address,
      private.client_address()
    )
$$;

-- What was changed, from what and to what, where the action and the user do not say it. Settings have no user.
alter table public.audit_log
  add column if not exists detail text,
  alter column user_id drop not null;

-- Adds to the known actions, whichever they are by now.
do $$
declare
  known text[] := array(
    select name[1] from regexp_matches(
      (
        select pg_get_constraintdef(oid) from pg_constraint
        where conrelid = 'public.audit_log'::regclass and conname = 'audit_log_action_check'
      ),
      '''([a-z_]+)''',
      'g'
    ) as name
  ) || array['limit_changed', 'default_limit_changed', 'price_changed', 'currency_changed'];
begin
  alter table public.audit_log drop constraint audit_log_action_check;
  execute format(
    'alter table public.audit_log add constraint audit_log_action_check check (action in (%s))',
    (select string_agg(quote_literal(name), ', ' order by place) from unnest(known) with ordinality as listed (name, place))
  );
end
$$;

-- An entry about what the caller changed, of a user or, without one, of the whole server.
create function private.record_change(action text, person uuid, detail text) returns void
  language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_email, action, user_id, user_email, client_address, detail)
    values (
      auth.uid(),
      (select email from public.profiles where id = auth.uid()),
      record_change.action,
      person,
      (select email from public.profiles where id = person),
      private.client_address(),
      left(record_change.detail, 300)
    )
$$;

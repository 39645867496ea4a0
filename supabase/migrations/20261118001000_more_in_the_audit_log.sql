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
  ) || array['model_added', 'model_removed', 'users_exported'];
begin
  alter table public.audit_log drop constraint audit_log_action_check;
  execute format(
    'alter table public.audit_log add constraint audit_log_action_check check (action in (%s))',
    (select string_agg(quote_literal(name), ', ' order by place) from unnest(known) with ordinality as listed (name, place))
  );
end
$$;

create or replace function private.add_model(connection_id uuid, model text) returns void
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_variable
declare
  connection_name text;
begin
  perform private.require_admin();
  select name into connection_name from private.ai_connections as connections
    where connections.id = connection_id for share;
  if not found then
    perform private.not_found('connection');
  end if;
  if (select count(*) from private.ai_models as models where models.connection_id = add_model.connection_id) >= 1000 then
    raise sqlstate 'PT409' using message = 'too_many_models';
  end if;
  insert into private.ai_models as models (connection_id, model, label, typed)
    values (connection_id, model, left(model, 80), true)
    on conflict on constraint a_connection_has_a_model_once do update set typed = true
    where not models.typed;
  if found then
    perform private.record_admin_event('model_added', connection_name || ', ' || model);
  end if;
end
$$;

create or replace function private.remove_model(model_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  removed private.ai_models;
begin
  perform private.require_admin();
  removed := private.own_model(model_id);
  delete from private.ai_models where id = removed.id;
  perform private.record_admin_event(
    'model_removed',
    (select name from private.ai_connections where id = removed.connection_id) || ', ' || removed.model
  );
  if removed.offered then
    perform private.record_admin_event('offered_models_changed', '− ' || removed.model);
  end if;
  if removed.is_default then
    perform private.record_admin_event('default_model_changed', private.name_of_default());
  end if;
end
$$;

-- Everybody who matches, for a file. Definer: that addresses were taken out is recorded, with how many there
-- were and what was asked for.
create function public.export_users(search text default '', status text default 'all') returns table (
  id uuid,
  email text,
  role text,
  approved boolean,
  learning_loop_access boolean,
  created_at timestamptz,
  monthly_generations integer
)
  language plpgsql security definer set search_path = ''
as $$
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
      profiles.id,
      profiles.email,
      profiles.role,
      profiles.approved,
      profiles.learning_loop_access,
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

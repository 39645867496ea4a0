-- Connections to providers and their models, entered by admins; writers choose among those that are offered.
-- Everything here is in the private schema, so the data API offers none of it; keys are encrypted by the
-- server.

create table private.ai_connections (
  id uuid primary key default private.new_id(),
  name text not null constraint name_is_one_line_of_1_to_80_characters check (private.is_title(name, 80)),
  kind text not null
    constraint kind_is_known check (kind in ('openai', 'anthropic', 'google', 'openai-compatible')),
  -- Null for the provider's own address.
  base_url text constraint base_url_is_at_most_500_characters check (char_length(base_url) <= 500),
  -- Bound to the id, the kind and the address. Null without a key.
  sealed_key bytea constraint sealed_key_is_at_most_2_kb check (octet_length(sealed_key) <= 2048),
  -- Counts the changes, so that an admin does not overwrite another's unseen.
  revision integer not null default 1,
  created_at timestamptz not null default clock_timestamp(),
  constraint a_compatible_server_has_an_address check (kind <> 'openai-compatible' or base_url is not null)
);

create table private.ai_models (
  id uuid primary key default private.new_id(),
  connection_id uuid not null references private.ai_connections on delete cascade,
  -- What the provider calls it, and what writers read.
  model text not null constraint model_is_one_line_of_1_to_200_characters check (private.is_title(model,
    200)),
  label text not null constraint label_is_one_line_of_1_to_80_characters check (private.is_title(label, 80)),
  -- Entered by hand: stays when the provider does not list it.
  typed boolean not null default false,
  offered boolean not null default false,
  is_default boolean not null default false,
  constraint a_connection_has_a_model_once unique (connection_id, model)
);

create unique index one_model_is_the_default on private.ai_models (is_default) where is_default;

-- Which model a writer chose last.
create table private.model_choices (
  user_id uuid primary key references public.profiles on delete cascade,
  -- The nil id for the model of the environment.
  model_id uuid not null
);

-- What the environment of the server sets, for the functions below. `fixed`: it is the default whatever
-- admins choose. Otherwise it is used as long as they have chosen none.
create function private.set_environment_model(name text, label text, fixed boolean) returns void
  language sql set search_path = '' as $$
  insert into private.settings (name, value)
    values
      ('environment_model', set_environment_model.name),
      ('environment_model_label', set_environment_model.label),
      ('environment_model_is_fixed', fixed::text)
    on conflict (name) do update set value = excluded.value
$$;

-- The model for a request without a choice: the nil id for the one of the environment.
create function private.default_model() returns uuid language sql stable set search_path = '' as $$
  select coalesce(
    (
      select id from private.ai_models
      where is_default and not exists (
        select from private.settings where name = 'environment_model_is_fixed' and value = 'true'
      )
    ),
    '00000000-0000-0000-0000-000000000000'
  )
$$;

-- The default in the form of generation_model, for what the server does on its own; no row for the
-- environment's.
create function private.default_model_settings() returns table (
  connection_id uuid, provider text, base_url text, sealed_key bytea, model text
)
  language sql stable set search_path = '' as $$
  select connections.id, connections.kind, connections.base_url, connections.sealed_key, models.model
  from private.ai_models as models
  join private.ai_connections as connections on connections.id = models.connection_id
  where models.id = private.default_model()
$$;

-- Whether writers may choose a model.
create function private.is_offered(model_id uuid) returns boolean
  language sql stable set search_path = '' as $$
  select model_id = private.default_model()
    or exists (select from private.ai_models where id = model_id and offered)
$$;

-- The model that answers a request: the one asked for, else the writer's last choice, else the default.
create function private.model_for(person uuid, wanted uuid) returns uuid
  language plpgsql stable set search_path = '' as $$
declare
  chosen uuid;
begin
  if wanted is not null then
    if not private.is_offered(wanted) then
      raise sqlstate 'PT400' using message = 'model_not_offered';
    end if;
    return wanted;
  end if;
  select model_id into chosen from private.model_choices where user_id = person;
  return case when private.is_offered(chosen) then chosen else private.default_model() end;
end
$$;

-- What a writer may choose from: names only. One row if there is nothing to choose.
create function public.my_models()
  returns table (id uuid, label text, is_default boolean, is_chosen boolean, is_demo boolean)
  language sql stable security definer set search_path = '' as $$
  with offered as (
    select models.id, models.label, false as is_demo from private.ai_models as models
      where models.offered or models.id = private.default_model()
    union all
    select
      '00000000-0000-0000-0000-000000000000',
      (select value from private.settings where name = 'environment_model_label'),
      exists (select from private.settings where name = 'environment_model' and value = 'demo')
      where private.default_model() = '00000000-0000-0000-0000-000000000000'
  ), chosen as (
    select private.model_for((select auth.uid()), null) as id
  )
  select offered.id, offered.label, offered.id = private.default_model(), offered.id = chosen.id,
    offered.is_demo
  from offered, chosen
  where (select private.is_approved())
  order by 3 desc, 2, 1
$$;
grant execute on function public.my_models() to authenticated;

-- Remembers the model that the caller chose. Definer: nobody writes choices directly.
create function public.choose_model(model_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_approved();
  if model_id is null or not private.is_offered(model_id) then
    raise sqlstate 'PT400' using message = 'model_not_offered';
  end if;
  insert into private.model_choices as choices (user_id, model_id) values (auth.uid(), choose_model.model_id)
    on conflict (user_id) do update set model_id = excluded.model_id;
end
$$;
grant execute on function public.choose_model(uuid) to authenticated;

-- Everything that the page of models shows, for admins. Keys are as encrypted; the server does not pass them
-- on.
create function private.admin_models() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return jsonb_build_object(
    'defaultModel', private.default_model(),
    'environmentModel', (select value from private.settings where name = 'environment_model'),
    'environmentLabel', (select value from private.settings where name = 'environment_model_label'),
    'isFixed', coalesce(
      (select value::boolean from private.settings where name = 'environment_model_is_fixed'), false
    ),
    'connections', (
      select coalesce(jsonb_agg(jsonb_build_object(
          'id', connections.id, 'name', connections.name, 'kind', connections.kind,
          'baseUrl', connections.base_url,
          'sealedKey', encode(connections.sealed_key, 'hex'),
          'revision', connections.revision,
          'models', (
            select coalesce(jsonb_agg(jsonb_build_object(
                'id', models.id, 'model', models.model, 'label', models.label, 'typed', models.typed,
                'offered', models.offered
              ) order by models.model), '[]')
            from private.ai_models as models where models.connection_id = connections.id
          )
        ) order by connections.created_at, connections.id), '[]')
      from private.ai_connections as connections
    )
  );
end
$$;
grant execute on function private.admin_models() to authenticated;

-- A connection as an admin enters it, who saw that revision; without one it is new.
create type private.connection_given as (
  id uuid, seen integer, name text, kind text, base_url text, new_key bytea, removes_key boolean
);

-- A key is bound to the kind and the address: with another one it has to be entered again. The revision
-- is the one the admin saw; without it the connection is new.
create function private.save_connection(given private.connection_given) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  before private.ai_connections;
begin
  perform private.require_admin();
  -- One after the other: the number is limited.
  perform pg_advisory_xact_lock(hashtext('private.ai_connections'));
  select * into before from private.ai_connections as connections
    where connections.id = given.id for update;
  if given.seen is null then
    if (select count(*) from private.ai_connections) >= 50 then
      raise sqlstate 'PT409' using message = 'too_many_connections';
    end if;
    insert into private.ai_connections (id, name, kind, base_url, sealed_key)
      values (given.id, given.name, given.kind, given.base_url, given.new_key);
    perform private.record_admin_event('connection_added', given.name);
    return;
  end if;
  if before.id is null then
    perform private.not_found('connection');
  end if;
  if before.revision <> given.seen then
    raise sqlstate 'PT409' using message = 'connection_changed';
  end if;
  if before.sealed_key is not null and given.new_key is null and not given.removes_key
    and (before.kind, before.base_url) is distinct from (given.kind, given.base_url) then
    raise sqlstate 'PT400' using message = 'key_needed_again';
  end if;
  update private.ai_connections as connections set
      name = given.name,
      kind = given.kind,
      base_url = given.base_url,
      sealed_key = case
        when given.removes_key then null else coalesce(given.new_key, connections.sealed_key)
      end,
      revision = connections.revision + 1
    where connections.id = given.id;
  perform private.record_admin_event('connection_changed', given.name);
end
$$;
grant execute on function private.save_connection(private.connection_given) to authenticated;

-- With its models. Jobs that were accepted keep what they need.
create function private.delete_connection(connection_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  deleted text;
  had_default boolean;
begin
  perform private.require_admin();
  select bool_or(is_default) into had_default from private.ai_models as models
    where models.connection_id = delete_connection.connection_id;
  delete from private.ai_connections where id = delete_connection.connection_id returning name into deleted;
  if not found then
    perform private.not_found('connection');
  end if;
  perform private.record_admin_event('connection_deleted', deleted);
  if had_default then
    perform private.record_admin_event('default_model_changed', private.name_of_default());
  end if;
end
$$;
grant execute on function private.delete_connection(uuid) to authenticated;

-- What the provider lists. Models that it no longer has go, unless somebody chose or typed them. A label is
-- the first 80 characters of a model's name, without a space at its end, which would be refused with the
-- whole list.
create function private.keep_listed_models(connection_id uuid, listed text[]) returns void
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_admin();
  perform from private.ai_connections where id = keep_listed_models.connection_id for share;
  if not found then
    perform private.not_found('connection');
  end if;
  delete from private.ai_models as models
    where models.connection_id = keep_listed_models.connection_id
      and not (models.typed or models.offered or models.is_default)
      and models.model <> all (listed);
  insert into private.ai_models (connection_id, model, label)
    select keep_listed_models.connection_id, name, private.trimmed(left(name, 80)) from unnest(listed) as name
    on conflict (connection_id, model) do nothing;
end
$$;
grant execute on function private.keep_listed_models(uuid, text[]) to authenticated;

-- A model, for the functions below, for admins only.
create function private.own_model(model_id uuid) returns private.ai_models
  language plpgsql set search_path = '' as $$
declare
  found_model private.ai_models;
begin
  select * into found_model from private.ai_models where id = own_model.model_id for update;
  if not found then
    perform private.not_found('model');
  end if;
  return found_model;
end
$$;

-- Adds a model that the provider does not list.
create function private.add_model(connection_id uuid, model text) returns void
  language plpgsql security definer set search_path = '' as $$
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
  if (select count(*) from private.ai_models as models
    where models.connection_id = add_model.connection_id) >= 1000 then
    raise sqlstate 'PT409' using message = 'too_many_models';
  end if;
  insert into private.ai_models as models (connection_id, model, label, typed)
    values (connection_id, model, private.trimmed(left(model, 80)), true)
    on conflict on constraint a_connection_has_a_model_once do update set typed = true
    where not models.typed;
  if found then
    perform private.record_admin_event('model_added', connection_name || ', ' || model);
  end if;
end
$$;
grant execute on function private.add_model(uuid, text) to authenticated;

-- Removes a model that was added by hand.
create function private.remove_model(model_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
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
grant execute on function private.remove_model(uuid) to authenticated;

-- What writers read as the name of a model.
create function private.rename_model(model_id uuid, label text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  renamed private.ai_models;
begin
  perform private.require_admin();
  renamed := private.own_model(model_id);
  if renamed.label = rename_model.label then
    return;
  end if;
  update private.ai_models as models set label = rename_model.label where id = renamed.id;
  perform private.record_admin_event('offered_models_changed', renamed.label || ' → ' || rename_model.label);
end
$$;
grant execute on function private.rename_model(uuid, text) to authenticated;

-- Lets writers choose a model, or not.
create function private.offer_model(model_id uuid, offered boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  changed private.ai_models;
begin
  perform private.require_admin();
  changed := private.own_model(model_id);
  if changed.offered = offer_model.offered then
    return;
  end if;
  update private.ai_models as models set offered = offer_model.offered where id = changed.id;
  perform private.record_admin_event(
    'offered_models_changed', case when offer_model.offered then '+ ' else '− ' end || changed.model
  );
end
$$;
grant execute on function private.offer_model(uuid, boolean) to authenticated;

-- What the audit log calls the default model.
create function private.name_of_default() returns text language sql stable set search_path = '' as $$
  select coalesce(
    (
      select connections.name || ', ' || models.model
      from private.ai_models as models join private.ai_connections as connections
        on connections.id = models.connection_id
      where models.id = private.default_model()
    ),
    (select value from private.settings where name = 'environment_model_label')
  )
$$;

-- Null for the one of the environment.
create function private.set_default_model(model_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  before uuid;
begin
  perform private.require_admin();
  -- Two admins at once: the second one's choice stands.
  perform pg_advisory_xact_lock(hashtext('private.ai_connections'));
  if exists (select from private.settings where name = 'environment_model_is_fixed' and value = 'true') then
    raise sqlstate 'PT409' using message = 'default_is_fixed';
  end if;
  if model_id is not null then
    perform private.own_model(model_id);
  end if;
  select id into before from private.ai_models where is_default;
  if before is not distinct from model_id then
    return;
  end if;
  update private.ai_models set is_default = false where is_default;
  update private.ai_models set is_default = true where id = set_default_model.model_id;
  perform private.record_admin_event('default_model_changed', private.name_of_default());
end
$$;
grant execute on function private.set_default_model(uuid) to authenticated;

-- Records that a connection was tested.
create function private.record_model_test(connection_id uuid, model text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  perform private.record_admin_event(
    'connection_tested',
    (select name from private.ai_connections where id = record_model_test.connection_id)
      || ', ' || record_model_test.model
  );
end
$$;
grant execute on function private.record_model_test(uuid, text) to authenticated;

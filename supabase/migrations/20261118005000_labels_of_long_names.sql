-- A label is the first 80 characters of a model's name. If a space was the last of them, the label was refused, and
-- with it the whole list of a provider.
create or replace function private.keep_listed_models(connection_id uuid, listed text[]) returns void
  language plpgsql security definer set search_path = ''
as $$
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
    values (connection_id, model, private.trimmed(left(model, 80)), true)
    on conflict on constraint a_connection_has_a_model_once do update set typed = true
    where not models.typed;
  if found then
    perform private.record_admin_event('model_added', connection_name || ', ' || model);
  end if;
end
$$;

-- Connections to providers and their models, entered by admins. In the private schema and without grants:
-- nothing of it is reachable through the data API. Keys are encrypted by the server.
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
  model text not null constraint model_is_one_line_of_1_to_200_characters check (private.is_title(model, 200)),
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
  language sql set search_path = ''
as $$
  insert into private.settings (name, value)
    values
      ('environment_model', set_environment_model.name),
      ('environment_model_label', set_environment_model.label),
      ('environment_model_is_fixed', fixed::text)
    on conflict (name) do update set value = excluded.value
$$;

-- The model for a request without a choice: the nil id for the one of the environment.
create function private.default_model() returns uuid
  language sql stable set search_path = ''
as $$
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

create function private.is_offered(model_id uuid) returns boolean
  language sql stable set search_path = ''
as $$
  select model_id = private.default_model()
    or exists (select from private.ai_models where id = model_id and offered)
$$;

-- The model that answers a request: the one asked for, else the writer's last choice, else the default.
create function private.model_for(person uuid, wanted uuid) returns uuid
  language plpgsql stable set search_path = ''
as $$
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

-- A job keeps everything it needs of its connection: switching or deleting it does not affect the job.
alter table private.generation_inputs
  add column connection_id uuid,
  add column provider text,
  add column base_url text,
  add column sealed_key bytea,
  add column provider_model text;
comment on column private.generation_inputs.provider is 'Null for the model of the environment.';

alter table public.generation_jobs add column model_label text;
comment on column public.generation_jobs.model is 'The kind of provider and the model, from the beginning.';
comment on column public.generation_jobs.model_label is 'What writers read as the name of the model.';

alter table public.chat_messages add column model text;
comment on column public.chat_messages.model is 'What wrote the answer, as writers read it.';

-- Not announced: nobody is connected while migrations run.
alter table public.chat_messages disable trigger user;
update public.chat_messages as messages set model = regexp_replace(
    jobs.model, '^(openai|anthropic|google|openai-compatible) (?=.)', ''
  )
  from public.generation_jobs as jobs
  where jobs.id = messages.job_id and jobs.model <> 'demo' and messages.type = 'ai' and messages.kind = 'text';
alter table public.chat_messages enable trigger user;

-- Records with a new job what will answer it.
create function private.keep_model(job_id uuid, model_id uuid) returns void
  language sql set search_path = ''
as $$
  with chosen as (
    select connections.id, connections.kind, connections.base_url, connections.sealed_key, models.model, models.label
    from private.ai_models as models
    join private.ai_connections as connections on connections.id = models.connection_id
    where models.id = keep_model.model_id
  ), kept as (
    update private.generation_inputs as inputs set
        connection_id = chosen.id,
        provider = chosen.kind,
        base_url = chosen.base_url,
        sealed_key = chosen.sealed_key,
        provider_model = chosen.model
      from chosen where inputs.job_id = keep_model.job_id
  )
  update public.generation_jobs as jobs set
      model = coalesce(
        (select kind || ' ' || model from chosen),
        (select value from private.settings where name = 'environment_model')
      ),
      model_label = coalesce(
        (select label from chosen),
        (select value from private.settings where name = 'environment_model_label')
      )
    where jobs.id = keep_model.job_id
$$;

-- For the worker.
create function private.generation_model(job_id uuid) returns table (
  connection_id uuid, provider text, base_url text, sealed_key bytea, model text
)
  language sql stable set search_path = ''
as $$
  select inputs.connection_id, inputs.provider, inputs.base_url, inputs.sealed_key, inputs.provider_model
  from private.generation_inputs as inputs where inputs.job_id = generation_model.job_id
$$;

-- The default in the same form, for what the server does on its own; no row for the environment's.
create function private.default_model_settings() returns table (
  connection_id uuid, provider text, base_url text, sealed_key bytea, model text
)
  language sql stable set search_path = ''
as $$
  select connections.id, connections.kind, connections.base_url, connections.sealed_key, models.model
  from private.ai_models as models
  join private.ai_connections as connections on connections.id = models.connection_id
  where models.id = private.default_model()
$$;

drop function private.request_generation(text, text, uuid, text, uuid, integer, integer, text, integer);

create function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text,
  continues uuid,
  target_start integer,
  target_end integer,
  mode text,
  alternatives integer,
  -- Null for the writer's last choice, or else the default.
  model_id uuid default null
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  most integer := (select value::integer from private.settings where name = 'monthly_generation_limit');
  accepted uuid;
  work uuid;
  beginning text;
  violated text;
  chosen uuid;
begin
  perform private.require_approved();
  perform private.lock_person(asker);
  -- One after the other for each person: the same key twice waits here and then finds the first.
  insert into public.api_usage (user_id) values (asker) on conflict do nothing;
  perform from public.api_usage
    where user_id = asker and month = private.this_month() for update;
  select id into accepted from public.generation_jobs
    where user_id = asker and idempotency_key = request_generation.idempotency_key;
  if found then
    return accepted;
  end if;
  chosen := private.model_for(asker, request_generation.model_id);
  update public.api_usage set monthly_generations = monthly_generations + 1
    where user_id = asker and month = private.this_month()
      and monthly_generations < coalesce(most, 100);
  if not found then
    raise sqlstate 'PT429' using message = 'monthly_limit';
  end if;
  -- Not deleted until the job exists. Somebody else's conversation and a missing one get the same answer.
  if request_generation.conversation_id is not null then
    select work_id into work from public.chat_conversations
      where id = request_generation.conversation_id and user_id = asker for share;
    if not found then
      perform private.not_found('conversation');
    end if;
  end if;
  if request_generation.continues is not null then
    select content into beginning from public.chat_messages
      where id = request_generation.continues and user_id = asker
        and conversation_id = request_generation.conversation_id and type = 'ai' and withheld = 'cut_off';
    if not found then
      perform private.not_found('message');
    elsif octet_length(beginning) > 819200 then
      -- The whole answer may have 1 MB, and a continuation 200 KB.
      raise sqlstate 'PT413' using message = 'answer_is_too_long';
    end if;
  end if;
  insert into public.generation_jobs (user_id, conversation_id, prompt, idempotency_key)
    values (
      asker,
      request_generation.conversation_id,
      request_generation.prompt,
      request_generation.idempotency_key
    )
    returning id into accepted;
  insert into private.generation_inputs (
      job_id, current_script, work_id, continued, target_start, target_end, mode, alternatives
    )
    values (
      accepted,
      request_generation.current_script,
      work,
      beginning,
      request_generation.target_start,
      request_generation.target_end,
      request_generation.mode,
      request_generation.alternatives
    );
  perform private.keep_model(accepted, chosen);
  perform pg_notify('script_writer_jobs', '');
  return accepted;
exception
  when unique_violation then
    get stacked diagnostics violated = constraint_name;
    if violated = 'a_request_is_accepted_once' then
      -- At the turn of a month two may ask at once with the same key.
      return (
        select id from public.generation_jobs
        where user_id = asker and idempotency_key = request_generation.idempotency_key
      );
    end if;
    raise sqlstate 'PT409' using message = 'already_generating';
end
$$;
grant execute on function private.request_generation(text, text, uuid, text, uuid, integer, integer, text, integer, uuid) to authenticated;

create or replace function private.add_answer(
  job public.generation_jobs,
  kind text,
  content text,
  withheld text default null::text,
  partly_applied boolean default false,
  changes jsonb default null::jsonb
) returns uuid
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  added uuid;
begin
  -- Any update makes the trigger set the time.
  update public.chat_conversations set updated_at = now() where id = job.conversation_id;
  if found then
    insert into public.chat_messages (
        conversation_id, user_id, type, kind, content, job_id, used_examples, withheld, partly_applied, changes, model
      )
      values (
        job.conversation_id,
        job.user_id,
        'ai',
        add_answer.kind,
        add_answer.content,
        job.id,
        case when add_answer.kind = 'text' then job.used_examples else '{}' end,
        add_answer.withheld,
        add_answer.partly_applied,
        add_answer.changes,
        case when add_answer.kind = 'text' then job.model_label end
      )
      returning id into added;
  end if;
  return added;
end
$$;

-- What an admin did that concerns no user. Nothing secret belongs into the detail.
alter table public.audit_log add column detail text
  constraint detail_is_at_most_300_characters check (char_length(detail) <= 300);
comment on column public.audit_log.detail is 'What the change was about, if not a user.';

alter table public.audit_log drop constraint audit_log_action_check;
alter table public.audit_log add constraint audit_log_action_check check (
  action in (
    'approved', 'restricted', 'learning_loop_granted', 'learning_loop_revoked', 'role_changed',
    'sessions_ended', 'account_deleted',
    'signed_up', 'signed_in', 'sign_in_failed', 'reset_requested', 'reset_link_used', 'password_changed',
    'second_factor_added', 'second_factor_removed', 'second_factor_used', 'second_factor_failed',
    'recovery_codes_made', 'recovery_code_used', 'data_downloaded',
    'connection_added', 'connection_changed', 'connection_deleted', 'connection_tested',
    'default_model_changed', 'offered_models_changed'
  )
);

-- For definer functions only; granted to nobody.
create function private.record_admin_event(action text, detail text) returns void
  language sql set search_path = ''
as $$
  insert into public.audit_log (actor_id, actor_email, action, user_id, user_email, client_address, detail)
    select id, email, record_admin_event.action, id, email, private.client_address(), left(record_admin_event.detail, 300)
    from public.profiles where id = auth.uid()
$$;

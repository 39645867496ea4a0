-- How many generations a month: null for the default, 0 for none at all.
alter table public.profiles add column monthly_limit integer
  constraint monthly_limit_is_0_to_1000000 check (monthly_limit >= 0 and monthly_limit <= 1000000);

-- The policy on updates of profiles: only admins, and only scriptwriters.
grant update (monthly_limit) on public.profiles to authenticated;

create function private.record_limit_change() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  perform private.record_change('limit_changed', new.id, format(
    '%s → %s', coalesce(old.monthly_limit::text, 'default'), coalesce(new.monthly_limit::text, 'default')
  ));
  return new;
end
$$;

create trigger record_limit_change after update of monthly_limit on public.profiles
  for each row when (old.monthly_limit is distinct from new.monthly_limit)
  execute function private.record_limit_change();

-- Null if the environment of the server that started last sets none.
create or replace function private.set_monthly_limit(most integer) returns void
  language plpgsql set search_path = ''
as $$
begin
  if most is null then
    delete from private.settings where name = 'monthly_generation_limit';
  else
    insert into private.settings (name, value) values ('monthly_generation_limit', most::text)
      on conflict (name) do update set value = excluded.value;
  end if;
end
$$;

-- What the environment sets counts, then what an admin set.
create function private.default_monthly_limit() returns integer
  language sql stable set search_path = ''
as $$
  select coalesce(
    (select value::integer from private.settings where name = 'monthly_generation_limit'),
    (select value::integer from private.settings where name = 'default_monthly_limit'),
    100
  )
$$;

create function private.monthly_limit_of(person uuid) returns integer
  language sql stable set search_path = ''
as $$
  select coalesce(
    (select monthly_limit from public.profiles where id = person),
    private.default_monthly_limit()
  )
$$;

create function public.monthly_limit_setting() returns table (most integer, is_from_environment boolean)
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform private.require_admin();
  return query select
    private.default_monthly_limit(),
    exists (select from private.settings where name = 'monthly_generation_limit');
end
$$;
grant execute on function public.monthly_limit_setting() to authenticated;

create function public.set_default_monthly_limit(most integer) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  before integer;
begin
  perform private.require_admin();
  if most is null or most not between 0 and 1000000 then
    raise sqlstate 'PT400' using message = 'limit_is_0_to_1000000';
  end if;
  -- Two admins one after the other, so that the log has what each of them changed.
  perform pg_advisory_xact_lock(20261117, 2);
  if exists (select from private.settings where name = 'monthly_generation_limit') then
    raise sqlstate 'PT409' using
      message = 'limit_is_set_by_environment',
      hint = 'Change MONTHLY_GENERATION_LIMIT and start the server again.';
  end if;
  before := private.default_monthly_limit();
  if before = most then
    return;
  end if;
  insert into private.settings (name, value) values ('default_monthly_limit', most::text)
    on conflict (name) do update set value = excluded.value;
  perform private.record_change('default_limit_changed', null, format('%s → %s', before, most));
end
$$;
grant execute on function public.set_default_monthly_limit(integer) to authenticated;

create or replace function public.generation_allowance() returns table (used integer, most integer)
  language sql stable security definer set search_path = ''
as $$
  select
    coalesce(
      (
        select monthly_generations from public.api_usage
        where user_id = (select auth.uid()) and month = private.this_month()
      ),
      0
    ),
    private.monthly_limit_of((select auth.uid()))
  where (select private.is_approved())
$$;

create or replace function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text,
  continues uuid,
  target_start integer,
  target_end integer,
  mode text,
  alternatives integer,
  model_id uuid default null::uuid
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
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
      and monthly_generations < private.monthly_limit_of(asker);
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

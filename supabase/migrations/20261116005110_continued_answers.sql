-- An answer that was cut off can be continued: the request names it, and the result is the whole of it.
-- A copy, because the message may be deleted before the worker begins.
alter table private.generation_inputs add column continued text;

drop function private.request_generation(text, text, uuid, text);

-- Takes one from the month's count, writes the job and tells the workers: all or nothing.
-- Definer: nobody may write the count or jobs directly.
create function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text,
  -- The message of an answer in the conversation that was cut off; null for a new answer.
  continues uuid
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
  insert into private.generation_inputs (job_id, current_script, work_id, continued)
    values (accepted, request_generation.current_script, work, beginning);
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

grant execute on function private.request_generation(text, text, uuid, text, uuid) to authenticated;

drop function private.claim_generation(interval);

-- The oldest job that nobody works on, under a new attempt; its text begins again.
create function private.claim_generation(lease interval)
  returns table (
    id uuid,
    user_id uuid,
    conversation_id uuid,
    prompt text,
    current_script text,
    continued text,
    attempt integer,
    milliseconds_left integer
  )
  language sql set search_path = ''
as $$
  with claimed as (
    update public.generation_jobs set
      status = 'processing',
      attempt = attempt + 1,
      tries = tries + 1,
      partial_text = '',
      started_at = coalesce(started_at, clock_timestamp()),
      leased_until = clock_timestamp() + lease
    where id = (
      select waiting.id from public.generation_jobs as waiting
      where waiting.status in ('pending', 'processing')
        and (waiting.leased_until is null or waiting.leased_until < clock_timestamp())
        and waiting.tries < 3
        and waiting.deadline_at > clock_timestamp()
      order by waiting.created_at
      limit 1
      for update skip locked
    )
    returning *
  ), announced as (
    -- Streaming clients hear that the text begins again.
    select private.announce_generation(claimed.id) from claimed
  )
  select claimed.id, claimed.user_id, claimed.conversation_id, claimed.prompt, inputs.current_script,
    inputs.continued,
    claimed.attempt,
    (extract(epoch from claimed.deadline_at - clock_timestamp()) * 1000)::integer
  from claimed join private.generation_inputs as inputs on inputs.job_id = claimed.id
  left join announced on true
$$;

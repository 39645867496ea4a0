-- Everything that touches several of them locks in one order: the person (whom a deleted account takes
-- along), the month's count, the conversation, the job. So nobody waits for somebody who waits for them.
create function private.lock_person(person uuid) returns void
  language sql set search_path = ''
as $$ select 1 from public.profiles where id = person for key share $$;

-- Takes one from the month's count, writes the job and tells the workers: all or nothing.
-- Definer: the count and the jobs are nobody's to write.
create function private.request_generation(
  prompt text,
  current_script text,
  conversation_id uuid,
  idempotency_key text
) returns uuid
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  asker uuid := auth.uid();
  most integer := (select value::integer from private.settings where name = 'monthly_generation_limit');
  accepted uuid;
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
  -- Kept from being deleted until the job is there. Somebody else's is as unknown as a missing one.
  if request_generation.conversation_id is not null then
    perform from public.chat_conversations
      where id = request_generation.conversation_id and user_id = asker for share;
    if not found then
      perform private.not_found('conversation');
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
  insert into private.generation_inputs (job_id, current_script)
    values (accepted, request_generation.current_script);
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

grant execute on function private.request_generation(text, text, uuid, text) to authenticated;

-- What an answer touches besides its job.
create function private.lock_around(job_id uuid) returns void
  language plpgsql set search_path = ''
as $$
declare
  job public.generation_jobs;
begin
  select * into job from public.generation_jobs where id = lock_around.job_id;
  perform private.lock_person(job.user_id);
  perform from public.chat_conversations where id = job.conversation_id for no key update;
end
$$;

-- The text so far stays in the conversation, with a note that it was stopped. An ended job stays as it
-- is. Definer: jobs and answers are nobody's to write.
create function private.cancel_generation(job_id uuid) returns text
  language plpgsql security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  stopped public.generation_jobs;
begin
  perform private.require_approved();
  if not exists (
    select from public.generation_jobs where id = cancel_generation.job_id and user_id = auth.uid()
  ) then
    perform private.not_found('job');
  end if;
  perform private.lock_around(cancel_generation.job_id);
  select * into stopped from public.generation_jobs where id = cancel_generation.job_id for update;
  if not found then
    perform private.not_found('job');
  end if;
  if stopped.status in ('completed', 'failed') then
    return stopped.status;
  end if;
  update public.generation_jobs set
      status = 'failed',
      error_code = 'stopped',
      error = 'Generation stopped by user.',
      finished_at = clock_timestamp(),
      leased_until = null
    where id = stopped.id;
  if private.trimmed(stopped.partial_text) <> '' then
    perform private.add_answer(stopped, stopped.partial_text, '{}');
  end if;
  perform private.add_answer(stopped, 'Generation stopped by user.', '{}');
  perform private.forget_input(stopped.id);
  return 'failed';
end
$$;

grant execute on function private.cancel_generation(uuid) to authenticated;

-- A job's answer in its conversation, if that still exists; the conversation is the latest then.
create function private.add_answer(job public.generation_jobs, content text, used_examples uuid[])
  returns uuid
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  added uuid;
begin
  -- Any change lets the database set the time.
  update public.chat_conversations set updated_at = now() where id = job.conversation_id;
  if found then
    insert into public.chat_messages (conversation_id, user_id, type, content, job_id, used_examples)
      values (job.conversation_id, job.user_id, 'ai', add_answer.content, job.id, add_answer.used_examples)
      returning id into added;
  end if;
  return added;
end
$$;

create function private.forget_input(job_id uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  delete from private.generation_inputs as inputs where inputs.job_id = forget_input.job_id;
  perform private.announce_generation(forget_input.job_id);
  perform pg_notify('script_writer_generation_ended', forget_input.job_id::text);
end
$$;

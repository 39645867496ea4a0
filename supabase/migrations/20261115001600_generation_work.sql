-- The workers' side; for the server's own role, granted to nobody.

-- The oldest job that nobody works on, under a new attempt; its text begins anew.
create function private.claim_generation(lease interval)
  returns table (
    id uuid,
    user_id uuid,
    conversation_id uuid,
    prompt text,
    current_script text,
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
    -- Whoever follows the text hears that it begins again.
    select private.announce_generation(claimed.id) from claimed
  )
  select claimed.id, claimed.user_id, claimed.conversation_id, claimed.prompt, inputs.current_script,
    claimed.attempt,
    (extract(epoch from claimed.deadline_at - clock_timestamp()) * 1000)::integer
  from claimed join private.generation_inputs as inputs on inputs.job_id = claimed.id
  left join announced on true
$$;

-- More text behind so many characters, or none to say that the worker lives; the same twice is once.
-- False: the attempt is not the current one any more. Not waited for until it is on the disk: after a
-- crash of the database the text begins anew anyway.
create function private.progress_generation(
  job_id uuid, current_attempt integer, already integer, more text, lease interval
) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  update public.generation_jobs set
      partial_text = case when more = '' then partial_text else left(partial_text, already) || more end,
      leased_until = clock_timestamp() + lease
    where id = job_id and attempt = current_attempt and status = 'processing'
      -- What was not on the disk when the database crashed is missing: then another attempt begins anew.
      and char_length(partial_text) >= already;
  if found and more <> '' then
    perform private.announce_generation(job_id);
  end if;
  return found;
end
$$;

-- Result, answer, conversation and state together, by the current attempt only.
create function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  used_examples uuid[],
  model text,
  input_tokens integer,
  output_tokens integer
) returns boolean
  language plpgsql set search_path = ''
as $$
declare
  completed public.generation_jobs;
begin
  perform private.lock_around(complete_generation.job_id);
  update public.generation_jobs as jobs set
      status = 'completed',
      result = text_of_result,
      partial_text = text_of_result,
      finished_at = clock_timestamp(),
      leased_until = null,
      model = complete_generation.model,
      input_tokens = complete_generation.input_tokens,
      output_tokens = complete_generation.output_tokens
    where jobs.id = complete_generation.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    returning * into completed;
  if not found then
    return false;
  end if;
  perform private.add_answer(completed, text_of_result, complete_generation.used_examples);
  perform private.forget_input(completed.id);
  return true;
end
$$;

-- Without a result the month gets its one back. The text so far stays readable in the job.
create function private.fail_generation(
  job_id uuid, current_attempt integer, code text, sentence text, already integer, more text, model text
) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  perform private.lock_person((select user_id from public.generation_jobs where id = fail_generation.job_id));
  perform from public.api_usage as usage
    join public.generation_jobs as jobs on usage.user_id = jobs.user_id and usage.month = jobs.month
    where jobs.id = fail_generation.job_id
    for update of usage;
  update public.generation_jobs as jobs set
      status = 'failed',
      error_code = code,
      error = sentence,
      partial_text = case when more = '' then jobs.partial_text else left(jobs.partial_text, already) || more end,
      finished_at = clock_timestamp(),
      leased_until = null,
      model = coalesce(fail_generation.model, jobs.model)
    where jobs.id = fail_generation.job_id
      and jobs.attempt = current_attempt
      and jobs.status in ('pending', 'processing');
  if not found then
    return false;
  end if;
  update public.api_usage as usage set monthly_generations = usage.monthly_generations - 1
    from public.generation_jobs as jobs
    where jobs.id = fail_generation.job_id and usage.user_id = jobs.user_id and usage.month = jobs.month;
  perform private.forget_input(fail_generation.job_id);
  return true;
end
$$;

-- Handed back in order: the next worker takes it at once, and this was no try.
create function private.release_generation(job_id uuid, current_attempt integer) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  update public.generation_jobs
    set leased_until = null, tries = tries - 1
    where id = job_id and attempt = current_attempt and status = 'processing';
  if found then
    perform pg_notify('script_writer_jobs', '');
  end if;
  return found;
end
$$;

-- Ends what nobody will end any more: out of time, or out of tries with its worker gone.
create function private.end_overdue_generations() returns integer
  language plpgsql set search_path = ''
as $$
declare
  overdue record;
  ended integer := 0;
begin
  for overdue in
    select id, attempt, deadline_at <= clock_timestamp() as late from public.generation_jobs
    where status in ('pending', 'processing')
      and (
        -- Its own worker has a moment to do it in order.
        deadline_at + interval '5 seconds' <= clock_timestamp()
        or (tries >= 3 and leased_until < clock_timestamp())
      )
    order by id
  loop
    if private.fail_generation(
      overdue.id,
      overdue.attempt,
      case when overdue.late then 'timeout' else 'interrupted' end,
      case
        when overdue.late then 'The answer took longer than 7 minutes. Please try again.'
        else 'The server was interrupted too often. Please try again.'
      end,
      0, '', null
    ) then
      ended := ended + 1;
    end if;
  end loop;
  return ended;
end
$$;

-- What a prompt is made of: the newest messages, and the examples of whoever may have some.
create function private.generation_context(job_id uuid)
  returns table (conversation json, examples json)
  language sql stable set search_path = ''
as $$
  select
    (
      select coalesce(json_agg(json_build_object('type', said.type, 'content', said.content) order by said.created_at, said.id), '[]')
      from (
        select messages.id, messages.type, messages.content, messages.created_at
        from public.chat_messages as messages
        where messages.conversation_id = jobs.conversation_id and messages.user_id = jobs.user_id
          and messages.content <> 'Generation stopped by user.'
        order by messages.created_at desc, messages.id desc
        limit 60
      ) as said
    ),
    (
      select coalesce(json_agg(json_build_object('id', kept.id, 'content', kept.content) order by kept.created_at desc, kept.id desc), '[]')
      from (
        select examples.id, examples.content, examples.created_at
        from public.golden_examples as examples
        join public.profiles on profiles.id = examples.user_id and profiles.learning_loop_access
        where examples.user_id = jobs.user_id
        order by examples.created_at desc, examples.id desc
        limit 20
      ) as kept
    )
  from public.generation_jobs as jobs where jobs.id = generation_context.job_id
$$;

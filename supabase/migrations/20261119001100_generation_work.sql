-- The workers' side of generations; for the server's own role, granted to nobody.

-- The next job that nobody works on, under a new attempt; its text begins again. Whoever has the fewest running
-- jobs is next, so that many jobs of one user do not keep others waiting.
create function private.claim_work(lease interval) returns table (
  id uuid,
  user_id uuid,
  conversation_id uuid,
  prompt text,
  current_script text,
  continued text,
  target_start integer,
  target_end integer,
  mode text,
  alternatives integer,
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
      deadline_at = least(
        deadline_at,
        case when started_at is null then clock_timestamp() + interval '7 minutes' end
      ),
      leased_until = clock_timestamp() + lease
    where id = (
      select waiting.id from public.generation_jobs as waiting
      where waiting.status in ('pending', 'processing')
        and not private.is_leased(waiting.leased_until)
        and waiting.tries < 3
        and waiting.deadline_at > clock_timestamp()
      order by (
          select count(*) from public.generation_jobs as running
          where running.user_id = waiting.user_id
            and running.status = 'processing'
            and private.is_leased(running.leased_until)
        ), waiting.created_at
      limit 1
      for update skip locked
    )
    returning *
  ), announced as (
    -- Streaming clients hear that the text begins again.
    select private.announce_generation(claimed.id) from claimed
  )
  select claimed.id, claimed.user_id, claimed.conversation_id, claimed.prompt, inputs.current_script,
    inputs.continued, inputs.target_start, inputs.target_end, inputs.mode, inputs.alternatives,
    claimed.attempt,
    least(
      (extract(epoch from claimed.deadline_at - clock_timestamp()) * 1000)::integer,
      -- The clock may have been set back.
      7 * 60 * 1000
    )
  from claimed join private.generation_inputs as inputs on inputs.job_id = claimed.id
  left join announced on true
$$;

-- What a prompt is built from: the latest messages without stop notes, and the user's examples if they
-- have access to the Learning Loop.
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
          and messages.kind = 'text'
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
        where examples.user_id = jobs.user_id and not examples.disabled
        order by examples.created_at desc, examples.id desc
        limit 20
      ) as kept
    )
  from public.generation_jobs as jobs where jobs.id = generation_context.job_id
$$;

-- False if the job has ended or belongs to another attempt.
create function private.record_examples(job_id uuid, current_attempt integer, examples uuid[]) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  update public.generation_jobs as jobs set used_examples = record_examples.examples
    where jobs.id = record_examples.job_id and jobs.attempt = current_attempt and jobs.status = 'processing';
  return found;
end
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

-- The tokens of every answer that a job asked for, also when it is stopped or given up while asking once more.
-- A provider may report anything: a sum never shrinks, and never grows beyond what a column can hold.
create function private.add_tokens(known integer, more integer) returns integer
  language sql immutable set search_path = ''
as $$
  select case
    when more is null then known
    else least(coalesce(known, 0)::bigint + greatest(more, 0), 2147483647)::integer
  end
$$;

-- The model is asked once more: the text begins again under a new attempt number, which streaming clients hear.
-- Null if the job has ended or belongs to another attempt.
create function private.restart_answer(
  job_id uuid,
  current_attempt integer,
  lease interval,
  input_tokens integer,
  output_tokens integer,
  cached_input_tokens integer
) returns integer
  language plpgsql set search_path = ''
as $$
declare
  next_attempt integer;
begin
  update public.generation_jobs as jobs set
      attempt = jobs.attempt + 1,
      partial_text = '',
      leased_until = clock_timestamp() + lease,
      input_tokens = private.add_tokens(jobs.input_tokens, restart_answer.input_tokens),
      output_tokens = private.add_tokens(jobs.output_tokens, restart_answer.output_tokens),
      cached_input_tokens = private.add_tokens(jobs.cached_input_tokens, restart_answer.cached_input_tokens)
    where jobs.id = restart_answer.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    returning jobs.attempt into next_attempt;
  if found then
    perform private.announce_generation(restart_answer.job_id);
  end if;
  return next_attempt;
end
$$;

-- The working text that a job's answer would change; no row without a conversation. The hash is null if the
-- text never began: opening one creates its row at revision 0.
create function private.text_for_answer(job_id uuid)
  returns table (text text, text_hash text, is_another boolean)
  language sql stable set search_path = ''
as $$
  select
    case when drafts.revision > 0 then private.text_of_pieces(texts.pieces) else '' end,
    case when drafts.revision > 0 then drafts.text_hash end,
    coalesce(inputs.work_id <> chats.work_id, false)
  from public.generation_jobs as jobs
  join public.chat_conversations as chats on chats.id = jobs.conversation_id
  left join private.generation_inputs as inputs on inputs.job_id = jobs.id
  left join public.script_drafts as drafts on drafts.user_id = jobs.user_id and drafts.work_id = chats.work_id
  left join private.draft_texts as texts on texts.draft_id = drafts.id
  where jobs.id = text_for_answer.job_id
$$;

-- Stores result, answer, working text and final state in one transaction, for the current attempt only. The
-- result may be a repaired version of the text as written; streaming clients get the written text to its
-- end and then the result.
-- Returns completed; taken if the job has ended or belongs to another attempt; text_changed, without changing
-- anything, if the working text is not the one that was judged.
create function private.complete_generation(
  job_id uuid,
  current_attempt integer,
  text_of_result text,
  written text,
  withheld text,
  new_text text,
  judged_hash text,
  first_text text,
  partly_applied boolean,
  other_texts text[],
  script text,
  changes jsonb,
  model text,
  input_tokens integer,
  output_tokens integer,
  cached_input_tokens integer
) returns text
  language plpgsql set search_path = ''
as $$
declare
  draft public.script_drafts := private.lock_around(complete_generation.job_id, begins => new_text is not null);
  job public.generation_jobs;
  reason text := complete_generation.withheld;
begin
  if new_text is not null and (
    draft.id is null
    or judged_hash is distinct from case when draft.revision > 0 then draft.text_hash end
  ) then
    return 'text_changed';
  end if;
  select * into job from public.generation_jobs as jobs
    where jobs.id = complete_generation.job_id and jobs.attempt = current_attempt and jobs.status = 'processing'
    for update;
  if not found then
    return 'taken';
  end if;
  if new_text is not null then
    begin
      if first_text is not null then
        perform private.replace_text(draft.id, first_text, 'import');
      end if;
      perform private.apply_answer_text(draft.work_id, job.id, new_text, coalesce(other_texts, '{}'));
    exception
      when sqlstate 'PT413' then reason := 'too_large';
    end;
  end if;
  update public.generation_jobs as jobs set
      status = 'completed',
      result = text_of_result,
      partial_text = coalesce(complete_generation.written, text_of_result),
      finished_at = clock_timestamp(),
      leased_until = null,
      withheld = reason,
      script = case when job.conversation_id is null then complete_generation.script end,
      model = complete_generation.model,
      input_tokens = private.add_tokens(jobs.input_tokens, complete_generation.input_tokens),
      output_tokens = private.add_tokens(jobs.output_tokens, complete_generation.output_tokens),
      cached_input_tokens = private.add_tokens(jobs.cached_input_tokens, complete_generation.cached_input_tokens)
    where jobs.id = job.id;
  perform private.add_answer(
    job,
    'text',
    text_of_result,
    reason,
    complete_generation.partly_applied and reason is null,
    complete_generation.changes
  );
  perform private.forget_input(job.id);
  return 'completed';
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

-- Fails jobs that no worker will finish: past their deadline, or out of attempts with the lease expired.
-- The server passes the sentences shown to the user.
create function private.end_overdue_generations(
  timeout_error text,
  interrupted_error text,
  busy_error text
) returns integer
  language plpgsql set search_path = ''
as $$
declare
  overdue record;
  ended integer := 0;
begin
  for overdue in
    select id, attempt,
      case
        when deadline_at > clock_timestamp() then 'interrupted'
        when started_at is null then 'provider_busy'
        else 'timeout'
      end as code
    from public.generation_jobs
    where status in ('pending', 'processing')
      and (
        -- The worker that holds the job gets a moment to fail it itself.
        deadline_at + interval '5 seconds' <= clock_timestamp()
        or (tries >= 3 and leased_until is not null and not private.is_leased(leased_until))
      )
    order by id
  loop
    if private.fail_generation(
      overdue.id,
      overdue.attempt,
      overdue.code,
      case overdue.code
        when 'interrupted' then interrupted_error
        when 'provider_busy' then busy_error
        else timeout_error
      end,
      0, '', null
    ) then
      ended := ended + 1;
    end if;
  end loop;
  return ended;
end
$$;

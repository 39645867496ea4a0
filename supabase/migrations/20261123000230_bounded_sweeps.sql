-- What workers look for is bounded, and one row that is locked or too much work keeps none of the others waiting
-- (docs/decisions/053-bounded-work.md).

create or replace function private.claim_reading(lease interval) returns table (
  id uuid,
  user_id uuid,
  work_id uuid,
  reader text,
  current_script text,
  parts jsonb,
  parts_read integer,
  context jsonb,
  attempt integer
)
  language sql set search_path = ''
as $$
  -- One claim after another, so that each counts the ones before it.
  select pg_advisory_xact_lock(hashtextextended('script_writer.claims', 0));
  with running as (
    select jobs.user_id, count(*) as jobs from public.generation_jobs as jobs
    where jobs.status = 'processing' and private.is_leased(jobs.leased_until)
    group by jobs.user_id
  ), claimed as (
    update public.generation_jobs set
      status = 'processing',
      attempt = attempt + 1,
      tries = tries + 1,
      started_at = coalesce(started_at, clock_timestamp()),
      deadline_at = clock_timestamp() + interval '7 minutes',
      leased_until = clock_timestamp() + lease
    where id = (
      select waiting.id from public.generation_jobs as waiting
      join private.generation_inputs as inputs on inputs.job_id = waiting.id and inputs.parts is not null
      left join running on running.user_id = waiting.user_id
      where waiting.status in ('pending', 'processing')
        and not private.is_leased(waiting.leased_until)
        and waiting.tries < 3
        and waiting.deadline_at > clock_timestamp()
        -- JOBS_AT_ONCE in contract/limits.ts.
        and coalesce(running.jobs, 0) < 3
      order by coalesce(running.jobs, 0), waiting.created_at
      limit 1
      for update of waiting skip locked
    )
    returning *
  )
  select claimed.id, claimed.user_id, inputs.work_id, readings.reader, inputs.current_script, inputs.parts,
    -- Without a row the text was deleted meanwhile, and the worker ends the job.
    readings.parts_read, claimed.context, claimed.attempt
  from claimed join private.generation_inputs as inputs on inputs.job_id = claimed.id
  left join public.readings on readings.id = claimed.id
$$;

-- As before, but running jobs are counted once, not for each that waits: with 5,000 of them that took a minute.
create or replace function private.claim_work(lease interval) returns table (
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
  -- One claim after another, so that each counts the ones before it.
  select pg_advisory_xact_lock(hashtextextended('script_writer.claims', 0));
  with running as (
    select jobs.user_id, count(*) as jobs from public.generation_jobs as jobs
    where jobs.status = 'processing' and private.is_leased(jobs.leased_until)
    group by jobs.user_id
  ), claimed as (
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
      left join running on running.user_id = waiting.user_id
      where waiting.status in ('pending', 'processing')
        and not private.is_leased(waiting.leased_until)
        and waiting.tries < 3
        and waiting.deadline_at > clock_timestamp()
        -- JOBS_AT_ONCE in contract/limits.ts.
        and coalesce(running.jobs, 0) < 3
        and not exists (
          select from private.generation_inputs as inputs
          where inputs.job_id = waiting.id and inputs.parts is not null
        )
      order by coalesce(running.jobs, 0), waiting.created_at
      limit 1
      for update of waiting skip locked
    )
    returning *
  ), announced as (
    -- Streaming clients hear that the text begins again.
    select private.announce_generation(claimed.id) from claimed
  )
  select claimed.id, claimed.user_id, claimed.conversation_id, claimed.prompt,
    coalesce(inputs.current_script, private.text_of_pieces(texts.pieces)),
    inputs.continued, inputs.target_start, inputs.target_end, inputs.mode, inputs.alternatives,
    claimed.attempt,
    least(
      (extract(epoch from claimed.deadline_at - clock_timestamp()) * 1000)::integer,
      -- The clock may have been set back.
      7 * 60 * 1000
    )
  from claimed join private.generation_inputs as inputs on inputs.job_id = claimed.id
  left join private.version_texts as texts on texts.version_id = inputs.version_id
  left join announced on true
$$;

-- As before, but some at a time, and not those that somebody else is about to end.
create or replace function private.end_overdue_generations(
  timeout_error text,
  interrupted_error text,
  busy_error text
) returns integer
  language plpgsql set search_path = '' set lock_timeout = '200ms'
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
    order by random()
    limit 30
  loop
    begin
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
    exception when lock_not_available then
      -- The next round finds it.
    end;
  end loop;
  return ended;
end
$$;

-- As before, but in any order, and a text that somebody is changing is left for later.
create or replace function private.cut_due_version() returns boolean
  language plpgsql set search_path = '' set lock_timeout = '200ms'
as $$
declare
  due public.script_drafts;
begin
  for due in
    select * from public.script_drafts as drafts
    where drafts.pending_origin is not null and private.is_due(drafts)
    order by random()
    limit 30
  loop
    begin
      due := private.lock_work(due.user_id, due.work_id);
      if private.is_due(due) then
        perform private.cut_pending(due.id);
      end if;
      return true;
    exception when lock_not_available then
      -- The next round finds it.
    end;
  end loop;
  return false;
end
$$;

-- Of one user, three generations run at a time (docs/decisions/053-bounded-work.md).

-- 'too_slow': the text with the answer could not be stored in the time that a statement has.
alter table public.chat_messages drop constraint withheld_is_a_known_reason;
alter table public.chat_messages add constraint withheld_is_a_known_reason check (withheld in (
  'cut_off', 'stopped', 'placeholder', 'refusal', 'conversation', 'missing_scenes', 'empty',
  'overlap', 'too_large', 'script_deleted', 'question', 'unknown_scene', 'unseen_scene', 'duplicate_scene',
  'lost_heading', 'outside_target', 'missing_text', 'bad_tag', 'compared', 'too_slow'
));

-- As before, but of a user with three running jobs, the next one waits.
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
  with claimed as (
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
      where waiting.status in ('pending', 'processing')
        and not private.is_leased(waiting.leased_until)
        and waiting.tries < 3
        and waiting.deadline_at > clock_timestamp()
        -- JOBS_AT_ONCE in contract/limits.ts.
        and 3 > (
          select count(*) from public.generation_jobs as running
          where running.user_id = waiting.user_id
            and running.status = 'processing'
            and private.is_leased(running.leased_until)
        )
      order by (
          select count(*) from public.generation_jobs as running
          where running.user_id = waiting.user_id
            and running.status = 'processing'
            and private.is_leased(running.leased_until)
        ), waiting.created_at
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

-- As before, but of a user with three running jobs, the next one waits.
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
        -- JOBS_AT_ONCE in contract/limits.ts.
        and 3 > (
          select count(*) from public.generation_jobs as running
          where running.user_id = waiting.user_id
            and running.status = 'processing'
            and private.is_leased(running.leased_until)
        )
        and not exists (
          select from private.generation_inputs as inputs
          where inputs.job_id = waiting.id and inputs.parts is not null
        )
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

-- A reading pays for the calls that were sent to the model, whatever they yielded and however it ends. Given back is only what was
-- never sent, and the call that the provider failed.

alter table public.generation_jobs
  add column calls_sent integer
    constraint no_more_calls_are_sent_than_counted check (calls_sent between 0 and calls);
comment on column public.generation_jobs.calls_sent is
  'Of a reading: how many of its calls were sent to the model, each once, however often a worker had to repeat it. Null for a prompt.';
comment on column public.generation_jobs.calls_used is 'Of a reading: how many of its calls yielded something.';
-- Those that are under way.
update public.generation_jobs as jobs set calls_sent = readings.parts_read
  from public.readings where readings.id = jobs.id and jobs.status in ('pending', 'processing');

create function private.count_from_the_start() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  update public.generation_jobs set calls_sent = 0 where id = new.id;
  return null;
end
$$;
create trigger count_from_the_start after insert on public.readings
  for each row execute function private.count_from_the_start();

-- Notes that a part's call is about to be sent. False if the job has ended or belongs to another attempt.
create function private.send_part(job_id uuid, current_attempt integer, part integer) returns boolean
  language plpgsql set search_path = ''
as $$
begin
  update public.generation_jobs as jobs set calls_sent = greatest(jobs.calls_sent, send_part.part + 1)
    where jobs.id = send_part.job_id and jobs.attempt = send_part.current_attempt and jobs.status = 'processing';
  return found;
end
$$;

-- A part that was read was sent, also by a process of the version before this one.
create function private.count_read_part() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  update public.generation_jobs set calls_sent = new.parts_read
    where id = new.id and calls_sent < new.parts_read;
  return null;
end
$$;
create trigger count_read_part after update of parts_read on public.readings
  for each row execute function private.count_read_part();

-- How many generations an ended job costs.
create function private.cost_of(job public.generation_jobs) returns integer
  language sql stable set search_path = ''
as $$
  select case
    when job.calls_sent is null then (job.status = 'completed' or job.error_code = 'stopped')::integer
    -- A refusal of the model, an empty answer and whatever we did with an answer were paid for.
    when job.error_code in (
      'key_unreadable', 'prompt_too_long', 'provider_busy', 'provider_error', 'provider_refused_key', 'provider_timeout',
      'provider_unreachable', 'timeout'
    ) then least(
      job.calls_sent,
      coalesce((select parts_read from public.readings where readings.id = job.id), job.calls_sent)
    )
    else job.calls_sent
  end
$$;

-- Gives back what an ended job does not cost, to the month it was taken from.
create or replace function private.refund_calls(job_id uuid) returns void
  language sql set search_path = ''
as $$
  update public.api_usage as usage set monthly_generations = usage.monthly_generations - (jobs.calls - private.cost_of(jobs))
    from public.generation_jobs as jobs
    where jobs.id = refund_calls.job_id and usage.user_id = jobs.user_id and usage.month = jobs.month
      and jobs.calls > private.cost_of(jobs)
$$;

-- As before: generations minus failures are what a job costs.
create or replace function private.record_usage() returns trigger
  language plpgsql set search_path = ''
as $$
declare
  cost integer := private.cost_of(new);
  has_failed integer := (
    new.status = 'failed' and new.error_code <> 'stopped'
    and (cost = 0 or cost < new.calls_sent)
  )::integer;
begin
  perform private.add_usage(
    (new.created_at at time zone 'utc')::date,
    new.user_id,
    new.model,
    cost + has_failed,
    has_failed,
    new.input_tokens,
    new.output_tokens,
    new.cached_input_tokens
  );
  return new;
end
$$;

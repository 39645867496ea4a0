-- The 7 minutes of a job begin when a worker first takes it. Until then it may wait for an hour.
alter table public.generation_jobs
  alter column deadline_at set default clock_timestamp() + interval '1 hour';

create index generation_jobs_open_of_a_user on public.generation_jobs (user_id)
  where status in ('pending', 'processing');

-- No lease is longer than a minute: one that is was made before the clock was set back.
create function private.is_leased(leased_until timestamptz) returns boolean
  language sql volatile set search_path = ''
as $$
  select coalesce(
    leased_until between clock_timestamp() and clock_timestamp() + interval '1 minute', false
  )
$$;

-- Whoever has the fewest running jobs is next, so that many jobs of one user do not keep others waiting.
create or replace function private.claim_generation(lease interval) returns table (
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

drop function private.end_overdue_generations(text, text);

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

-- Security definer: it counts the jobs of others, and tells nothing else about them.
create function private.place_in_queue(job_id uuid) returns integer
  language sql volatile security definer set search_path = ''
as $$
  with open_jobs as (
    select id, user_id, created_at, private.is_leased(leased_until) as is_running
    from public.generation_jobs where status in ('pending', 'processing')
  ), counts as (
    select user_id, count(*) as jobs from open_jobs where is_running group by user_id
  ), waiting as (
    select open_jobs.id, open_jobs.user_id, open_jobs.created_at,
      coalesce(counts.jobs, 0)
        + row_number() over (partition by open_jobs.user_id order by open_jobs.created_at) as turn
    from open_jobs left join counts on counts.user_id = open_jobs.user_id
    where not is_running
  )
  select nullif(count(*), 0)::integer
  from waiting as own
  join waiting as earlier
    on (earlier.turn, earlier.created_at, earlier.id) <= (own.turn, own.created_at, own.id)
  where own.id = place_in_queue.job_id and own.user_id = (select auth.uid())
$$;
grant execute on function private.place_in_queue(uuid) to authenticated;

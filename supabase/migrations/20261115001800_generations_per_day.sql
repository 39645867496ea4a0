-- With the owner in it, the count is read from the index alone and never from the jobs' texts.
create index generation_jobs_by_time on public.generation_jobs (created_at) include (user_id);

-- How many generations scriptwriters began on each of the last days, today the last of them, by the
-- database's clock in UTC. Definer: a number is all that an admin may know of other people's jobs.
create function public.generations_per_day(days integer default 30)
  returns table (day date, generations bigint)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  today date := (now() at time zone 'utc')::date;
  first_day date := today - (least(greatest(coalesce(days, 30), 1), 366) - 1);
begin
  perform private.require_admin();
  return query
    with counted as (
      select (jobs.created_at at time zone 'utc')::date as day, count(*) as generations
      from public.generation_jobs as jobs
      join public.profiles on profiles.id = jobs.user_id and profiles.role = 'scriptwriter'
      where jobs.created_at >= first_day::timestamp at time zone 'utc'
        and jobs.created_at < (today + 1)::timestamp at time zone 'utc'
      group by 1
    )
    select calendar.day, coalesce(counted.generations, 0)
    from (select first_day + step as day from generate_series(0, today - first_day) as step) as calendar
    left join counted on counted.day = calendar.day
    order by calendar.day;
end
$$;

grant execute on function public.generations_per_day(integer) to authenticated;

-- How many generations a person has begun this month, and how many the server allows.
-- Definer: the settings are nobody's to read.
create function public.generation_allowance() returns table (used integer, most integer)
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
    coalesce(
      (select value::integer from private.settings where name = 'monthly_generation_limit'),
      100
    )
  where (select private.is_approved())
$$;

grant execute on function public.generation_allowance() to authenticated;

-- A writer's other tabs hear that an answer is being written; its end they hear with the answer itself.
create trigger announce after insert on public.generation_jobs
  for each row execute function private.announce();

-- The cost within the query: calling a function for each row took longer than reading the sums.
create or replace function public.admin_usage(month date) returns table (
  user_id uuid,
  email text,
  model text,
  generations bigint,
  failures bigint,
  tokens_in bigint,
  tokens_out bigint,
  tokens_cached bigint,
  cost numeric
)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  first_day date;
begin
  perform private.require_admin();
  first_day := private.require_month(admin_usage.month);
  return query
    with used as (
      select
        user_id,
        model,
        sum(generations)::bigint as generations,
        sum(failures)::bigint as failures,
        sum(tokens_in)::bigint as tokens_in,
        sum(tokens_out)::bigint as tokens_out,
        sum(tokens_cached)::bigint as tokens_cached
      from private.usage_by_day
      where day >= first_day and day < first_day + interval '1 month'
      group by user_id, model
    )
    select
      used.user_id,
      profiles.email,
      nullif(used.model, ''),
      used.generations,
      used.failures,
      used.tokens_in,
      used.tokens_out,
      used.tokens_cached,
      case
        when used.model = '' then 0
        else (
          greatest(used.tokens_in - used.tokens_cached, 0) * prices.input_price
          + used.tokens_cached * coalesce(prices.cached_price, prices.input_price)
          + used.tokens_out * prices.output_price
        ) / 1000000
      end
    from used
    left join public.profiles on profiles.id = used.user_id
    left join private.prices_of(first_day) as prices on prices.model = used.model
    order by used.generations desc, profiles.email, used.user_id, used.model;
end
$$;

create or replace function public.admin_usage_per_day(month date) returns table (
  day date,
  generations bigint,
  failures bigint,
  tokens_in bigint,
  tokens_out bigint,
  tokens_cached bigint,
  cost numeric
)
  language plpgsql stable security definer set search_path = ''
as $$
#variable_conflict use_column
declare
  first_day date;
begin
  perform private.require_admin();
  first_day := private.require_month(admin_usage_per_day.month);
  return query
    with used as (
      select
        day,
        model,
        sum(generations) as generations,
        sum(failures) as failures,
        sum(tokens_in) as tokens_in,
        sum(tokens_out) as tokens_out,
        sum(tokens_cached) as tokens_cached
      from private.usage_by_day
      where day >= first_day and day < first_day + interval '1 month'
      group by day, model
    )
    select
      calendar.day::date,
      coalesce(sum(used.generations), 0)::bigint,
      coalesce(sum(used.failures), 0)::bigint,
      coalesce(sum(used.tokens_in), 0)::bigint,
      coalesce(sum(used.tokens_out), 0)::bigint,
      coalesce(sum(used.tokens_cached), 0)::bigint,
      coalesce(sum((
        greatest(used.tokens_in - used.tokens_cached, 0) * prices.input_price
        + used.tokens_cached * coalesce(prices.cached_price, prices.input_price)
        + used.tokens_out * prices.output_price
      ) / 1000000), 0)
    from generate_series(
      first_day::timestamp, first_day + interval '1 month' - interval '1 day', interval '1 day'
    ) as calendar (day)
    left join used on used.day = calendar.day
    left join private.prices_of(first_day) as prices on prices.model = used.model
    group by calendar.day
    order by calendar.day;
end
$$;

drop function private.cost_of(private.model_prices, numeric, numeric, numeric);

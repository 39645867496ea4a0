-- What generations used and cost: sums by day, prices by month, and the limits.

-- What generations used, by the day (UTC) on which they were requested. Sums, so that a month is read without
-- its jobs.
create table private.usage_by_day (
  day date not null,
  -- Null for accounts that were deleted: what they cost stays in the sums.
  user_id uuid references public.profiles (id) on delete cascade,
  -- Empty if the job ended before a model was asked.
  model text not null,
  generations bigint not null default 0,
  -- Those without a result, which do not count against the limit; a stopped one is no failure.
  failures bigint not null default 0,
  tokens_in bigint not null default 0,
  tokens_out bigint not null default 0,
  -- Part of tokens_in.
  tokens_cached bigint not null default 0,
  constraint usage_is_summed_once unique nulls not distinct (day, user_id, model)
);

create index usage_of_a_user on private.usage_by_day (user_id);

-- Adds a job that ends to the sums: it ends once, since keep_ended refuses a second time. Generations minus
-- failures are what it costs.
create function private.record_usage() returns trigger language plpgsql set search_path = '' as $$
declare
  cost integer := private.cost_of(new);
  has_failed integer := (
    new.status = 'failed' and new.error_code <> 'stopped'
    and (cost = 0 or cost < new.calls_sent)
  )::integer;
begin
  perform private.add_usage(row(
    (new.created_at at time zone 'utc')::date,
    new.user_id, new.model,
    cost + has_failed,
    has_failed, new.input_tokens, new.output_tokens, new.cached_input_tokens
  ));
  return new;
end
$$;

create trigger record_usage after update of finished_at on public.generation_jobs
  for each row when (old.finished_at is null and new.finished_at is not null)
  execute function private.record_usage();

-- Adds to the sums of a day.
create function private.add_usage(added private.usage_by_day) returns void
  language sql set search_path = '' as $$
  insert into private.usage_by_day as usage
    values (
      added.day, added.user_id,
      coalesce(added.model, ''),
      added.generations, added.failures,
      coalesce(added.tokens_in, 0),
      coalesce(added.tokens_out, 0),
      coalesce(added.tokens_cached, 0)
    )
    on conflict on constraint usage_is_summed_once do update set
      generations = usage.generations + excluded.generations,
      failures = usage.failures + excluded.failures,
      tokens_in = usage.tokens_in + excluded.tokens_in,
      tokens_out = usage.tokens_out + excluded.tokens_out,
      tokens_cached = usage.tokens_cached + excluded.tokens_cached
$$;

-- Before the profile's rows are deleted with it. In one order, so that two deletions cannot deadlock.
create function private.keep_usage_of_deleted() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.add_usage(
      row(day, null, model, generations, failures, tokens_in, tokens_out, tokens_cached)
    )
    from (select * from private.usage_by_day where user_id = old.id order by day, model) as usage;
  return old;
end
$$;

create trigger keep_usage before delete on public.profiles
  for each row execute function private.keep_usage_of_deleted();

-- What a million tokens of a model cost from a month on, until a later price. Null: the price is not known
-- from then on.
create table private.model_prices (
  model text not null
    constraint model_is_1_to_200_characters check (char_length(model) between 1 and 200),
  from_month date not null
    constraint from_month_is_a_first_day check (extract(day from from_month) = 1),
  input_price numeric
    constraint input_price_is_0_to_1000000 check (input_price >= 0 and input_price <= 1000000),
  output_price numeric
    constraint output_price_is_0_to_1000000 check (output_price >= 0 and output_price <= 1000000),
  -- Null: cached tokens cost what others cost.
  cached_price numeric
    constraint cached_price_is_0_to_1000000 check (cached_price >= 0 and cached_price <= 1000000),
  primary key (model, from_month),
  constraint prices_are_known_together
    check ((input_price is null) = (output_price is null)
      and (cached_price is null or input_price is not null))
);

-- The prices of a month.
create function private.prices_of(month date) returns setof private.model_prices
  language sql stable set search_path = '' as $$
  select distinct on (model) * from private.model_prices
  where from_month <= prices_of.month
  order by model, from_month desc
$$;

-- Prices as the audit log shows them.
create function private.prices_text(variadic prices numeric[]) returns text
  language sql immutable set search_path = '' as $$ select array_to_string(prices, ' / ', '-') $$;

-- The first day of a month; refuses any other day.
create function private.require_month(month date) returns date
  language plpgsql stable set search_path = '' as $$
begin
  if month is null or month not between '2000-01-01' and '2999-12-31' then
    raise sqlstate 'PT400' using message = 'unknown_month', hint = 'A day of the month, such as 2026-11-01.';
  end if;
  return date_trunc('month', month::timestamp)::date;
end
$$;

-- The currency of all prices.
create function public.price_currency() returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return coalesce((select value from private.settings where name = 'price_currency'), 'USD');
end
$$;
grant execute on function public.price_currency() to authenticated;

-- Prices from the month on, all or none: [{"model": …, "input_price": …, "output_price": …, "cached_price":
-- …}].
create function public.set_model_prices(month date, prices jsonb, currency text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  first_day date;
  given record;
  before private.model_prices;
  label text := private.trimmed(set_model_prices.currency);
  label_before text;
begin
  perform private.require_admin();
  first_day := private.require_month(set_model_prices.month);
  if jsonb_typeof(prices) is distinct from 'array' or jsonb_array_length(prices) > 200
    or jsonb_path_exists(prices,
      '$[*] ? (@.type() != "object" || !exists(@.model) || @.model.type() != "string")')
  then
    raise sqlstate 'PT400' using message = 'prices_are_not_a_list';
  end if;
  if label !~ '^[^\s[:cntrl:]]{1,8}$' then
    raise sqlstate 'PT400' using message = 'currency_is_1_to_8_characters';
  end if;
  -- Two admins one after the other, so that the log has what each of them changed.
  lock table private.model_prices in share row exclusive mode;
  for given in
    select * from jsonb_to_recordset(prices)
      as listed (model text, input_price numeric, output_price numeric, cached_price numeric)
  loop
    select * into before from private.prices_of(first_day) as known where known.model = given.model;
    continue when (before.input_price, before.output_price, before.cached_price)
      is not distinct from (given.input_price, given.output_price, given.cached_price);
    insert into private.model_prices
      values (given.model, first_day, given.input_price, given.output_price, given.cached_price)
      on conflict (model, from_month) do update set
        input_price = excluded.input_price,
        output_price = excluded.output_price,
        cached_price = excluded.cached_price;
    perform private.record_change('price_changed', null, format(
      '%s, %s: %s → %s',
      given.model,
      to_char(first_day, 'YYYY-MM'),
      private.prices_text(before.input_price, before.output_price, before.cached_price),
      private.prices_text(given.input_price, given.output_price, given.cached_price)
    ));
  end loop;
  label_before := public.price_currency();
  if label <> label_before then
    insert into private.settings (name, value) values ('price_currency', label)
      on conflict (name) do update set value = excluded.value;
    perform private.record_change('currency_changed', null, format('%s → %s', label_before, label));
  end if;
end
$$;
grant execute on function public.set_model_prices(date, jsonb, text) to authenticated;

-- The models that were used in the month or have a price, with what a million tokens cost in it.
create function public.admin_model_prices(month date) returns table (
  model text, input_price numeric, output_price numeric, cached_price numeric,
  from_month date,
  tokens bigint
)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  first_day date;
begin
  perform private.require_admin();
  first_day := private.require_month(admin_model_prices.month);
  return query
    with used as (
      select model, sum(tokens_in + tokens_out)::bigint as tokens
      from private.usage_by_day
      where day >= first_day and day < first_day + interval '1 month' and model <> ''
      group by model
    )
    select
      coalesce(used.model, prices.model),
      prices.input_price, prices.output_price, prices.cached_price, prices.from_month,
      coalesce(used.tokens, 0)
    from used
    full join private.prices_of(first_day) as prices on prices.model = used.model
    order by 1;
end
$$;
grant execute on function public.admin_model_prices(date) to authenticated;

-- The cost is computed within the query: calling a function for each row took longer than reading the sums.
-- Definer: sums are all that an admin may know of other people's jobs.
create function public.admin_usage(month date) returns table (
  user_id uuid, email text, model text, generations bigint, failures bigint, tokens_in bigint,
  tokens_out bigint, tokens_cached bigint, cost numeric
)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  first_day date;
begin
  perform private.require_admin();
  first_day := private.require_month(admin_usage.month);
  return query
    with used as (
      select
        user_id, model,
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
      used.user_id, profiles.email,
      nullif(used.model, ''),
      used.generations, used.failures, used.tokens_in, used.tokens_out, used.tokens_cached,
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
grant execute on function public.admin_usage(date) to authenticated;

-- Every day of the month, also those without a generation. The cost is that of the models with a price.
create function public.admin_usage_per_day(month date) returns table (
  day date,
  generations bigint, failures bigint, tokens_in bigint, tokens_out bigint, tokens_cached bigint, cost numeric
)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  first_day date;
begin
  perform private.require_admin();
  first_day := private.require_month(admin_usage_per_day.month);
  return query
    with used as (
      select
        day, model,
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
grant execute on function public.admin_usage_per_day(date) to authenticated;

-- How many generations scriptwriters began on each of the last days, today the last of them, by the
-- database's clock in UTC. Definer: a number is all that an admin may know of other people's jobs.
create function public.generations_per_day(days integer default 30)
  returns table (day date, generations bigint)
  language plpgsql stable security definer set search_path = '' as $$
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

-- Records whose limit was changed, and to what.
create function private.record_limit_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.record_change('limit_changed', new.id, format(
    '%s → %s', coalesce(old.monthly_limit::text, 'default'), coalesce(new.monthly_limit::text, 'default')
  ));
  return new;
end
$$;

create trigger record_limit_change after update of monthly_limit on public.profiles
  for each row when (old.monthly_limit is distinct from new.monthly_limit)
  execute function private.record_limit_change();

-- The default limit, and whether the environment of the server sets it, for admins.
create function public.monthly_limit_setting() returns table (most integer, is_from_environment boolean)
  language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.require_admin();
  return query select
    private.default_monthly_limit(),
    exists (select from private.settings where name = 'monthly_generation_limit');
end
$$;
grant execute on function public.monthly_limit_setting() to authenticated;

-- The limit of whoever has none of their own, for admins. Null for none.
create function public.set_default_monthly_limit(most integer) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  before integer;
begin
  perform private.require_admin();
  if most is null or most not between 0 and 1000000 then
    raise sqlstate 'PT400' using message = 'limit_is_0_to_1000000';
  end if;
  -- Two admins one after the other, so that the log has what each of them changed.
  perform pg_advisory_xact_lock(20261117, 2);
  if exists (select from private.settings where name = 'monthly_generation_limit') then
    raise sqlstate 'PT409' using
      message = 'limit_is_set_by_environment',
      hint = 'Change MONTHLY_GENERATION_LIMIT and start the server again.';
  end if;
  before := private.default_monthly_limit();
  if before = most then
    return;
  end if;
  insert into private.settings (name, value) values ('default_monthly_limit', most::text)
    on conflict (name) do update set value = excluded.value;
  perform private.record_change('default_limit_changed', null, format('%s → %s', before, most));
end
$$;
grant execute on function public.set_default_monthly_limit(integer) to authenticated;

-- The limit of anybody, administrators included: null for the default, 0 for none at all. Definer: the policy
-- on profiles covers scriptwriters.
create function public.set_monthly_limit(user_id uuid, most integer default null) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_admin();
  if most not between 0 and 1000000 then
    raise sqlstate 'PT400' using message = 'limit_is_0_to_1000000';
  end if;
  update public.profiles set monthly_limit = most where id = set_monthly_limit.user_id;
  if not found then
    perform private.not_found('user');
  end if;
end
$$;
grant execute on function public.set_monthly_limit(uuid, integer) to authenticated;

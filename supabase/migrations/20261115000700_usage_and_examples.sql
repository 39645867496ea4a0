-- How many generations a person began in a month, by the database's clock in UTC.
create table public.api_usage (
  user_id uuid not null references public.profiles (id) on delete cascade,
  month date not null default private.this_month()
    constraint month_is_a_first_day check (extract(day from month) = 1),
  monthly_generations integer not null default 0 check (monthly_generations >= 0),
  primary key (user_id, month)
);

alter table public.api_usage enable row level security;

grant select on public.api_usage to authenticated;

-- This month only, so that asking for a person's number always has one answer.
create policy "writers read their own use, admins every scriptwriter's" on public.api_usage
  for select to authenticated
  using (
    month = (select private.this_month())
    and (
      (user_id = (select auth.uid()) and (select private.is_approved()))
      or (
        (select private.is_admin())
        and exists (
          select from public.profiles
          where profiles.id = api_usage.user_id and profiles.role = 'scriptwriter'
        )
      )
    )
  );

-- Good answers that a writer keeps for the next prompts; the key ties one to the writer's own message.
create table public.golden_examples (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  message_id uuid,
  content text not null
    constraint content_is_not_blank check (private.trimmed(content) <> '')
    constraint content_is_at_most_1_mb check (octet_length(content) <= 1048576),
  topic text not null default 'Script Writing' check (topic = 'Script Writing'),
  created_at timestamptz not null default clock_timestamp(),
  constraint a_message_is_kept_once unique (user_id, message_id),
  constraint golden_examples_message_id_fkey
    foreign key (message_id, user_id) references public.chat_messages (id, user_id)
    on delete set null (message_id)
);

create index golden_examples_newest_first on public.golden_examples (user_id, created_at desc);

alter table public.golden_examples enable row level security;

grant select, delete on public.golden_examples to authenticated;
grant insert (user_id, content, topic, message_id) on public.golden_examples to authenticated;

create policy "writers read their own examples" on public.golden_examples
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers with access keep examples" on public.golden_examples
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.has_learning_loop()));

create policy "writers with access drop their own examples" on public.golden_examples
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.has_learning_loop()));

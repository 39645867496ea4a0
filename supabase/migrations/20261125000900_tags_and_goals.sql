-- A writer's own tags on scripts, and the daily goal.

-- A writer's own tags, each with a colour of a fixed set, which the browser draws for its theme.
create table public.tags (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  name text not null,
  color text not null default 'red',
  created_at timestamptz not null default clock_timestamp(),
  constraint a_tag_name_is_one_line_of_1_to_40_characters check (private.is_name(name, 40)),
  constraint a_tag_color_is_known
    check (color in ('red', 'amber', 'green', 'teal', 'blue', 'purple', 'pink', 'gray')),
  constraint tags_have_one_owner unique (id, user_id)
);

create unique index a_tag_name_is_used_once on public.tags (user_id, lower(name));

alter table public.tags enable row level security;
grant insert (user_id, name, color), update (name, color) on public.tags to authenticated;
create policy "writers read their own tags" on public.tags
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers add tags of their own" on public.tags
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers change their own tags" on public.tags
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers delete their own tags" on public.tags
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- The dashboard shows all of them.
create function private.limit_tags() returns trigger language plpgsql set search_path = '' as $$
begin
  if (select count(*) from public.tags where user_id = new.user_id) >= 100 then
    raise sqlstate 'PT400' using message = 'too_many_tags', hint = 'At most 100 tags.';
  end if;
  return new;
end
$$;

create trigger limit_tags before insert on public.tags for each row execute function private.limit_tags();

-- Which scripts have a tag. The keys over two columns keep it from pointing at what belongs to somebody else.
create table public.script_tags (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  script_id uuid not null,
  tag_id uuid not null,
  constraint a_script_has_a_tag_once unique (script_id, tag_id, user_id),
  constraint script_tags_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete cascade,
  constraint script_tags_tag_id_fkey
    foreign key (tag_id, user_id) references public.tags (id, user_id) on delete cascade
);

create index script_tags_of_a_tag on public.script_tags (tag_id, user_id);
create index script_tags_of_a_writer on public.script_tags (user_id);

alter table public.script_tags enable row level security;
grant select, delete on public.tags, public.script_tags to authenticated;
grant insert (user_id, script_id, tag_id) on public.script_tags to authenticated;
create policy "writers read the tags of their own scripts" on public.script_tags
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers tag their own scripts" on public.script_tags
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers take tags off their own scripts" on public.script_tags
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- A writer's daily goal, and the words typed on the last day of writing: a sum for each device, which the
-- device itself reports, so that a report that is repeated or comes late counts once.
create table public.writing_goals (
  user_id uuid primary key references public.profiles (id) on delete cascade,
  unit text not null,
  amount integer not null,
  day date not null,
  typed jsonb not null default '{}',
  constraint a_goal_is_words_or_pages check (unit in ('words', 'pages')),
  constraint a_goal_is_at_least_one check (amount between 1 and 100000)
);

alter table public.writing_goals enable row level security;
grant select on public.writing_goals to authenticated;
create policy "writers read their own goal" on public.writing_goals
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- Without an amount there is no goal any more. Definer, as the one below: nobody writes goals directly.
create function public.set_writing_goal(day date, amount integer default null, unit text default 'words')
  returns void
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_approved();
  if set_writing_goal.amount is null then
    delete from public.writing_goals where user_id = auth.uid();
    return;
  end if;
  insert into public.writing_goals (user_id, unit, amount, day)
    values (auth.uid(), set_writing_goal.unit, set_writing_goal.amount,
      private.check_writing_day(set_writing_goal.day))
    on conflict (user_id) do update set unit = excluded.unit, amount = excluded.amount;
end
$$;

-- A day begins for a writer in New Zealand half a day before it begins for the database.
create function private.check_writing_day(day date) returns date
  language plpgsql stable set search_path = '' as $$
begin
  if day is null or abs(day - (clock_timestamp() at time zone 'utc')::date) > 1 then
    raise sqlstate 'PT400' using message = 'invalid_day', hint = 'The day must be today.';
  end if;
  return day;
end
$$;

-- How many words this device has typed that day, in all. Returns the goal with what all devices have typed;
-- no row without a goal.
create function public.note_typed_words(day date, device uuid, words integer)
  returns setof public.writing_goals
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  perform private.require_approved();
  perform private.check_writing_day(note_typed_words.day);
  if device is null or words is null or words not between 0 and 1000000 then
    raise sqlstate 'PT400' using
      message = 'invalid_words', hint = 'The words must be a number from 0 to 1,000,000.';
  end if;
  -- A device whose day is already over changes nothing, and neither does the 101st device of a day.
  update public.writing_goals as goals
    set day = note_typed_words.day,
        typed = case when goals.day = note_typed_words.day then goals.typed else '{}' end
          || jsonb_build_object(note_typed_words.device, note_typed_words.words)
    where goals.user_id = auth.uid() and case
      when goals.day < note_typed_words.day then note_typed_words.words > 0
      else goals.day = note_typed_words.day
        and coalesce((goals.typed ->> note_typed_words.device::text)::integer, 0) <> note_typed_words.words
        and (
          goals.typed ? note_typed_words.device::text
          or (select count(*) from jsonb_object_keys(goals.typed)) < 100
        )
    end;
  return query select goals.* from public.writing_goals as goals where goals.user_id = auth.uid();
end
$$;
grant execute on function public.set_writing_goal(date, integer, text),
  public.note_typed_words(date, uuid, integer)
  to authenticated;

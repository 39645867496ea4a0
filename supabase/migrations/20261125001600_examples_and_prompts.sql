-- What a writer keeps for later prompts: good answers, prompts to use again, and readers of the writer's own.

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
  disabled boolean not null default false,
  constraint a_message_is_kept_once unique (user_id, message_id),
  constraint golden_examples_message_id_fkey
    foreign key (message_id, user_id) references public.chat_messages (id, user_id)
    on delete set null (message_id)
);
comment on column public.golden_examples.disabled is 'Kept by the writer, but not used in prompts.';

create index golden_examples_newest_first on public.golden_examples (user_id, created_at desc);

create trigger limit_of_a_writer after insert on public.golden_examples
  referencing new table as added
  for each statement execute function private.limit_rows_of_a_writer('500', 'too_many_examples');

alter table public.golden_examples enable row level security;
grant select, delete on public.golden_examples to authenticated;
grant insert (user_id, content, topic, message_id) on public.golden_examples to authenticated;
grant update (disabled) on public.golden_examples to authenticated;
create policy "writers read their own examples" on public.golden_examples
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers with access keep examples" on public.golden_examples
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.has_learning_loop()));
create policy "writers with access drop their own examples" on public.golden_examples
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.has_learning_loop()));
create policy "writers with access disable their own examples" on public.golden_examples
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_learning_loop()))
  with check (user_id = (select auth.uid()) and (select private.has_learning_loop()));

-- Newest first, without the whole texts; with a query, those that contain it in their first 100,000
-- characters: there may be 500 of 1 MB.
create function public.list_examples(query text default '')
  returns table (id uuid, opening text, disabled boolean, created_at timestamptz)
  language sql stable set search_path = '' as $$
  select examples.id,
    coalesce(
      nullif(private.preview_of(to_jsonb(left(examples.content, 4000))), ''),
      left(private.trimmed(left(examples.content, 4000)), 201)
    ),
    examples.disabled, examples.created_at
  from public.golden_examples as examples
  where case (select private.trimmed(left(coalesce(list_examples.query, ''), 200))) when '' then true
    else strpos(lower(left(examples.content, 100000)),
      lower((select private.trimmed(left(list_examples.query, 200))))) > 0
  end
  order by examples.created_at desc, examples.id desc
$$;
grant execute on function public.list_examples(text) to authenticated;

-- Prompts that a writer uses again, and the writer's own readers: a name, and what is asked or how to read.
-- Those that an administrator shares are everybody's to use.
create table public.prompts (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  kind text not null default 'prompt'
    constraint saved_prompt_kind_is_known check (kind in ('prompt', 'reader')),
  name text not null
    constraint a_prompt_name_is_one_line_of_1_to_80_characters check (private.is_name(name, 80)),
  text text not null
    constraint a_saved_prompt_has_1_to_20000_characters
      check (char_length(text) <= 20000 and private.trimmed(text) <> ''),
  shared boolean not null default false,
  created_at timestamptz not null default clock_timestamp()
);

create unique index a_prompt_name_is_used_once on public.prompts (user_id, kind, lower(name));
create index shared_prompts on public.prompts (kind) where shared;

alter table public.prompts enable row level security;
grant select, delete on public.prompts to authenticated;
grant insert (user_id, kind, name, text, shared), update (name, text, shared) on public.prompts
  to authenticated;
create policy "writers read their own prompts and shared ones" on public.prompts
  for select to authenticated
  using ((user_id = (select auth.uid()) or shared) and (select private.is_approved()));
create policy "writers save prompts of their own, and only admins share theirs" on public.prompts
  for insert to authenticated
  with check (
    user_id = (select auth.uid()) and (select private.is_approved())
      and (not shared or (select private.is_admin()))
  );
create policy "writers change their own prompts, and only admins shared ones" on public.prompts
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (
    user_id = (select auth.uid()) and (select private.is_approved())
      and (not shared or (select private.is_admin()))
  );
-- Whoever shared it may be gone.
create policy "writers delete their own prompts, and admins shared ones" on public.prompts
  for delete to authenticated
  using (
    user_id = (select auth.uid()) and (select private.is_approved()) or shared and (select private.is_admin())
  );

-- The list shows all of them.
create function private.limit_prompts() returns trigger language plpgsql set search_path = '' as $$
begin
  if (select count(*) from public.prompts where user_id = new.user_id) >= 200 then
    raise sqlstate 'PT400' using
      message = 'too_many_prompts', hint = 'At most 200 saved prompts and readers.';
  end if;
  return new;
end
$$;

create trigger limit_prompts before insert on public.prompts
  for each row execute function private.limit_prompts();

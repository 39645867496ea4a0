create table public.chat_conversations (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  script_id uuid,
  title text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- A script's longest title with 'Chat: ' before it.
  constraint title_is_one_line_of_1_to_206_characters check (private.is_title(title, 206)),
  constraint conversations_have_one_owner unique (id, user_id),
  -- Deleting a script leaves the talk about it.
  constraint chat_conversations_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete set null (script_id)
);

create index chat_conversations_latest_first on public.chat_conversations (user_id, updated_at desc);
create index chat_conversations_of_a_script
  on public.chat_conversations (script_id, user_id, updated_at desc);

create trigger keep_times before insert or update on public.chat_conversations
  for each row execute function private.keep_times();

alter table public.chat_conversations enable row level security;

grant select, delete on public.chat_conversations to authenticated;
grant insert (script_id, user_id, title), update (script_id, title, updated_at)
  on public.chat_conversations to authenticated;

create policy "writers read their own conversations" on public.chat_conversations
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers begin conversations of their own" on public.chat_conversations
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers change their own conversations" on public.chat_conversations
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers delete their own conversations" on public.chat_conversations
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

-- A generation, from acceptance to its one end. Written by the server only.
create table public.generation_jobs (
  id uuid primary key default private.new_id(),
  user_id uuid not null references public.profiles (id) on delete cascade,
  conversation_id uuid,
  status text not null default 'pending'
    check (status in ('pending', 'processing', 'completed', 'failed')),
  prompt text not null
    constraint prompt_is_not_blank check (private.trimmed(prompt) <> '')
    constraint prompt_is_at_most_20000_characters check (char_length(prompt) <= 20000),
  partial_text text not null default ''
    constraint partial_text_is_at_most_1_mb check (octet_length(partial_text) <= 1048576),
  result text
    constraint result_is_at_most_1_mb check (octet_length(result) <= 1048576),
  error text,
  error_code text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  started_at timestamptz,
  finished_at timestamptz,
  constraint a_completed_job_has_a_result check (status <> 'completed' or result is not null),
  constraint a_failed_job_says_why
    check ((status = 'failed') = (error is not null) and (status = 'failed') = (error_code is not null)),
  constraint an_ended_job_has_its_time check ((status in ('completed', 'failed')) = (finished_at is not null)),
  constraint jobs_have_one_owner unique (id, user_id),
  constraint generation_jobs_conversation_id_fkey
    foreign key (conversation_id, user_id) references public.chat_conversations (id, user_id)
    on delete set null (conversation_id)
);

create index generation_jobs_latest_first on public.generation_jobs (user_id, created_at desc);
create index generation_jobs_of_a_conversation on public.generation_jobs (conversation_id, user_id);
create unique index one_generation_at_a_time_in_a_conversation
  on public.generation_jobs (conversation_id) where status in ('pending', 'processing');

create trigger keep_times before insert or update on public.generation_jobs
  for each row execute function private.keep_times();

-- An end is an end: whoever comes late cannot write it a second time.
create function private.keep_job_ended() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  raise sqlstate 'PT409' using message = 'generation_has_ended';
end
$$;

create trigger keep_ended before update of status, result, partial_text, error, error_code, finished_at
  on public.generation_jobs
  for each row when (old.status in ('completed', 'failed'))
  execute function private.keep_job_ended();

alter table public.generation_jobs enable row level security;

grant select on public.generation_jobs to authenticated;

create policy "writers read their own generations" on public.generation_jobs
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

-- The owner is kept here too, tied to the conversation's by the key over both columns.
create table public.chat_messages (
  id uuid primary key default private.new_id(),
  conversation_id uuid not null,
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  type text not null check (type in ('user', 'ai')),
  content text not null
    constraint content_is_not_empty check (content <> '')
    constraint content_is_at_most_1_mb check (octet_length(content) <= 1048576),
  created_at timestamptz not null default clock_timestamp(),
  job_id uuid,
  constraint messages_have_one_owner unique (id, user_id),
  constraint chat_messages_conversation_id_fkey
    foreign key (conversation_id, user_id) references public.chat_conversations (id, user_id)
    on delete cascade,
  constraint chat_messages_job_id_fkey
    foreign key (job_id, user_id) references public.generation_jobs (id, user_id)
    on delete set null (job_id)
);

-- With the owner, whom the policy asks for: else all of a person's messages would be looked at.
create index chat_messages_in_order
  on public.chat_messages (conversation_id, user_id, created_at, id);
create index chat_messages_of_a_person on public.chat_messages (user_id);
create index chat_messages_of_a_job on public.chat_messages (job_id) where job_id is not null;

alter table public.chat_messages enable row level security;

grant select, delete on public.chat_messages to authenticated;
grant insert (conversation_id, type, content) on public.chat_messages to authenticated;

create policy "writers read their own messages" on public.chat_messages
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers add messages of their own, never an AI's" on public.chat_messages
  for insert to authenticated
  with check (user_id = (select auth.uid()) and type = 'user' and (select private.is_approved()));

create policy "writers delete their own messages" on public.chat_messages
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

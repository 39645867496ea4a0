-- The chats about a text, and their messages. They are counted as they come and go, since counting them all
-- would take longer with every message.

create table public.chat_conversations (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  script_id uuid,
  title text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Of its script's text or, before there is a script, of one of its own.
  work_id uuid not null default private.new_id(),
  leaf_id uuid,
  -- A script's longest title with 'Chat: ' before it.
  constraint title_is_one_line_of_1_to_206_characters check (private.is_title(title, 206)),
  constraint conversations_have_one_owner unique (id, user_id),
  -- Deleting a script leaves the talk about it.
  constraint chat_conversations_script_id_fkey
    foreign key (script_id, user_id) references public.scripts (id, user_id) on delete set null (script_id)
);
comment on column public.chat_conversations.leaf_id is
  'The last message of the branch that is shown. Null while there is one branch only.';

create index chat_conversations_latest_first on public.chat_conversations (user_id, updated_at desc);
create index chat_conversations_of_a_script
  on public.chat_conversations (script_id, user_id, updated_at desc);
create index chat_conversations_of_a_text on public.chat_conversations (work_id, user_id);

create trigger keep_times before insert or update on public.chat_conversations
  for each row execute function private.keep_times();
create trigger limit_of_a_writer after insert on public.chat_conversations
  referencing new table as added
  for each statement execute function private.limit_rows_of_a_writer('10000', 'too_many_conversations');

alter table public.chat_conversations enable row level security;
grant select, delete on public.chat_conversations to authenticated;
grant insert (script_id, user_id, title, work_id), update (script_id, title, updated_at)
  on public.chat_conversations to authenticated;
create policy "writers read their own conversations" on public.chat_conversations
  for select to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers begin conversations of their own" on public.chat_conversations
  for insert to authenticated with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers change their own conversations" on public.chat_conversations
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()))
  with check (user_id = (select auth.uid()) and (select private.is_approved()));
create policy "writers delete their own conversations" on public.chat_conversations
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- A conversation is about the text of its script.
create function private.follow_script() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.script_id is not null then
    new.work_id := coalesce(
      (select scripts.work_id from public.scripts where id = new.script_id and user_id = new.user_id),
      new.work_id
    );
  elsif tg_op = 'UPDATE' and old.script_id is not null then
    -- Its script is gone, and the text with it.
    new.work_id := private.new_id();
  end if;
  return new;
end
$$;

create trigger follow_script before insert or update of script_id on public.chat_conversations
  for each row execute function private.follow_script();

-- Refuses more conversations about a text than are renamed, moved and left together with its script. Definer,
-- as limit_rows_of_a_writer.
create function private.limit_conversations() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if (
    select count(*) from (
      select from public.chat_conversations as chats
      where chats.work_id = new.work_id and chats.user_id = new.user_id limit 1001
    ) as counted
  ) > 1000 then
    raise sqlstate 'PT400' using
      message = 'too_many_conversations',
      hint = 'At most 1,000 conversations about a script. Delete old ones first.';
  end if;
  return null;
end
$$;

create trigger limit_added after insert on public.chat_conversations
  for each row execute function private.limit_conversations();

create trigger limit_moved after update of script_id on public.chat_conversations
  for each row when (new.work_id <> old.work_id) execute function private.limit_conversations();

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
  -- The foreign key follows with the table of jobs.
  job_id uuid,
  -- Which of the writer's examples went into the prompt of this answer. No foreign key: an answer keeps the
  -- number of its examples when one of them is deleted.
  used_examples uuid[] not null default '{}',
  kind text not null default 'text'
    constraint kind_is_text_or_stopped check (kind in ('text', 'stopped')),
  withheld text
    constraint withheld_is_a_known_reason check (withheld in (
      'cut_off', 'stopped', 'placeholder', 'refusal', 'conversation', 'missing_scenes', 'empty',
      'overlap', 'too_large', 'script_deleted', 'question', 'unknown_scene', 'unseen_scene',
        'duplicate_scene',
      'lost_heading', 'outside_target', 'missing_text', 'bad_tag', 'compared', 'too_slow'
    ))
    constraint only_answers_are_withheld check (withheld is null or (type = 'ai' and kind = 'text')),
  used_at timestamptz
    constraint a_used_answer_is_not_withheld check (used_at is null or withheld is null),
  partly_applied boolean not null default false
    constraint only_applied_answers_are_partly_applied check (not partly_applied
      or (type = 'ai' and withheld is null)),
  changes jsonb
    constraint only_answers_have_changes check (changes is null or type = 'ai' and kind = 'text'),
  scope text
    constraint only_requests_have_a_scope check (scope is null or type = 'user')
    constraint scope_is_one_line_of_1_to_200_characters check (private.is_title(scope, 200)),
  model text,
  parent_id uuid,
  shown boolean not null default true,
  constraint messages_have_one_owner unique (id, user_id),
  constraint chat_messages_conversation_id_fkey
    foreign key (conversation_id, user_id) references public.chat_conversations (id, user_id)
    on delete cascade
);
comment on column public.chat_messages.kind is
  'text, or stopped: the note that the user stopped the generation.';
comment on column public.chat_messages.withheld is
  'Why the answer did not become the script; null if it did, or if that was not judged.';
comment on column public.chat_messages.partly_applied is
  'The writer had changed some of the same lines in the meantime, and those were kept.';
comment on column public.chat_messages.changes is
  'What the answer names, without the model''s tags: prose, and edits with their scenes. Null if it is '
  'one text.';
comment on column public.chat_messages.scope is
  'The part of the script that the request concerned, in words.';
comment on column public.chat_messages.model is 'What wrote the answer, as writers read it.';
comment on column public.chat_messages.job_id is
  'Of an answer: the job that made it. Of a prompt: the last job that was to answer it, if it was sent '
  'with one.';
comment on column public.chat_messages.parent_id is
  'The message that it follows. Null: the one before it by time, of those without a parent. Its own id: '
  'it begins a branch.';
comment on column public.chat_messages.shown is
  'Whether it is on the branch that is shown. Others are read with branches_of.';
comment on column public.chat_messages.used_at is
  'When the writer last made the answer the script; of a prompt that two models answered, when one of the '
  'answers was used.';

-- With the owner, whom the policy asks for: else all of a person's messages would be looked at.
create index chat_messages_in_order on public.chat_messages (conversation_id, user_id, created_at, id);
create index chat_messages_of_a_person on public.chat_messages (user_id);
create index chat_messages_of_a_job on public.chat_messages (job_id) where job_id is not null;
create unique index one_answer_to_a_job on public.chat_messages (job_id)
  where job_id is not null and kind = 'text' and type = 'ai';
create index chat_messages_that_follow on public.chat_messages (parent_id) where parent_id is not null;

alter table public.chat_messages enable row level security;
grant select, delete on public.chat_messages to authenticated;
grant insert (conversation_id, type, content, scope) on public.chat_messages to authenticated;
grant insert (parent_id) on public.chat_messages to authenticated;
create policy "writers read their own messages" on public.chat_messages
  for select to authenticated
  using (user_id = (select auth.uid()) and shown and (select private.is_approved()));
create policy "writers add messages of their own, never an AI's" on public.chat_messages
  for insert to authenticated
  with check (user_id = (select auth.uid()) and type = 'user' and (select private.is_approved()));
create policy "writers delete their own messages" on public.chat_messages
  for delete to authenticated using (user_id = (select auth.uid()) and (select private.is_approved()));

-- Counted as they come and go: counting them all would take longer with every message.
create table private.message_counts (
  conversation_id uuid primary key references public.chat_conversations (id) on delete cascade,
  messages integer not null
);

-- Refuses more messages than MOST in contract/limits.ts allows.
create function private.require_room(chat uuid, room integer) returns void
  language plpgsql stable set search_path = '' as $$
begin
  if (select messages from private.message_counts where conversation_id = chat) + room > 10000 then
    raise sqlstate 'PT400' using
      message = 'conversation_full',
      hint = 'A conversation has at most 10,000 messages. Please begin a new one.';
  end if;
end
$$;

-- Prompts are refused beyond the limit; the answer to one that was accepted always has its place.
create function private.count_added_messages() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.message_counts as counts
    select conversation_id, count(*) from added group by conversation_id order by conversation_id
    on conflict (conversation_id) do update set messages = counts.messages + excluded.messages;
  perform private.require_room(asked.conversation_id, 0)
    from (select distinct conversation_id from added where type = 'user') as asked;
  return null;
end
$$;

create trigger number_added after insert on public.chat_messages
  referencing new table as added
  for each statement execute function private.count_added_messages();

-- Takes deleted messages from the count.
create function private.count_gone_messages() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  chat record;
begin
  for chat in select conversation_id, count(*) as messages from gone group by conversation_id
    order by conversation_id loop
    update private.message_counts as counts set messages = counts.messages - chat.messages
      where counts.conversation_id = chat.conversation_id;
  end loop;
  return null;
end
$$;

-- After mend_branches, by its name: the conversation is locked before its count, as everywhere.
create trigger number_gone after delete on public.chat_messages
  referencing old table as gone
  for each statement execute function private.count_gone_messages();

-- The first 50 characters of a prompt, on one line, with dots after them if there are more.
create function private.title_of(prompt text) returns text language sql immutable set search_path = '' as $$
  select left(line, 50) || case when char_length(line) > 50 then '...' else '' end
  from (
    select
      regexp_replace(private.trimmed(prompt), '[\u0001-\u0020\u007f-\u009f\u2028\u2029]+', ' ', 'g') as line
  ) as cleaned
$$;
grant execute on function private.title_of(text) to authenticated;

-- Begins a conversation with its first prompt, about a script, a text that is not saved yet, or a new one.
create function public.start_conversation(
  prompt text,
  script_id uuid default null,
  work_id uuid default null,
  scope text default null
) returns table (conversation_id uuid, title text, updated_at timestamptz, message_id uuid)
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  begun public.chat_conversations;
  first_message uuid;
begin
  perform private.require_approved();
  if coalesce(private.trimmed(prompt), '') = '' then
    raise sqlstate 'PT400' using message = 'prompt_is_empty';
  end if;
  insert into public.chat_conversations (title, script_id, work_id)
    values (
      private.title_of(start_conversation.prompt),
      start_conversation.script_id,
      coalesce(start_conversation.work_id, private.new_id())
    )
    returning * into begun;
  insert into public.chat_messages (conversation_id, type, content, scope)
    values (begun.id, 'user', start_conversation.prompt, start_conversation.scope)
    returning id into first_message;
  return query select begun.id, begun.title, begun.updated_at, first_message;
exception
  -- Somebody else's script and a missing one get the same answer.
  when foreign_key_violation then perform private.not_found('script');
end
$$;
grant execute on function public.start_conversation(text, uuid, uuid, text) to authenticated;

-- Adds a prompt and moves its conversation to the top of the list.
create function public.add_message(conversation_id uuid, content text, scope text default null)
  returns public.chat_messages
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  added public.chat_messages;
begin
  perform private.require_approved();
  if coalesce(private.trimmed(add_message.content), '') = '' then
    raise sqlstate 'PT400' using message = 'message_is_empty';
  end if;
  -- Any change lets the database set the time.
  update public.chat_conversations set updated_at = now() where id = add_message.conversation_id;
  if not found then
    perform private.not_found('conversation');
  end if;
  insert into public.chat_messages (conversation_id, type, content, scope)
    values (add_message.conversation_id, 'user', add_message.content, add_message.scope)
    returning * into added;
  return added;
end
$$;
grant execute on function public.add_message(uuid, text, text) to authenticated;

-- Deletes one of the caller's conversations; its text stays.
create function public.delete_conversation(conversation_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  person uuid := auth.uid();
begin
  perform private.require_approved();
  -- In the order in which an answer locks them.
  perform private.lock_work(person, chats.work_id) from public.chat_conversations as chats
    where chats.id = delete_conversation.conversation_id and chats.user_id = person;
  delete from public.chat_conversations as chats
    where chats.id = delete_conversation.conversation_id and chats.user_id = person;
  if not found then
    perform private.not_found('conversation');
  end if;
end
$$;
grant execute on function public.delete_conversation(uuid) to authenticated;

create table public.chat_conversations (
  id uuid primary key default private.new_id(),
  user_id uuid not null default auth.uid() references public.profiles (id) on delete cascade,
  script_id uuid,
  title text not null,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  -- Of its script's text or, before there is a script, of one of its own.
  work_id uuid not null default private.new_id(),
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
create index chat_conversations_of_a_text on public.chat_conversations (work_id, user_id);

create trigger keep_times before insert or update on public.chat_conversations
  for each row execute function private.keep_times();

create function private.follow_script() returns trigger
  language plpgsql set search_path = ''
as $$
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

alter table public.chat_conversations enable row level security;

grant select, delete on public.chat_conversations to authenticated;
grant insert (script_id, user_id, title, work_id), update (script_id, title, updated_at)
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
      'overlap', 'too_large', 'script_deleted', 'question', 'unknown_scene', 'unseen_scene', 'duplicate_scene',
      'lost_heading', 'outside_target', 'missing_text', 'bad_tag'
    ))
    constraint only_answers_are_withheld check (withheld is null or (type = 'ai' and kind = 'text')),
  used_at timestamptz
    constraint a_used_answer_is_not_withheld check (used_at is null or withheld is null),
  partly_applied boolean not null default false
    constraint only_applied_answers_are_partly_applied check (not partly_applied or (type = 'ai' and withheld is null)),
  changes jsonb
    constraint only_answers_have_changes check (changes is null or type = 'ai' and kind = 'text'),
  scope text
    constraint only_requests_have_a_scope check (scope is null or type = 'user')
    constraint scope_is_one_line_of_1_to_200_characters check (private.is_title(scope, 200)),
  model text,
  constraint messages_have_one_owner unique (id, user_id),
  constraint chat_messages_conversation_id_fkey
    foreign key (conversation_id, user_id) references public.chat_conversations (id, user_id)
    on delete cascade
);
comment on column public.chat_messages.kind is
  'text, or stopped: the note that the user stopped the generation.';
comment on column public.chat_messages.withheld is
  'Why the answer did not become the script; null if it did, or if that was not judged.';
comment on column public.chat_messages.used_at is
  'When the writer last made the answer the script.';
comment on column public.chat_messages.partly_applied is
  'The writer had changed some of the same lines in the meantime, and those were kept.';
comment on column public.chat_messages.changes is
  'What the answer names, without the model''s tags: prose, and edits with their scenes. Null if it is one text.';
comment on column public.chat_messages.scope is 'The part of the script that the request concerned, in words.';
comment on column public.chat_messages.model is 'What wrote the answer, as writers read it.';

-- With the owner, whom the policy asks for: else all of a person's messages would be looked at.
create index chat_messages_in_order
  on public.chat_messages (conversation_id, user_id, created_at, id);
create index chat_messages_of_a_person on public.chat_messages (user_id);
create index chat_messages_of_a_job on public.chat_messages (job_id) where job_id is not null;
-- A job has at most one answer; a stopped job may also have the note.
create unique index one_answer_to_a_job on public.chat_messages (job_id)
  where job_id is not null and kind = 'text';

alter table public.chat_messages enable row level security;

grant select, delete on public.chat_messages to authenticated;
grant insert (conversation_id, type, content, scope) on public.chat_messages to authenticated;

create policy "writers read their own messages" on public.chat_messages
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers add messages of their own, never an AI's" on public.chat_messages
  for insert to authenticated
  with check (user_id = (select auth.uid()) and type = 'user' and (select private.is_approved()));

create policy "writers delete their own messages" on public.chat_messages
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

-- The first 50 characters of a prompt, on one line, with dots after them if there are more.
create function private.title_of(prompt text) returns text
  language sql immutable set search_path = ''
as $$
  select left(line, 50) || case when char_length(line) > 50 then '...' else '' end
  from (select regexp_replace(private.trimmed(prompt), '[\u0001-\u0020\u007f-\u009f\u2028\u2029]+', ' ', 'g') as line) as cleaned
$$;
grant execute on function private.title_of(text) to authenticated;

-- Begins a conversation with its first prompt, about a script, a text that is not saved yet, or a new one.
create function public.start_conversation(
  prompt text,
  script_id uuid default null,
  work_id uuid default null,
  scope text default null
) returns table (conversation_id uuid, title text, updated_at timestamptz, message_id uuid)
  language plpgsql set search_path = ''
as $$
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
  language plpgsql set search_path = ''
as $$
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

-- A text that was never saved goes with the last conversation about it: afterwards nobody could open it. However
-- the conversation is deleted, its text is listed here; delete_conversation deletes it at once, and the server
-- deletes what a plain delete of the table leaves, because only they lock in the order of lock_work.
create table private.unreachable_texts (
  user_id uuid not null,
  work_id uuid not null,
  primary key (user_id, work_id),
  foreign key (user_id, work_id) references public.script_drafts (user_id, work_id) on delete cascade
);

-- Definer: nobody may write the list.
create function private.list_unreachable_text() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into private.unreachable_texts (user_id, work_id)
    select drafts.user_id, drafts.work_id from public.script_drafts as drafts
    where drafts.user_id = old.user_id and drafts.work_id = old.work_id and drafts.script_id is null
    on conflict do nothing;
  return null;
end
$$;

create trigger list_unreachable_text after delete on public.chat_conversations
  for each row execute function private.list_unreachable_text();

-- Deletes a listed text with its history, unless it was saved or got another conversation.
create function private.delete_unreachable_text(person uuid, work_id uuid) returns void
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  draft public.script_drafts := private.lock_work(person, delete_unreachable_text.work_id);
begin
  delete from private.unreachable_texts as listed
    where listed.user_id = person and listed.work_id = delete_unreachable_text.work_id;
  if found and draft.script_id is null and not exists (
    select from public.chat_conversations as chats
    where chats.user_id = person and chats.work_id = delete_unreachable_text.work_id
  ) then
    delete from public.script_drafts where id = draft.id;
  end if;
end
$$;

-- For the server, which calls it until it answers false: one text in each transaction.
create function private.delete_next_unreachable_text() returns boolean
  language plpgsql set search_path = ''
as $$
declare
  listed private.unreachable_texts;
begin
  select * into listed from private.unreachable_texts order by user_id, work_id limit 1;
  if not found then
    return false;
  end if;
  perform private.delete_unreachable_text(listed.user_id, listed.work_id);
  return true;
end
$$;

-- Definer: texts are written by functions only. Its messages go with it.
create function public.delete_conversation(conversation_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid := auth.uid();
  work uuid;
begin
  perform private.require_approved();
  select chats.work_id into work from public.chat_conversations as chats
    where chats.id = delete_conversation.conversation_id and chats.user_id = person;
  perform private.lock_work(person, work);
  delete from public.chat_conversations as chats
    where chats.id = delete_conversation.conversation_id and chats.user_id = person;
  if not found then
    perform private.not_found('conversation');
  end if;
  perform private.delete_unreachable_text(person, work);
end
$$;
grant execute on function public.delete_conversation(uuid) to authenticated;

-- Whether a text is exactly an answer in a chat about it, and of which job.
create function private.answer_equal_to(person uuid, work_id uuid, written text)
  returns table (job_id uuid)
  language sql stable set search_path = ''
as $$
  select messages.job_id
  from public.chat_conversations as chats
  join public.chat_messages as messages
    on messages.conversation_id = chats.id and messages.user_id = chats.user_id
  where chats.user_id = person and chats.work_id = answer_equal_to.work_id
    and messages.type = 'ai' and messages.kind = 'text'
    -- The length is known without reading the text.
    and octet_length(messages.content) = octet_length(written)
    and messages.content = written
  order by messages.created_at desc
  limit 1
$$;

-- The working text of a script, or else of a conversation, for the page that opens it. Where the script was
-- saved with this text, the script's row of that time has it, so it is left out. No row if neither exists.
-- Definer: nobody may read the tables of texts.
create function public.open_text(script_id uuid default null, conversation_id uuid default null)
  returns table (work_id uuid, revision integer, saved_at timestamptz, text text)
  language sql stable security definer set search_path = ''
as $$
  with opened as (
    select scripts.work_id, scripts.updated_at, private.text_hash(private.text_of(scripts.content)) as saved_hash
      from public.scripts
      where scripts.id = open_text.script_id and scripts.user_id = (select auth.uid())
    union all
    select chats.work_id, null, null
      from public.chat_conversations as chats
      where open_text.script_id is null
        and chats.id = open_text.conversation_id and chats.user_id = (select auth.uid())
  ),
  states as (
    select opened.work_id, drafts.id as draft_id, coalesce(drafts.revision, 0) as revision,
        case when drafts.id is null or drafts.text_hash = opened.saved_hash then opened.updated_at end as saved_at
      from opened
      left join public.script_drafts as drafts
        on drafts.user_id = (select auth.uid()) and drafts.work_id = opened.work_id
      where (select private.is_approved())
  )
  select states.work_id, states.revision, states.saved_at,
      case when states.saved_at is null then coalesce(private.text_of_pieces(texts.pieces), '') end
    from states
    left join private.draft_texts as texts on texts.draft_id = states.draft_id and states.saved_at is null
$$;
grant execute on function public.open_text(uuid, uuid) to authenticated;

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

alter table public.golden_examples enable row level security;

grant select, delete on public.golden_examples to authenticated;
grant insert (user_id, content, topic, message_id) on public.golden_examples to authenticated;
grant update (disabled) on public.golden_examples to authenticated;

create policy "writers read their own examples" on public.golden_examples
  for select to authenticated
  using (user_id = (select auth.uid()) and (select private.is_approved()));

create policy "writers with access keep examples" on public.golden_examples
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.has_learning_loop()));

create policy "writers with access drop their own examples" on public.golden_examples
  for delete to authenticated
  using (user_id = (select auth.uid()) and (select private.has_learning_loop()));

create policy "writers with access disable their own examples" on public.golden_examples
  for update to authenticated
  using (user_id = (select auth.uid()) and (select private.has_learning_loop()))
  with check (user_id = (select auth.uid()) and (select private.has_learning_loop()));

-- Newest first, without the whole texts; with a query, those that contain it.
create function public.list_examples(query text default '')
  returns table (id uuid, opening text, disabled boolean, created_at timestamptz)
  language sql stable set search_path = ''
as $$
  select examples.id,
    coalesce(
      nullif(private.preview_of(to_jsonb(left(examples.content, 4000))), ''),
      left(private.trimmed(left(examples.content, 4000)), 201)
    ),
    examples.disabled,
    examples.created_at
  from public.golden_examples as examples
  where strpos(lower(examples.content), lower(private.trimmed(left(coalesce(list_examples.query, ''), 200)))) > 0
  order by examples.created_at desc, examples.id desc
$$;
grant execute on function public.list_examples(text) to authenticated;

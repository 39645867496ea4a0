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
create or replace function public.delete_conversation(conversation_id uuid) returns void
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

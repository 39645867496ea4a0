-- Texts that were never saved: the dashboard lists them below the scripts. The newest 200, with the conversation to open
-- one in, if it has any.
create function public.unsaved_texts()
  returns table (work_id uuid, conversation_id uuid, preview text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select drafts.work_id, chats.id, private.preview_of(to_jsonb(openings.text)), drafts.updated_at
  from public.script_drafts as drafts
  join private.draft_texts as texts on texts.draft_id = drafts.id
  -- More than a preview takes from the beginning.
  cross join lateral private.text_of_pieces(texts.pieces[1:16]) as openings (text)
  left join lateral (
    select conversations.id from public.chat_conversations as conversations
    where conversations.user_id = drafts.user_id and conversations.work_id = drafts.work_id
    order by conversations.updated_at desc limit 1
  ) as chats on true
  where drafts.user_id = (select auth.uid()) and (select private.is_approved())
    and drafts.script_id is null and private.trimmed(openings.text) <> ''
  order by drafts.updated_at desc
  limit 200
$$;
grant execute on function public.unsaved_texts() to authenticated;

-- With its history. Conversations about it stay.
create function public.delete_unsaved_text(work_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
declare
  draft public.script_drafts;
begin
  perform private.require_approved();
  draft := private.lock_work(auth.uid(), delete_unsaved_text.work_id);
  if draft.id is null or draft.script_id is not null then
    perform private.not_found('draft');
  elsif exists (
    select from public.generation_jobs as jobs
    join public.chat_conversations as chats on chats.id = jobs.conversation_id and chats.user_id = jobs.user_id
    where chats.user_id = draft.user_id and chats.work_id = draft.work_id and jobs.status in ('pending', 'processing')
  ) then
    -- It would bring the text back.
    raise sqlstate 'PT409' using
      message = 'answer_is_being_written', hint = 'Wait for the answer about this text, or stop it.';
  end if;
  delete from public.script_drafts where id = draft.id;
end
$$;
grant execute on function public.delete_unsaved_text(uuid) to authenticated;

-- A text that was never saved was deleted with its last conversation, because nobody could open it any more. Now it is
-- listed, so it stays until the writer deletes it.
drop trigger if exists list_unreachable_text on public.chat_conversations;
drop function if exists private.list_unreachable_text(), private.delete_next_unreachable_text(),
  private.delete_unreachable_text(uuid, uuid);
drop table if exists private.unreachable_texts;

create or replace function public.delete_conversation(conversation_id uuid) returns void
  language plpgsql security definer set search_path = ''
as $$
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

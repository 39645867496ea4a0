-- Existing scripts and chats get the text that the editor showed for them, with what is known of its origin:
-- an answer if one has exactly this text, else an import, since nobody recorded who wrote it.

-- The answers that a conversation's text took into account, in order: an answer replaces the text, a stopped
-- one only fills an empty one. Answers before the last save are in the saved text.
create function private.carry_over_answers(
  draft_id uuid, conversation uuid, saved text, saved_at timestamptz
) returns void
  language plpgsql set search_path = ''
as $$
declare
  answer record;
  latest record;
  is_blank boolean := private.trimmed(saved) = '';
  found_any boolean := false;
begin
  for answer in
    select messages.content, messages.job_id, messages.created_at,
      messages.job_id is not null and exists (
        select from public.chat_messages as notes
        where notes.conversation_id = conversation and notes.job_id = messages.job_id and notes.kind = 'stopped'
      ) as is_stopped
    from public.chat_messages as messages
    where messages.conversation_id = conversation and messages.type = 'ai' and messages.kind = 'text'
      and (private.trimmed(saved) = '' or messages.created_at > saved_at)
    order by messages.created_at, messages.id
  loop
    if is_blank or not answer.is_stopped then
      latest := answer;
      found_any := true;
      is_blank := private.trimmed(answer.content) = '';
    end if;
  end loop;
  if found_any and latest.content <> saved then
    perform private.replace_text(draft_id, latest.content, 'answer', latest.job_id, latest.created_at);
  end if;
end
$$;

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

do $$
declare
  script public.scripts;
  chat public.chat_conversations;
  draft public.script_drafts;
  saved text;
  answer record;
begin
  for script in select * from public.scripts order by id loop
    saved := private.text_of(script.content);
    draft := private.open_work(script.user_id, script.work_id);
    update public.script_drafts set script_id = script.id where id = draft.id;
    select * into answer from private.answer_equal_to(script.user_id, script.work_id, saved);
    perform private.replace_text(
      draft.id, saved, case when found then 'answer' else 'import' end, answer.job_id, script.updated_at
    );
    -- The chat that opens with the script.
    select * into chat from public.chat_conversations
      where script_id = script.id order by updated_at desc limit 1;
    if found then
      perform private.carry_over_answers(draft.id, chat.id, saved, script.updated_at);
    end if;
  end loop;

  for chat in
    select * from public.chat_conversations as chats
    where script_id is null and exists (
      select from public.chat_messages as messages
      where messages.conversation_id = chats.id and messages.type = 'ai' and messages.kind = 'text'
    )
    order by id
  loop
    draft := private.open_work(chat.user_id, chat.work_id);
    perform private.carry_over_answers(draft.id, chat.id, '', null);
  end loop;
end
$$;

drop function private.carry_over_answers(uuid, uuid, text, timestamptz);

-- The user's other tabs hear of every change.
create trigger announce after insert or update or delete on public.script_drafts
  for each row execute function private.announce();

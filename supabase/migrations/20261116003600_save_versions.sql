-- However a script is saved, by save_script or by a plain insert or update, its text becomes the working
-- text and a version: with the draft's origin if the draft has the same text, as an answer if one has exactly
-- this text, else as an import. A text that is the latest version already gets no other one.
-- Definer: texts are written by functions only.
create function private.keep_saved_text() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  saved text := private.text_of(new.content);
  draft public.script_drafts := private.open_work(new.user_id, new.work_id);
  answer record;
begin
  if draft.script_id is null then
    update public.script_drafts set script_id = new.id where id = draft.id;
    update public.script_versions as versions set script_id = new.id
      where versions.user_id = new.user_id and versions.work_id = new.work_id;
  end if;
  if coalesce(draft.version_id::text, draft.pending_origin) is not null
    and draft.text_hash = private.text_hash(saved) then
    perform private.cut_pending(draft.id);
  else
    select * into answer from private.answer_equal_to(new.user_id, new.work_id, saved);
    perform private.replace_text(draft.id, saved, case when found then 'answer' else 'import' end, answer.job_id);
  end if;
  return null;
end
$$;

create trigger keep_saved_text after insert or update of content on public.scripts
  for each row execute function private.keep_saved_text();

drop function public.save_script(text, jsonb, uuid, uuid, timestamptz, boolean, uuid);

-- Makes a script (once per creation_key) or changes one, unless it was changed by somebody else since the
-- caller read it; then records it in the collection and names its conversations after it. A new script takes
-- over the text with this work_id, or else the text of the conversation, with its history.
create function public.save_script(
  title text,
  content jsonb,
  script_id uuid default null,
  conversation_id uuid default null,
  expected_updated_at timestamptz default null,
  overwrite boolean default false,
  creation_key uuid default null,
  work_id uuid default null
) returns public.scripts
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted_title text := private.check_title(save_script.title);
  wanted_work uuid := save_script.work_id;
  saved public.scripts;
begin
  perform private.require_approved();
  if save_script.script_id is null then
    -- The second of two with one key waits for the first, and then finds its script.
    if save_script.creation_key is not null then
      perform pg_advisory_xact_lock(hashtextextended(save_script.creation_key::text, 0));
    end if;
    if wanted_work is null then
      select chats.work_id into wanted_work from public.chat_conversations as chats
        where chats.id = save_script.conversation_id
          and not exists (select from public.scripts as others where others.work_id = chats.work_id);
    end if;
    insert into public.scripts (title, content, creation_key, work_id)
      values (wanted_title, save_script.content, save_script.creation_key, coalesce(wanted_work, private.new_id()))
      on conflict (user_id, creation_key)
        do update set title = excluded.title, content = excluded.content
      returning * into saved;
  else
    if save_script.expected_updated_at is null and not save_script.overwrite then
      raise sqlstate 'PT400' using
        message = 'expected_updated_at_is_missing',
        hint = 'Say which state was read, or save with overwrite.';
    end if;
    select * into saved from public.scripts where id = save_script.script_id for no key update;
    if not found then
      perform private.not_found('script');
    elsif not save_script.overwrite and saved.updated_at <> save_script.expected_updated_at then
      raise sqlstate 'PT409' using
        message = 'script_changed',
        hint = 'It was saved elsewhere since it was read: read it again, or save with overwrite.';
    end if;
    update public.scripts set title = wanted_title, content = save_script.content
      where id = saved.id
      returning * into saved;
  end if;

  insert into public.saved_scripts (script_id) values (saved.id)
    on conflict (user_id, script_id) do update set script_id = excluded.script_id;

  if save_script.conversation_id is not null then
    update public.chat_conversations set script_id = saved.id where id = save_script.conversation_id;
    if not found then
      perform private.not_found('conversation');
    end if;
  end if;
  update public.chat_conversations set title = 'Chat: ' || wanted_title
    where script_id = saved.id and title <> 'Chat: ' || wanted_title;

  return saved;
end
$$;

grant execute on function public.save_script(text, jsonb, uuid, uuid, timestamptz, boolean, uuid, uuid)
  to authenticated;

drop function public.start_conversation(text, uuid);

-- About a script, or about the text with this work_id that has not been saved yet, or about a new one.
create function public.start_conversation(prompt text, script_id uuid default null, work_id uuid default null)
  returns table (conversation_id uuid, title text, updated_at timestamptz, message_id uuid)
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
  insert into public.chat_messages (conversation_id, type, content)
    values (begun.id, 'user', start_conversation.prompt)
    returning id into first_message;
  return query select begun.id, begun.title, begun.updated_at, first_message;
exception
  -- Somebody else's script and a missing one get the same answer.
  when foreign_key_violation then perform private.not_found('script');
end
$$;

grant execute on function public.start_conversation(text, uuid, uuid) to authenticated;

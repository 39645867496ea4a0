-- What belongs together happens together. All of these run with the caller's own rights: the policies
-- decide what exists for whom, so somebody else's row and a missing one get the same answer.

create function private.require_approved() returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if not private.is_approved() then
    raise insufficient_privilege using message = 'not_approved';
  end if;
end
$$;

create function private.not_found(what text) returns void
  language plpgsql immutable set search_path = ''
as $$
begin
  raise sqlstate 'PT404' using message = what || '_not_found';
end
$$;

grant execute on function private.require_approved() to authenticated;
grant execute on function private.not_found(text) to authenticated;

create function private.check_title(title text) returns text
  language plpgsql immutable set search_path = ''
as $$
declare
  trimmed text := private.trimmed(title);
begin
  if coalesce(trimmed, '') = '' then
    raise sqlstate 'PT400' using message = 'title_is_empty';
  elsif char_length(trimmed) > 200 then
    raise sqlstate 'PT400' using message = 'title_is_too_long', hint = 'At most 200 characters.';
  end if;
  return trimmed;
end
$$;

grant execute on function private.check_title(text) to authenticated;

-- Makes a script (once per creation_key) or changes one, unless it was changed by somebody else since
-- the caller read it; then records it in the collection and names its conversations after it.
create function public.save_script(
  title text,
  content jsonb,
  script_id uuid default null,
  conversation_id uuid default null,
  expected_updated_at timestamptz default null,
  overwrite boolean default false,
  creation_key uuid default null
) returns public.scripts
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted_title text := private.check_title(save_script.title);
  saved public.scripts;
begin
  perform private.require_approved();
  if save_script.script_id is null then
    insert into public.scripts (title, content, creation_key)
      values (wanted_title, save_script.content, save_script.creation_key)
      on conflict (user_id, creation_key)
        do update set title = excluded.title, content = excluded.content
      returning * into saved;
  else
    if save_script.expected_updated_at is null and not save_script.overwrite then
      raise sqlstate 'PT400' using
        message = 'expected_updated_at_is_missing',
        hint = 'Say which state was read, or save with overwrite.';
    end if;
    select * into saved from public.scripts where id = save_script.script_id for update;
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

create function public.delete_script(script_id uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.require_approved();
  -- The row in the collection goes with it, and conversations forget it.
  delete from public.scripts where id = delete_script.script_id;
  if not found then
    perform private.not_found('script');
  end if;
end
$$;

create function public.delete_conversation(conversation_id uuid) returns void
  language plpgsql set search_path = ''
as $$
begin
  perform private.require_approved();
  -- Its messages go with it.
  delete from public.chat_conversations where id = delete_conversation.conversation_id;
  if not found then
    perform private.not_found('conversation');
  end if;
end
$$;

-- The first 50 characters of a prompt, on one line, with dots after them if there are more.
create function private.title_of(prompt text) returns text
  language sql immutable set search_path = ''
as $$
  select left(line, 50) || case when char_length(line) > 50 then '...' else '' end
  from (select regexp_replace(private.trimmed(prompt), '[\u0001-\u0020\u007f-\u009f\u2028\u2029]+', ' ', 'g') as line) as cleaned
$$;

grant execute on function private.title_of(text) to authenticated;

create function public.start_conversation(prompt text, script_id uuid default null)
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
  insert into public.chat_conversations (title, script_id)
    values (private.title_of(start_conversation.prompt), start_conversation.script_id)
    returning * into begun;
  insert into public.chat_messages (conversation_id, type, content)
    values (begun.id, 'user', start_conversation.prompt)
    returning id into first_message;
  return query select begun.id, begun.title, begun.updated_at, first_message;
exception
  -- Said of somebody else's script and of a missing one alike.
  when foreign_key_violation then perform private.not_found('script');
end
$$;

create function public.add_message(conversation_id uuid, content text) returns public.chat_messages
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
  insert into public.chat_messages (conversation_id, type, content)
    values (add_message.conversation_id, 'user', add_message.content)
    returning * into added;
  return added;
end
$$;

grant execute on function public.save_script(text, jsonb, uuid, uuid, timestamptz, boolean, uuid) to authenticated;
grant execute on function public.delete_script(uuid) to authenticated;
grant execute on function public.delete_conversation(uuid) to authenticated;
grant execute on function public.start_conversation(text, uuid) to authenticated;
grant execute on function public.add_message(uuid, text) to authenticated;

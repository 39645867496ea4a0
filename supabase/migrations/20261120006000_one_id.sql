-- A script has the id of its text, which the browser chose for the first character. Scripts from before keep theirs.
-- The default stands for none, since a default cannot name another column.
alter table public.scripts alter column work_id set default '00000000-0000-0000-0000-000000000000';

-- Definer: the id may be taken by a script of somebody else, who is not to be found out about; then it stays another one.
create function private.give_one_id() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  -- Before the script, as whoever saves the stored text does: two who save it at once wait for each other in one order.
  if new.user_id = auth.uid() then
    perform private.lock_work(new.user_id, new.work_id);
  end if;
  if new.work_id = '00000000-0000-0000-0000-000000000000' then
    new.work_id := new.id;
  elsif not exists (select from public.scripts where id = new.work_id) then
    new.id := new.work_id;
  end if;
  return new;
end
$$;

create trigger give_one_id before insert on public.scripts
  for each row execute function private.give_one_id();

-- Opens a text by its id, saved or not: a text that was never saved has a draft, or at least a conversation.
create or replace function public.open_text(script_id uuid default null, conversation_id uuid default null)
  returns table (work_id uuid, revision integer, saved_at timestamptz, text text)
  language sql stable security definer set search_path = ''
as $$
  with saved as (
    select scripts.work_id, scripts.updated_at, private.text_hash(private.text_of(scripts.content)) as saved_hash
      from public.scripts
      where scripts.id = open_text.script_id and scripts.user_id = (select auth.uid())
  ),
  opened as (
    select * from saved
    union all
    select chats.work_id, null, null
      from public.chat_conversations as chats
      where open_text.script_id is null
        and chats.id = open_text.conversation_id and chats.user_id = (select auth.uid())
    union all
    select open_text.script_id, null, null
      where not exists (select from saved) and (
        exists (
          select from public.script_drafts as drafts
          where drafts.user_id = (select auth.uid()) and drafts.work_id = open_text.script_id
            and drafts.script_id is null
        )
        or exists (
          select from public.chat_conversations as chats
          where chats.user_id = (select auth.uid()) and chats.work_id = open_text.script_id and chats.script_id is null
        )
      )
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

-- A script is saved with the text that the server has already, named by its revision, or with one that is sent along.

-- The working text, which then stays as it is until the end of the transaction. Definer: nobody may read the table.
create function private.text_at(work_id uuid, revision integer) returns text
  language plpgsql security definer set search_path = ''
as $$
declare
  draft public.script_drafts;
begin
  perform private.require_approved();
  draft := private.lock_work(auth.uid(), text_at.work_id);
  if draft.id is null then
    perform private.not_found('draft');
  elsif text_at.revision is null then
    raise sqlstate 'PT400' using
      message = 'content_is_missing', hint = 'Send the content, or the revision of the text that is saved.';
  elsif draft.revision <> text_at.revision then
    raise sqlstate 'PT409' using
      message = 'draft_changed',
      hint = 'It was changed elsewhere since it was read: read it again and merge.';
  end if;
  return (
    select private.text_of_pieces(texts.pieces) from private.draft_texts as texts where texts.draft_id = draft.id
  );
end
$$;
grant execute on function private.text_at(uuid, integer) to authenticated;

drop function public.save_script(text, jsonb, uuid, uuid, timestamptz, boolean, uuid, uuid);
create function public.save_script(
  title text,
  content jsonb default null,
  script_id uuid default null,
  conversation_id uuid default null,
  expected_updated_at timestamptz default null,
  overwrite boolean default false,
  creation_key uuid default null,
  work_id uuid default null,
  revision integer default null
) returns public.scripts
  language plpgsql set search_path = ''
as $$
#variable_conflict use_column
declare
  wanted_title text := private.check_title(save_script.title);
  wanted_work uuid := save_script.work_id;
  wanted jsonb := save_script.content;
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
    wanted := coalesce(wanted, to_jsonb(private.text_at(wanted_work, save_script.revision)));
    insert into public.scripts (title, content, creation_key, work_id)
      values (wanted_title, wanted, save_script.creation_key, coalesce(wanted_work, private.new_id()))
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
    wanted := coalesce(wanted, to_jsonb(private.text_at(saved.work_id, save_script.revision)));
    update public.scripts set title = wanted_title, content = wanted
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
grant execute on function public.save_script(text, jsonb, uuid, uuid, timestamptz, boolean, uuid, uuid, integer)
  to authenticated;

-- Saving, opening, renaming and deleting scripts, with what belongs to them in the same transaction.

-- The working text, which then stays as it is until the end of the transaction, if it still has this
-- revision. Definer: nobody may read the table.
create function private.text_at(work_id uuid, revision integer) returns text
  language plpgsql security definer set search_path = '' as $$
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
    select private.text_of_pieces(texts.pieces) from private.draft_texts as texts
      where texts.draft_id = draft.id
  );
end
$$;
grant execute on function private.text_at(uuid, integer) to authenticated;

-- Replaces the whole text, as a version of its own; the text before it is a version too.
create function private.replace_text(
  draft_id uuid, written text, origin text,
  job_id uuid default null,
  at timestamptz default clock_timestamp(),
  saved boolean default false
) returns public.script_versions
  language plpgsql set search_path = '' as $$
declare
  before bigint[] := (select texts.pieces from private.draft_texts as texts
    where texts.draft_id = replace_text.draft_id);
  after bigint[];
  made jsonb;
begin
  perform private.cut_pending(replace_text.draft_id);
  after := private.store_changes(replace_text.draft_id, written, true, replace_text.saved);
  -- Before the pieces that only the draft had are gone.
  made := private.changes_between(before, after, origin);
  perform private.set_text(replace_text.draft_id, after, null, written);
  update public.script_drafts set revision = revision + 1, changes = made where id = replace_text.draft_id;
  return private.cut_version(replace_text.draft_id, origin, job_id, at);
end
$$;

-- However a script is saved, by save_script or by a plain insert or update, its text becomes the working
-- text and a version: with the draft's origin if the draft has the same text, as an answer if one has exactly
-- this text, else as an import. A text that is the latest version already gets no other one.
-- Definer: texts are written by functions only.
create function private.keep_saved_text() returns trigger
  language plpgsql security definer set search_path = '' as $$
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
    perform private.replace_text(
      draft.id, saved, case when found then 'answer' else 'import' end, answer.job_id, saved => true
    );
  end if;
  perform private.mark_saved(
    draft.id, (select texts.pieces from private.draft_texts as texts where texts.draft_id = draft.id)
  );
  return null;
end
$$;

create trigger keep_saved_text after insert or update of content on public.scripts
  for each row execute function private.keep_saved_text();

-- Saves a script with the text that the server has already, named by its revision, or with one that is sent
-- along: a new one or one that is there, in the collection or not, with the text of a conversation.
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
  language plpgsql set search_path = '' as $$
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
grant execute on function public.save_script(text, jsonb, uuid, uuid, timestamptz, boolean, uuid, uuid,
  integer)
  to authenticated;

-- With the names of its conversations, as saving does.
create function public.rename_script(script_id uuid, title text) returns void
  language plpgsql set search_path = '' as $$
#variable_conflict use_column
declare
  wanted_title text := private.check_title(rename_script.title);
begin
  perform private.require_approved();
  update public.scripts set title = wanted_title where id = rename_script.script_id;
  if not found then
    perform private.not_found('script');
  end if;
  update public.chat_conversations set title = 'Chat: ' || wanted_title
    where script_id = rename_script.script_id and title <> 'Chat: ' || wanted_title;
end
$$;
grant execute on function public.rename_script(uuid, text) to authenticated;

-- A new script with the working text and the tags of another one, without its history and chats. Returns its
-- id.
create function public.duplicate_script(script_id uuid) returns uuid
  language plpgsql set search_path = '' as $$
declare
  original public.scripts;
  duplicate uuid;
begin
  perform private.require_approved();
  select * into original from public.scripts where id = duplicate_script.script_id;
  if not found then
    perform private.not_found('script');
  end if;
  insert into public.scripts (title, content) values (
    private.trimmed(left(original.title, 193)) || ' (copy)',
    to_jsonb(coalesce(
      (select drafts.text from public.draft_text(original.work_id) as drafts),
        private.text_of(original.content)
    ))
  ) returning id into duplicate;
  insert into public.saved_scripts (script_id) values (duplicate);
  insert into public.script_tags (script_id, tag_id)
    select duplicate, tags.tag_id from public.script_tags as tags where tags.script_id = original.id;
  return duplicate;
end
$$;
grant execute on function public.duplicate_script(uuid) to authenticated;

-- Deleting a script can delete its chats too, in the same transaction. By default they stay, without a
-- script.
create function public.delete_script(script_id uuid, delete_chats boolean default false) returns void
  language plpgsql set search_path = '' as $$
begin
  perform private.require_approved();
  -- The script is locked before its conversations, as in save_script.
  perform from public.scripts where id = delete_script.script_id for update;
  if delete_script.delete_chats then
    delete from public.chat_conversations as chat where chat.script_id = delete_script.script_id;
  end if;
  -- The row in the collection goes with it, and the remaining conversations forget it.
  delete from public.scripts where id = delete_script.script_id;
  if not found then
    perform private.not_found('script');
  end if;
end
$$;
grant execute on function public.delete_script(uuid, boolean) to authenticated;

-- All of them or none, each as delete_script does.
create function public.delete_scripts(script_ids uuid[], delete_chats boolean default false) returns void
  language plpgsql set search_path = '' as $$
declare
  one uuid;
begin
  perform private.require_approved();
  if cardinality(script_ids) > 1000 then
    raise sqlstate 'PT400' using message = 'too_many_scripts', hint = 'At most 1,000 at once.';
  end if;
  -- In one order, so that two who delete the same scripts wait for each other.
  for one in select distinct id from unnest(script_ids) as listed (id) order by id loop
    perform public.delete_script(one, delete_chats);
  end loop;
end
$$;
grant execute on function public.delete_scripts(uuid[], boolean) to authenticated;

-- What an editor opens, by its script or its conversation, in one statement: text, names and where it
-- belongs. No row if it is not the caller's.
create function public.open_text(script_id uuid default null, conversation_id uuid default null)
  returns table (work_id uuid, revision integer, saved_at timestamptz, text text, attachments jsonb)
  language sql stable security definer set search_path = '' as $$
  with saved as (
    select scripts.work_id, scripts.updated_at,
      private.text_hash(private.text_of(scripts.content)) as saved_hash
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
          where chats.user_id = (select auth.uid()) and chats.work_id = open_text.script_id
            and chats.script_id is null
        )
      )
  ),
  states as (
    select opened.work_id, drafts.id as draft_id, coalesce(drafts.revision, 0) as revision,
        case when drafts.id is null or drafts.text_hash = opened.saved_hash
          then opened.updated_at end as saved_at
      from opened
      left join public.script_drafts as drafts
        on drafts.user_id = (select auth.uid()) and drafts.work_id = opened.work_id
      where (select private.is_approved())
  )
  select states.work_id, states.revision, states.saved_at,
      case when states.saved_at is null then coalesce(private.text_of_pieces(texts.pieces), '') end,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
            'id', listed.id, 'name', listed.name, 'kind', listed.kind, 'characters', listed.characters
          ) order by listed.created_at, listed.id), '[]')
        from public.attachments as listed
        where listed.user_id = (select auth.uid()) and listed.work_id = states.work_id
      )
    from states
    left join private.draft_texts as texts on texts.draft_id = states.draft_id and states.saved_at is null
$$;
grant execute on function public.open_text(uuid, uuid) to authenticated;

-- The caller's texts that were never saved: the dashboard lists them below the scripts. The newest 200, with
-- the conversation to open one in, if it has any; also those that have attachments only, which take room.
create function public.unsaved_texts()
  returns table (work_id uuid, conversation_id uuid, preview text, updated_at timestamptz)
  language sql stable security definer set search_path = '' as $$
  select drafts.work_id, chats.id,
      case when private.trimmed(openings.text) <> ''
        then private.preview_of(to_jsonb(openings.text)) else files.names end, drafts.updated_at
  from public.script_drafts as drafts
  join private.draft_texts as texts on texts.draft_id = drafts.id
  -- More than a preview takes from the beginning.
  cross join lateral private.text_of_pieces(texts.pieces[1:16]) as openings (text)
  left join lateral (
    select conversations.id from public.chat_conversations as conversations
    where conversations.user_id = drafts.user_id and conversations.work_id = drafts.work_id
    order by conversations.updated_at desc limit 1
  ) as chats on true
  left join lateral (
    select string_agg(attachments.name, ', ' order by attachments.created_at) as names
    from public.attachments
    where attachments.user_id = drafts.user_id and attachments.work_id = drafts.work_id
  ) as files on true
  where drafts.user_id = (select auth.uid()) and (select private.is_approved())
    and drafts.script_id is null and (private.trimmed(openings.text) <> '' or files.names is not null)
  order by drafts.updated_at desc
  limit 200
$$;
grant execute on function public.unsaved_texts() to authenticated;

-- With its history. Conversations about it stay.
create function public.delete_unsaved_text(work_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  draft public.script_drafts;
begin
  perform private.require_approved();
  draft := private.lock_work(auth.uid(), delete_unsaved_text.work_id);
  if draft.id is null or draft.script_id is not null then
    perform private.not_found('draft');
  elsif exists (
    select from public.generation_jobs as jobs
    join public.chat_conversations as chats on chats.id = jobs.conversation_id
      and chats.user_id = jobs.user_id
    where chats.user_id = draft.user_id and chats.work_id = draft.work_id
      and jobs.status in ('pending', 'processing')
  ) then
    -- It would bring the text back.
    raise sqlstate 'PT409' using
      message = 'answer_is_being_written', hint = 'Wait for the answer about this text, or stop it.';
  end if;
  delete from public.script_drafts where id = draft.id;
end
$$;
grant execute on function public.delete_unsaved_text(uuid) to authenticated;

-- The working text of a script, or else of a conversation, for the page that opens it. Where the script was
-- saved with this text, the script's row has it already, so it is left out. No row if neither exists.
-- Definer: nobody may read the tables of texts.
create function public.open_text(script_id uuid default null, conversation_id uuid default null)
  returns table (work_id uuid, revision integer, is_saved boolean, text text)
  language sql stable security definer set search_path = ''
as $$
  with opened as (
    select scripts.work_id, private.text_hash(private.text_of(scripts.content)) as saved_hash
      from public.scripts
      where scripts.id = open_text.script_id and scripts.user_id = (select auth.uid())
    union all
    select chats.work_id, null
      from public.chat_conversations as chats
      where open_text.script_id is null
        and chats.id = open_text.conversation_id and chats.user_id = (select auth.uid())
  ),
  states as (
    select opened.work_id, drafts.id as draft_id, coalesce(drafts.revision, 0) as revision,
        coalesce(drafts.text_hash = opened.saved_hash, false) as is_saved
      from opened
      left join public.script_drafts as drafts
        on drafts.user_id = (select auth.uid()) and drafts.work_id = opened.work_id
      where (select private.is_approved())
  )
  select states.work_id, states.revision, states.is_saved,
      case when not states.is_saved then coalesce(private.text_of_pieces(texts.pieces), '') end
    from states
    left join private.draft_texts as texts on texts.draft_id = states.draft_id and not states.is_saved
$$;

grant execute on function public.open_text(uuid, uuid) to authenticated;

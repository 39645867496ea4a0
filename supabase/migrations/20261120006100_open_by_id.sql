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

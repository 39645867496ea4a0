-- Says that rows changed, for the live pages of those who may read them.

-- Says that a row changed, and which: never what is in it. Whoever hears it asks for the row with the rights
-- of the person it is for. Nobody can read a deleted row any more, so its announcement also says who could:
-- its owner, and whether administrators were shown it; a shared prompt that is gone concerns everybody. A row
-- whose key changed is announced with the former id. Who may not read a notice at the moment, because it is
-- planned or over, hears that it is gone, and reads the notices again.
create function private.announce() returns trigger language plpgsql set search_path = '' as $$
declare
  news jsonb := jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'type', tg_op, 'id', coalesce(new.id, old.id),
    'formerId', nullif(old.id, coalesce(new.id, old.id))
  ));
begin
  if tg_table_name = 'notices' then
    if new.starts_at > clock_timestamp() or new.ends_at <= clock_timestamp() then
      news := news || jsonb_build_object('type', 'DELETE');
    end if;
  elsif tg_op = 'DELETE' then
    if tg_table_name = 'profiles' then
      news := news || jsonb_build_object('owner', old.id, 'forAdmins', old.role = 'scriptwriter');
    elsif tg_table_name = 'invitations' then
      news := news || jsonb_build_object('forAdmins', true);
    elsif tg_table_name = 'prompts' then
      if not old.shared then
        news := news || jsonb_build_object('owner', old.user_id);
      end if;
    else
      news := news || jsonb_build_object('owner', old.user_id);
    end if;
  end if;
  perform pg_notify('script_writer_changes', news::text);
  return null;
end
$$;

-- Whether the caller could read a deleted row of this owner.
create function private.could_read(table_name text, owner uuid, for_admins boolean) returns boolean
  language sql stable set search_path = '' as $$
  select has_table_privilege(format('public.%I', table_name), 'select')
    and (
      owner = (select auth.uid()) and (table_name = 'profiles' or (select private.is_approved()))
      or for_admins and (select private.is_admin())
      or owner is null and table_name in ('notices', 'prompts') and (select private.is_approved())
    )
$$;
grant execute on function private.could_read(text, uuid, boolean) to authenticated;

create trigger announce after insert or update or delete on public.profiles
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.scripts
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.script_drafts
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.chat_conversations
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.chat_messages
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.golden_examples
  for each row execute function private.announce();
-- A writer's other tabs hear that an answer is being written; its end they hear with the answer itself.
create trigger announce after insert on public.generation_jobs
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.answer_reviews
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.invitations
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.notices
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.tags
  for each row execute function private.announce();
create trigger announce after insert or delete on public.script_tags
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.prompts
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.attachments
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.readings
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.story_entries
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.story_proposals
  for each row execute function private.announce();
-- Not when a note moves with its text: that is announced as the text's change.
create trigger announce after insert or delete or update of body, state on public.script_notes
  for each row execute function private.announce();

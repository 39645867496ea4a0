-- Deleting a script can delete its chats too, in the same transaction. By default they stay, without a script.
drop function public.delete_script(uuid);

create function public.delete_script(script_id uuid, delete_chats boolean default false) returns void
  language plpgsql set search_path = ''
as $$
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

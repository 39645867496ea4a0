-- Says that a row changed, and which: never what is in it. Whoever hears it asks for the row with the
-- rights of the person it is for.
create function private.announce() returns trigger
  language plpgsql set search_path = ''
as $$
begin
  perform pg_notify(
    'script_writer_changes',
    json_build_object('table', tg_table_name, 'type', tg_op, 'id', coalesce(new.id, old.id))::text
  );
  return null;
end
$$;

create trigger announce after insert or update or delete on public.profiles
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.scripts
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.chat_conversations
  for each row execute function private.announce();
create trigger announce after insert or update or delete on public.chat_messages
  for each row execute function private.announce();

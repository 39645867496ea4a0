-- An account has a largest number of everything that a list, a search or a change of a name goes through.

-- 1,000 conversations about a text, which are renamed, moved and left together with its script. In a statement: 10,000 of a
-- writer, as many as a search goes through in time. Definer: counting does not need the policies, one row after the other.
create function private.limit_conversations() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if (
    select count(*) from (
      select from public.chat_conversations as chats
      where chats.work_id = new.work_id and chats.user_id = new.user_id limit 1001
    ) as counted
  ) > 1000 then
    raise sqlstate 'PT400' using
      message = 'too_many_conversations', hint = 'At most 1,000 conversations about a script. Delete old ones first.';
  end if;
  return null;
end
$$;
create trigger limit_added after insert on public.chat_conversations
  for each row execute function private.limit_conversations();
create trigger limit_moved after update of script_id on public.chat_conversations
  for each row when (new.work_id <> old.work_id) execute function private.limit_conversations();

create function private.limit_rows_of_a_writer() returns trigger
  language plpgsql security definer set search_path = ''
as $$
declare
  person uuid;
  counted integer;
begin
  for person in select distinct user_id from added loop
    execute format(
      'select count(*) from (select from public.%I where user_id = $1 limit $2 + 1) as counted', tg_table_name
    ) into counted using person, tg_argv[0]::integer;
    if counted > tg_argv[0]::integer then
      raise sqlstate 'PT400' using
        message = tg_argv[1], hint = format('A writer has at most %s. Delete old ones first.', tg_argv[0]);
    end if;
  end loop;
  return null;
end
$$;
create trigger limit_of_a_writer after insert on public.chat_conversations
  referencing new table as added
  for each statement execute function private.limit_rows_of_a_writer('10000', 'too_many_conversations');
create trigger limit_of_a_writer after insert on public.scripts
  referencing new table as added
  for each statement execute function private.limit_rows_of_a_writer('10000', 'too_many_scripts');

-- Without it, the words of every title were taken apart for every search.
create index chat_conversations_by_words on public.chat_conversations
  using gin (private.words_of(user_id, title)) with (gin_pending_list_limit = 1024);

-- As before, with an index on titles.
create or replace function public.search_conversations(query text, max_results integer default 50)
  returns table (id uuid, title text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  with wanted as (select private.to_query((select auth.uid()), search_conversations.query) as words),
  titled as materialized (
    select chats.id from public.chat_conversations as chats
    where private.words_of(chats.user_id, chats.title) @@ (select words from wanted)
  ),
  said as materialized (
    select distinct messages.conversation_id as id from public.chat_messages as messages
    where private.words_of(messages.user_id, messages.content) @@ (select words from wanted)
  )
  select found.id, found.title, found.updated_at
  from public.chat_conversations as found
  where (select private.is_approved())
    and found.user_id = (select auth.uid())
    and found.id = any (array(select titled.id from titled union select said.id from said))
  order by
    found.id in (select titled.id from titled) desc,
    found.updated_at desc
  limit least(greatest(search_conversations.max_results, 0), 200)
$$;

-- Full text over titles and words, by the beginnings of words, in any language.

-- Full text over titles and words, by the beginnings of words, in any language. Every word is stored
-- with a mark of its owner before it, so that a search walks through the owner's own words only.
create function private.mark_of(owner uuid) returns text
  language sql immutable set search_path = '' as $$ select left(md5(owner::text), 8) || ' ' $$;
grant execute on function private.mark_of(uuid) to authenticated;

-- The cost is near the truth: with the default the planner would rather read texts than the index.
create function private.words_of(owner uuid, written text) returns tsvector
  language plpgsql immutable cost 10000 set search_path = '' as $$
declare
  mark text := private.mark_of(owner);
begin
  return array_to_tsvector(array(
    select mark || word
    from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', written))) as word
  ));
exception
  -- A megabyte of words that are all different does not fit into one entry: then its beginning counts.
  when program_limit_exceeded then
    return array_to_tsvector(array(
      select mark || word
      from unnest(tsvector_to_array(to_tsvector('pg_catalog.simple', left(written, 50000)))) as word
    ));
end
$$;
grant execute on function private.words_of(uuid, text) to authenticated;

-- A search reads the whole list of pending entries, and the planner counts that in, so it must stay short.
create index script_pieces_by_words on private.script_pieces
  using gin (private.words_of(user_id, text)) with (gin_pending_list_limit = 1024) where saved;

create index scripts_by_title on public.scripts
  using gin (private.words_of(user_id, title)) with (gin_pending_list_limit = 1024);

create index chat_messages_by_words on public.chat_messages
  using gin (private.words_of(user_id, content)) with (gin_pending_list_limit = 1024);

-- Without it, the words of every title were taken apart for every search.
create index chat_conversations_by_words on public.chat_conversations
  using gin (private.words_of(user_id, title)) with (gin_pending_list_limit = 1024);

-- Each word as the beginning of one; nothing in it is read as search syntax.
create function private.to_query(owner uuid, query text) returns tsquery
  language sql immutable set search_path = '' as $$
  select coalesce(
    string_agg(quote_literal(private.mark_of(owner) || replace(lexeme, '\', ' ')) || ':*', ' & '), ''
  )::tsquery
  from unnest(to_tsvector('pg_catalog.simple', left(query, 200)))
$$;

-- As to_query, one row for each word.
create function private.words_wanted(owner uuid, query text) returns table (n bigint, word tsquery)
  language sql immutable rows 3 set search_path = '' as $$
  select row_number() over (),
    (quote_literal(private.mark_of(owner) || replace(lexeme, '\', ' ')) || ':*')::tsquery
  from unnest(to_tsvector('pg_catalog.simple', left(query, 200)))
$$;

-- Finds scripts whose title and saved text together have every word. Definer: a policy keeps the planner from
-- using an index on words, and nobody may read pieces. So it names the owner and asks for approval itself.
-- The owner is asked for last: the words carry a mark of their owner, and by user_id the planner would read
-- texts. One index scan for all matching scripts, and titles looked up in a hash: scanning the matching
-- titles for every script took minutes with 5,000 of both.
create function public.search_scripts(query text, max_results integer default 50)
returns table (id uuid, title text, updated_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  with wanted as materialized (
    select wanted.n, wanted.word from private.words_wanted((select auth.uid()),
      search_scripts.query) as wanted
  ),
  titled as materialized (
    select wanted.n, scripts.id
    from wanted
    join public.scripts on private.words_of(scripts.user_id, scripts.title) @@ wanted.word
  ),
  written as (
    select wanted.n, array_agg(distinct stored.draft_id) as draft_ids
    from wanted
    join private.script_pieces as stored
      on stored.saved and private.words_of(stored.user_id, stored.text) @@ wanted.word
    group by wanted.n
  ),
  matches as (
    select titled.n, titled.id from titled
    union
    select written.n, drafts.script_id
    from written
    join public.script_drafts as drafts on drafts.id = any (written.draft_ids)
    where drafts.user_id = (select auth.uid())
  )
  select found.id, found.title, found.updated_at
  from public.scripts as found
  where (select private.is_approved())
    and found.user_id = (select auth.uid())
    and found.id = any (array(
      select matches.id from matches group by matches.id having count(*) = (select count(*) from wanted)
    ))
  order by
    found.id in (
      select titled.id from titled group by titled.id having count(*) = (select count(*) from wanted)
    ) desc,
    found.updated_at desc
  limit least(greatest(search_scripts.max_results, 0), 200)
$$;
grant execute on function public.search_scripts(text, integer) to authenticated;

-- Finds conversations that have every word in their title and messages. Definer, as search_scripts.
create function public.search_conversations(query text, max_results integer default 50)
  returns table (id uuid, title text, updated_at timestamptz)
  language sql stable security definer set search_path = '' as $$
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
grant execute on function public.search_conversations(text, integer) to authenticated;

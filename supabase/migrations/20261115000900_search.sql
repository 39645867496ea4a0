-- Full text over titles and words, by the beginnings of words, in any language. Every word is stored
-- with a mark of its owner before it, so that a search walks through the owner's own words only.
create function private.mark_of(owner uuid) returns text
  language sql immutable set search_path = ''
as $$ select left(md5(owner::text), 8) || ' ' $$;

-- The cost is near the truth: with the default the planner would rather read texts than the index.
create function private.words_of(owner uuid, written text) returns tsvector
  language plpgsql immutable cost 10000 set search_path = ''
as $$
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

create function private.text_of(content jsonb) returns text
  language sql immutable set search_path = ''
as $$ select case jsonb_typeof(content) when 'object' then content ->> 'value' else content #>> '{}' end $$;

create index scripts_by_words on public.scripts
  using gin (private.words_of(user_id, title || ' ' || private.text_of(content)));
create index chat_messages_by_words on public.chat_messages
  using gin (private.words_of(user_id, content));

grant execute on function private.mark_of(uuid) to authenticated;
grant execute on function private.words_of(uuid, text) to authenticated;
grant execute on function private.text_of(jsonb) to authenticated;

-- Each word as the beginning of one; nothing in it is read as search syntax.
create function private.to_query(owner uuid, query text) returns tsquery
  language sql immutable set search_path = ''
as $$
  select coalesce(
    string_agg(quote_literal(private.mark_of(owner) || replace(lexeme, '\', ' ')) || ':*', ' & '), ''
  )::tsquery
  from unnest(to_tsvector('pg_catalog.simple', left(query, 200)))
$$;

-- Both are definer functions: a policy keeps the planner from using an index on words, since a search
-- operator could leak what it sees. So they name the owner and ask for approval themselves.
create function public.search_scripts(query text, max_results integer default 50)
  returns table (id uuid, title text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  with wanted as (select private.to_query((select auth.uid()), search_scripts.query) as words)
  select found.id, found.title, found.updated_at
  from public.scripts as found
  where (select private.is_approved())
    and found.user_id = (select auth.uid())
    and private.words_of(found.user_id, found.title || ' ' || private.text_of(found.content))
      @@ (select words from wanted)
  order by
    private.words_of(found.user_id, found.title) @@ (select words from wanted) desc,
    found.updated_at desc
  limit least(greatest(search_scripts.max_results, 0), 200)
$$;

create function public.search_conversations(query text, max_results integer default 50)
  returns table (id uuid, title text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  with wanted as (select private.to_query((select auth.uid()), search_conversations.query) as words),
  said as (
    select distinct chat_messages.conversation_id
    from public.chat_messages
    where chat_messages.user_id = (select auth.uid())
      and private.words_of(chat_messages.user_id, chat_messages.content) @@ (select words from wanted)
  )
  select found.id, found.title, found.updated_at
  from public.chat_conversations as found
  left join said on said.conversation_id = found.id
  where (select private.is_approved())
    and found.user_id = (select auth.uid())
    and (
      said.conversation_id is not null
      or private.words_of(found.user_id, found.title) @@ (select words from wanted)
    )
  order by
    private.words_of(found.user_id, found.title) @@ (select words from wanted) desc,
    found.updated_at desc
  limit least(greatest(search_conversations.max_results, 0), 200)
$$;

grant execute on function public.search_scripts(text, integer) to authenticated;
grant execute on function public.search_conversations(text, integer) to authenticated;

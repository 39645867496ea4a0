-- Full text over titles and words, by the beginnings of words, in any language.
-- In a schema of its own: its functions have no business in the exposed one.
create schema if not exists extensions;
create extension if not exists btree_gin with schema extensions;

create function private.words_of(written text) returns tsvector
  language plpgsql immutable set search_path = ''
as $$
begin
  return to_tsvector('pg_catalog.simple', written);
exception
  -- A megabyte of words that are all different does not fit into one entry: then its beginning counts.
  when program_limit_exceeded then return to_tsvector('pg_catalog.simple', left(written, 100000));
end
$$;

create function private.text_of(content jsonb) returns text
  language sql immutable set search_path = ''
as $$ select case jsonb_typeof(content) when 'object' then content ->> 'value' else content #>> '{}' end $$;

-- The owner comes first in each index: a search never meets anybody else's words.
create index scripts_by_words on public.scripts
  using gin (user_id, private.words_of(title || ' ' || private.text_of(content)));
create index chat_messages_by_words on public.chat_messages
  using gin (user_id, private.words_of(content));

grant execute on function private.words_of(text) to authenticated;
grant execute on function private.text_of(jsonb) to authenticated;

-- Each word as the beginning of one; nothing in it is read as search syntax.
create function private.to_query(query text) returns tsquery
  language sql immutable set search_path = ''
as $$
  select coalesce(string_agg(quote_literal(replace(lexeme, '\', ' ')) || ':*', ' & '), '')::tsquery
  from unnest(to_tsvector('pg_catalog.simple', left(query, 200)))
$$;

-- Both are definer functions: a policy keeps the planner from using an index on words, since a search
-- operator could leak what it sees. So they name the owner and ask for approval themselves.
create function public.search_scripts(query text, max_results integer default 50)
  returns table (id uuid, title text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  select found.id, found.title, found.updated_at
  from public.scripts as found
  where (select private.is_approved())
    and found.user_id = (select auth.uid())
    and private.words_of(found.title || ' ' || private.text_of(found.content))
      @@ (select private.to_query(search_scripts.query))
  order by
    private.words_of(found.title) @@ (select private.to_query(search_scripts.query)) desc,
    found.updated_at desc
  limit least(greatest(search_scripts.max_results, 0), 200)
$$;

create function public.search_conversations(query text, max_results integer default 50)
  returns table (id uuid, title text, updated_at timestamptz)
  language sql stable security definer set search_path = ''
as $$
  with said as (
    select distinct chat_messages.conversation_id
    from public.chat_messages
    where chat_messages.user_id = (select auth.uid())
      and private.words_of(chat_messages.content)
        @@ (select private.to_query(search_conversations.query))
  )
  select found.id, found.title, found.updated_at
  from public.chat_conversations as found
  left join said on said.conversation_id = found.id
  where (select private.is_approved())
    and found.user_id = (select auth.uid())
    and (
      said.conversation_id is not null
      or private.words_of(found.title) @@ (select private.to_query(search_conversations.query))
    )
  order by
    private.words_of(found.title) @@ (select private.to_query(search_conversations.query)) desc,
    found.updated_at desc
  limit least(greatest(search_conversations.max_results, 0), 200)
$$;

grant execute on function public.search_scripts(text, integer) to authenticated;
grant execute on function public.search_conversations(text, integer) to authenticated;

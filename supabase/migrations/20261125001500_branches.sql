-- A conversation is a tree (docs/decisions/046-branches.md): an answer that is tried again and a prompt that
-- is edited are further children of the same message. Who reads a conversation by time sees the branch that
-- is shown, and nothing else.

-- The messages from the beginning to this one.
create function private.path_to(message_id uuid) returns setof uuid
  language sql stable set search_path = '' as $$
  with recursive up as (
    select id, parent_id, conversation_id, user_id, created_at from public.chat_messages where id = message_id
    union all
    select above.id, above.parent_id, above.conversation_id, above.user_id, above.created_at
      from up join public.chat_messages as above on above.id = up.parent_id
      where up.parent_id <> up.id
  )
  select id from up
  union all
  select earlier.id
    from up join public.chat_messages as earlier
      on earlier.conversation_id = up.conversation_id and earlier.user_id = up.user_id
      and earlier.parent_id is null and (earlier.created_at, earlier.id) < (up.created_at, up.id)
    where up.parent_id is null
$$;

-- From a message on, always to the newest that follows.
create function private.end_of_branch(message_id uuid) returns uuid
  language plpgsql stable set search_path = '' as $$
declare
  place public.chat_messages;
  next public.chat_messages;
begin
  select * into place from public.chat_messages where id = message_id;
  loop
    select following.* into next from (
        select * from public.chat_messages where parent_id = place.id and id <> place.id
        union all
        (
          select * from public.chat_messages
          where place.parent_id is null and parent_id is null
            and conversation_id = place.conversation_id and user_id = place.user_id
            and (created_at, id) > (place.created_at, place.id)
          order by created_at, id limit 1
        )
      ) as following
      order by following.created_at desc, following.id desc limit 1;
    if not found then
      return place.id;
    end if;
    place := next;
  end loop;
end
$$;

-- The last message that is shown; null without messages.
create function private.shown_leaf(conversation_id uuid) returns uuid
  language sql stable set search_path = '' as $$
  select coalesce(chats.leaf_id, (
      select messages.id from public.chat_messages as messages
      where messages.conversation_id = chats.id and messages.user_id = chats.user_id
      order by messages.created_at desc, messages.id desc limit 1
    ))
  from public.chat_conversations as chats where chats.id = shown_leaf.conversation_id
$$;

-- What changes sides when the branch that ends with a message is shown, or none. By time a message comes
-- after the one that it follows, so whatever is shown after the last message that both branches have is what
-- is left. What is shown is stored, so that this costs the same in a conversation of 10 and of 10,000
-- messages.
create function private.branch_changes(conversation_id uuid, leaf uuid)
  returns table (id uuid, becomes_shown boolean)
  language plpgsql stable rows 10 set search_path = '' as $$
#variable_conflict use_column
declare
  returning_ids uuid[];
  shared public.chat_messages;
begin
  with recursive up as (
    select messages.id, messages.parent_id, 1 as steps from public.chat_messages as messages
      where messages.id = branch_changes.leaf and not messages.shown
    union all
    select above.id, above.parent_id, up.steps + 1
      from up join public.chat_messages as above on above.id = up.parent_id
      where up.parent_id <> up.id and not above.shown
  )
  select array_agg(up.id order by up.steps) into returning_ids from up;
  select last.* into shared
    from public.chat_messages as last
    where last.shown and last.id = coalesce(
      (
        select top.parent_id from public.chat_messages as top
        where top.id = returning_ids[array_upper(returning_ids, 1)]
      ),
      branch_changes.leaf
    );
  return query
    select returns, true from unnest(returning_ids) as returns
    union all
    select messages.id, false
      from public.chat_conversations as chats
      join public.chat_messages as messages
        on messages.conversation_id = chats.id and messages.user_id = chats.user_id
      where chats.id = branch_changes.conversation_id and messages.shown
        and (messages.created_at, messages.id) > (
          coalesce(shared.created_at, '-infinity'),
            coalesce(shared.id, '00000000-0000-0000-0000-000000000000')
        );
end
$$;

-- Shows the branch that ends with a message. From the place where it leaves another one, all messages name
-- what they follow, so that whoever reads a branch sees from its messages that there are others. The
-- conversation is locked by the caller.
create function private.set_leaf(conversation_id uuid, leaf uuid) returns void
  language plpgsql set search_path = '' as $$
declare
  owner uuid := (select user_id from public.chat_conversations where id = set_leaf.conversation_id);
  fork public.chat_messages;
  told uuid;
  above uuid;
begin
  select place.* into fork
    from public.chat_messages as last join public.chat_messages as place
      on place.id = coalesce(last.parent_id, last.id)
    where last.id = leaf;
  if fork.id is null or fork.parent_id is null or fork.parent_id = fork.id then
    if fork.parent_id is not null then
      fork := null;
    end if;
    above := (
      select earlier.id from public.chat_messages as earlier
      where earlier.conversation_id = set_leaf.conversation_id and earlier.user_id = owner
        and earlier.parent_id is null
        and (earlier.created_at, earlier.id) < (fork.created_at, fork.id)
      order by earlier.created_at desc, earlier.id desc limit 1
    );
    for told in
      select messages.id from public.chat_messages as messages
      where messages.conversation_id = set_leaf.conversation_id and messages.user_id = owner
        and messages.parent_id is null
        and (messages.created_at, messages.id) >= (
          coalesce(fork.created_at, '-infinity'), coalesce(fork.id, '00000000-0000-0000-0000-000000000000')
        )
      order by messages.created_at, messages.id
    loop
      update public.chat_messages as messages set parent_id = coalesce(above, told) where messages.id = told;
      above := told;
    end loop;
  end if;
  with moved as (
    update public.chat_messages as messages set shown = changes.becomes_shown
      from private.branch_changes(set_leaf.conversation_id, leaf) as changes
      where messages.id = changes.id
      returning messages.job_id, messages.user_id, messages.type, messages.shown
  )
  update public.answer_reviews as reviews set shown = moved.shown
    from moved
    where moved.type = 'ai' and reviews.job_id = moved.job_id and reviews.user_id = moved.user_id
      and reviews.shown <> moved.shown;
  update public.chat_conversations as chats set leaf_id = leaf where chats.id = set_leaf.conversation_id;
end
$$;

-- Whoever adds a message without a parent goes on with the branch that is shown; a message that follows
-- another one is shown at once. Without branches nothing is stored but the message. Definer: nobody may write
-- which branch is shown.
create function private.place_message() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  leaf uuid;
  follows timestamptz;
begin
  -- One after the other, so that each knows its place.
  perform from public.chat_conversations
    where id = new.conversation_id and user_id = new.user_id for no key update;
  leaf := (select leaf_id from public.chat_conversations where id = new.conversation_id
    and user_id = new.user_id);
  if new.parent_id is null then
    new.parent_id := leaf;
  elsif leaf is null and new.parent_id = coalesce(private.shown_leaf(new.conversation_id), new.id) then
    new.parent_id := null;
  end if;
  if new.parent_id is null then
    return new;
  end if;
  if new.parent_id <> new.id then
    select created_at into follows from public.chat_messages
      where id = new.parent_id and conversation_id = new.conversation_id and user_id = new.user_id
        for key share;
    if not found then
      perform private.not_found('message');
    end if;
    -- By time, too, it comes after what it follows.
    new.created_at := greatest(new.created_at, follows + interval '1 microsecond');
  end if;
  if leaf is distinct from new.parent_id then
    perform private.set_leaf(new.conversation_id, nullif(new.parent_id, new.id));
  end if;
  update public.chat_conversations set leaf_id = new.id where id = new.conversation_id
    and user_id = new.user_id;
  return new;
end
$$;

create trigger place_message before insert on public.chat_messages
  for each row execute function private.place_message();

-- What followed a deleted message follows the one before it. If the last one that was shown is gone, the
-- nearest branch is shown: another one from the same place, or else what is left. Definer, as above.
create function private.mend_branches() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  chat record;
  lost record;
  above uuid;
  lacks_leaf boolean;
  -- The nearest message of the lost branch that is left.
  nearest uuid;
begin
  for chat in
    select chats.id, chats.user_id, chats.leaf_id from public.chat_conversations as chats
    where chats.leaf_id is not null and chats.id in (select gone.conversation_id from gone)
    order by chats.id for no key update
  loop
    nearest := chat.leaf_id;
    lacks_leaf := false;
    -- The newest first: what it followed may be gone too, and then is next.
    for lost in select * from gone where gone.conversation_id = chat.id order by gone.created_at desc,
      gone.id desc loop
      if lost.parent_id is not null then
        above := nullif(lost.parent_id, lost.id);
      else
        above := (
          select earlier.id from public.chat_messages as earlier
          where earlier.conversation_id = chat.id and earlier.user_id = chat.user_id and earlier.parent_id
            is null
            and (earlier.created_at, earlier.id) < (lost.created_at, lost.id)
          order by earlier.created_at desc, earlier.id desc limit 1
        );
      end if;
      update public.chat_messages as messages set parent_id = coalesce(above, messages.id)
        where messages.parent_id = lost.id;
      if nearest = lost.id then
        nearest := above;
        lacks_leaf := true;
      end if;
    end loop;
    if lacks_leaf then
      nearest := coalesce(nearest, (
        select messages.id from public.chat_messages as messages
        where messages.conversation_id = chat.id and messages.user_id = chat.user_id
        order by messages.created_at desc, messages.id desc limit 1
      ));
      perform private.set_leaf(chat.id, private.end_of_branch(nearest));
    end if;
  end loop;
  return null;
end
$$;

create trigger mend_branches after delete on public.chat_messages
  referencing old table as gone
  for each statement execute function private.mend_branches();

-- All messages of a conversation, each with what it follows, null for a beginning. Definer: the others are
-- not shown.
create function public.branches_of(conversation_id uuid) returns setof public.chat_messages
  language sql stable security definer set search_path = '' as $$
  select (jsonb_populate_record(messages, jsonb_build_object('parent_id', case
      when messages.parent_id is not null then nullif(messages.parent_id, messages.id)
      else lag(messages.id) over (
        partition by messages.parent_id is null order by messages.created_at, messages.id
      )
    end))).*
  from public.chat_messages as messages
  where messages.conversation_id = branches_of.conversation_id and messages.user_id = (select auth.uid())
    and (select private.is_approved())
  order by messages.created_at, messages.id
$$;
grant execute on function public.branches_of(uuid) to authenticated;
